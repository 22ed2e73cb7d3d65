# Loaded by the tests of post-link: checks of whole programs.

# sound OPTION...: what holds for every split of big.ll
sound() {
	rm -rf out && mkdir out
	post-link "$@" --symbols --properties --verify -o out/t.table big.ll
	# Entry points: none lost, none twice.
	sed -n 's/^define [^@]*@\([^(]*\)(.* #[1-9][0-9]* .*{$/\1/p; s/^define [^@]*@\([^(]*\)(.* #[1-9][0-9]* {$/\1/p' big.ll |
		sort > entries
	cat out/*.sym | sort > listed
	cmp entries listed
	# Each is defined in the module of its row.
	"$LLVM_BIN/llvm-nm" --defined-only --extern-only out/*.bc 2> /dev/null |
		awk '/\.bc:$/ { sub(/\.bc:$/, ""); file = $0 } / [TW] / { print file, $3 }' | sort > defined
	for sym in out/*.sym; do sed "s|^|${sym%.sym} |" "$sym"; done | sort > wanted
	diff wanted defined
	# All of one image need the same of a device.
	sed -n 's/^define [^@]*@\([^(]*\)(.*/\1 &/p' big.ll | awk '
		{
			needs = ""
			for (i = 2; i < NF; i++)
				if ($i ~ /^!(sycl_used_aspects|reqd_work_group_size|intel_reqd_sub_group_size)$/)
					needs = needs $i $(i + 1)
			print $1, needs
		}' > needs
	awk 'NR == FNR { needs[$1] = $2; next }
		FNR == 1 { first = needs[$1] }
		needs[$1] != first { print FILENAME, $1; bad = 1 }
		END { exit bad }' needs out/*.sym
}

# shuffle SEED FILE: the module with its functions and variables in another order, and lists of aspects reversed
shuffle() {
	awk -v seed="$1" '
		BEGIN { srand(seed) }
		function put(item) { key[++n] = rand(); text[n] = item }
		/^define/ { body = $0; next }
		body != "" { body = body "\n" $0; if ($0 == "}") { put(body); body = "" } next }
		/^@|^declare/ { put($0); next }
		/^![0-9]+ = !\{i32 5, i32 6\}/ { sub(/i32 5, i32 6/, "i32 6, i32 5") }
		{ print }
		END {
			for (i = n; i > 1; i--) {
				j = 1 + int(rand() * i)
				t = text[i]; text[i] = text[j]; text[j] = t
			}
			for (i = 1; i <= n; i++)
				print text[i]
		}' "$2"
}

# shuffled_alike SEED: a module of that seed and its shuffled self give the same files, and code that says the same
shuffled_alike() {
	gen-module -n 6 -u 3 -s "$1" > plain.ll
	shuffle "$1" plain.ll > mixed.ll
	run -1 cmp -s plain.ll mixed.ll
	for file in plain mixed; do
		rm -rf "$file" && mkdir "$file"
		(cd "$file" && post-link --split=source --symbols --properties --emit-exported-symbols \
			-o t.table "../$file.ll") || return 1
	done
	for file in plain/t.table plain/*.prop plain/*.sym; do
		cmp "$file" "mixed/${file#plain/}" || return 1
	done
	for file in plain/*.bc; do
		diff <(post-link --hashes "$file") <(post-link --hashes "mixed/${file#plain/}") || return 1
	done
}

# survives NAME: post-link either takes the file or diagnoses it with status 1, and leaves a table only in the first case
survives() {
	local status=0
	rm -rf damaged && mkdir damaged
	timeout 20 post-link --split=kernel --symbols --properties -o damaged/t.table "$1" > damaged/out 2>&1 || status=$?
	case $status in
	0) [ -f damaged/t.table ] ;;
	1) grep -q '^post-link: error: ' damaged/out && [ ! -e damaged/t.table ] ;;
	*) echo "status $status"; return 1 ;;
	esac
}

# truncated COUNT: the module cut off at that many places
truncated() {
	gen-module -n 3 -u 1 | "$LLVM_BIN/llvm-as" -o whole.bc
	size=$(stat -c %s whole.bc)
	for ((i = 0; i < $1; i++)); do
		head -c $((size * i / $1)) whole.bc > cut.bc
		survives cut.bc || { echo "cut at $((size * i / $1))"; return 1; }
	done
}

# flipped COUNT: the module with one bit changed, at that many places
flipped() {
	gen-module -n 3 -u 1 | "$LLVM_BIN/llvm-as" -o whole.bc
	size=$(stat -c %s whole.bc)
	for ((i = 0; i < $1; i++)); do
		at=$(((i * 7919 + 104729) % size))
		byte=$(od -An -tu1 -j $at -N 1 whole.bc)
		cp whole.bc flip.bc
		# shellcheck disable=SC2059 # the format is the byte
		printf "\\$(printf %03o $((byte ^ (1 << i % 8))))" | dd of=flip.bc bs=1 seek=$at conv=notrunc status=none
		survives flip.bc || { echo "bit $((i % 8)) at $at"; return 1; }
	done
}

# feature_kernels: m.ll with a kernel for each feature that Intel GPUs differ in
feature_kernels() {
	cat > m.ll <<- 'END'
		target triple = "spirv64-unknown-unknown"
		define spir_kernel void @plain(ptr addrspace(1) %p) {
		  store i32 1, ptr addrspace(1) %p
		  ret void
		}
		define spir_kernel void @fp64(ptr addrspace(1) %p) !sycl_used_aspects !{i32 6} {
		  %x = load double, ptr addrspace(1) %p
		  %y = fmul double %x, %x
		  store double %y, ptr addrspace(1) %p
		  ret void
		}
		define spir_kernel void @fp16(ptr addrspace(1) %p) !sycl_used_aspects !{i32 5} {
		  %x = load half, ptr addrspace(1) %p
		  %y = fadd half %x, %x
		  store half %y, ptr addrspace(1) %p
		  ret void
		}
		define spir_kernel void @atomic64(ptr addrspace(1) %p) !sycl_used_aspects !{i32 28} {
		  %x = atomicrmw add ptr addrspace(1) %p, i64 1 monotonic
		  ret void
		}
	END
	for size in 8 16 32; do
		printf 'define spir_kernel void @sg%d(ptr addrspace(1) %%p) !intel_reqd_sub_group_size !{i32 %d} { store i32 1, ptr addrspace(1) %%p ret void }\n' \
			$size $size >> m.ll
	done
}

# agrees_with_ocloc TARGET...: ocloc accepts the rows that are kept for the target and refuses those that are emptied
agrees_with_ocloc() {
	feature_kernels
	outputs=()
	for target; do outputs+=(-o "$target,$target.table"); done
	post-link --split=kernel --properties --symbols -o t.table "${outputs[@]}" m.ll
	for code in t_?.bc; do
		"$LLVM_BIN/llc" -O0 -mtriple=spirv64v1.3-unknown-unknown -spirv-ext=+SPV_INTEL_subgroups \
			-filetype=obj "$code" -o "${code%.bc}.spv"
		spirv-val --target-env spv1.3 "${code%.bc}.spv"
	done
	for target; do
		i=0
		tail -n +2 "$target.table" | while IFS='|' read -r code _ sym reason; do
			verdict=refuses
			ocloc compile -q -spirv_input -device "${target#intel_gpu_}" -file "t_$i.spv" -output_no_suffix \
				-output out.bin > ocloc.log 2>&1 && verdict=accepts
			case $verdict:$code in
			accepts:t_*) [ -z "$reason" ] ;;
			refuses:empty.bc) [ -n "$reason" ] ;;
			*) echo "$target: ocloc $verdict $(cat "$sym"), the row has $code"; return 1 ;;
			esac || return 1
			i=$((i + 1))
		done || return 1
	done
}
