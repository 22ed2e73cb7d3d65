# lib/bitcode: bitcode as records.  What it writes is read by LLVM.
load helper
load bitcode

# same_ir A B: LLVM reads the same, but for the order in which blocks name their predecessors
same_ir() {
	for file in "$1" "$2"; do
		"$LLVM_BIN/llvm-dis" -o - "$file" | sed 's/^; ModuleID.*//; s/ *; preds = .*//' > "$file.text"
	done
	cmp "$1.text" "$2.text"
}

# make_inputs: bitcode of many kinds in bitcode/
make_inputs() {
	mkdir bitcode
	"$BUILD/bench/gen-module" -n 50 | "$LLVM_BIN/llvm-as" -o bitcode/plain.bc
	"$BUILD/bench/gen-module" -n 20 -g | "$LLVM_BIN/llvm-as" -o bitcode/debug.bc
	for level in 0 2; do
		"$LLVM_BIN/clang++" -std=c++17 -g "-O$level" -fexceptions -emit-llvm -c -o "bitcode/cxx$level.bc" "$root/tests/inputs/bitcode/host.cpp"
	done
	for file in "$root"/tests/inputs/bitcode/*.ll; do
		"$LLVM_BIN/llvm-as" -o "bitcode/$(basename "$file" .ll).bc" "$file"
	done
}

# lines FILE KIND: the lines of the module without numbers of nodes and without metadata of that kind, sorted
lines() {
	"$LLVM_BIN/llvm-dis" -o - "$1" | sed "s/^; ModuleID.*//; s/ *; preds = .*//; s/ !$2 ![0-9]*//
		s/![0-9][0-9]*/!/g" | sort
}

@test "a module written again record by record is the same to LLVM" {
	make_inputs
	for file in bitcode/*.bc; do
		"$BUILD/tests/bitcode" patch "$file" kind > again
		same_ir "$file" again || { echo "$file"; return 1; }
	done
}

@test "functions get metadata of a kind, old or new, and keep all else" {
	make_inputs
	for file in bitcode/*.bc; do
		for kind in sycl_used_aspects dbg.no.such.kind; do
			"$BUILD/tests/bitcode" patch "$file" "$kind" -5 0 6 > again
			"$LLVM_BIN/opt" -passes=verify -disable-output again || { echo "$file"; return 1; }
			"$LLVM_BIN/llvm-dis" -o - again > again.ll
			# All that was there is, under other numbers.
			lost=$(comm -23 <(lines "$file" "$kind") <(lines again "$kind"))
			"$LLVM_BIN/llvm-dis" -o - "$file" | grep -q "!$kind " || [ -z "$lost" ] || { echo "$file: $kind: $lost"; return 1; }
			functions=$(grep -c '^de[fc][il]' again.ll)
			[ "$(grep "^de[fc][il]" again.ll | grep -c "!$kind ![0-9]")" = "$functions" ] || { echo "$file: $kind"; return 1; }
			# Given twice, the second takes the first one's place.
			"$BUILD/tests/bitcode" patch again "$kind" 7 > twice
			[ "$("$LLVM_BIN/llvm-dis" -o - twice | grep -c "!$kind ![0-9]* .*!$kind ![0-9]")" = 0 ]
		done
	done
	[ "$functions" -gt 0 ]
}

@test "a part with everything holds every function and variable as it was" {
	make_inputs
	for file in bitcode/*.bc; do
		"$BUILD/tests/bitcode" cut "$file" > again
		"$LLVM_BIN/opt" -passes=verify -disable-output again || { echo "$file"; return 1; }
		# Nodes are numbered anew; what is local has no comdat, what is declared no metadata.
		for one in "$file" again; do
			"$LLVM_BIN/llvm-dis" -o - "$one" | sed 's/^; ModuleID.*//; s/ *; preds = .*//; s/![0-9][0-9]*/!/g
				s/, comdat(\$largest)//; /^@outside/s/, !.*//; /^!/d' > "$one.text"
		done
		cmp "$file.text" again.text || { echo "$file"; return 1; }
	done
}

@test "what another LLVM wrote is not understood, and said so" {
	"$LLVM_BIN/llvm-as" -o a.bc <<< 'define void @f() { ret void }'
	# A letter of the producer's name.
	printf '\377' | dd of=a.bc bs=1 seek=20 conv=notrunc status=none
	run -1 "$BUILD/tests/bitcode" cut a.bc
	[ "$output" = 'bitcode: written by another LLVM' ]
	printf 'no bitcode' > a.bc
	run -1 "$BUILD/tests/bitcode" patch a.bc kind
	[ "$output" = 'bitcode: no bitcode' ]
}

@test "truncated bitcode is refused, damaged bitcode ends with a status" {
	"$BUILD/bench/gen-module" -n 2 -g | "$LLVM_BIN/llvm-as" -o a.bc
	size=$(stat -c %s a.bc)
	for i in $(seq 0 499 $((size - 1))); do
		head -c "$i" a.bc > b.bc
		run -1 "$BUILD/tests/bitcode" patch b.bc kind 1
	done
	cc -o mutate "$root/tests/c/mutate.c"
	"$LLVM_BIN/llvm-as" -o forms.bc "$root/tests/inputs/bitcode/forms.ll"
	for seed in $(seq 1 60); do
		for file in a forms; do
			./mutate "$seed" "$file.bc" b.bc
			for how in 'cut b.bc' 'patch b.bc kind 1'; do
				status=0
				# shellcheck disable=SC2086
				timeout 10 "$BUILD/tests/bitcode" $how > out 2> err || status=$?
				[ "$status" -le 1 ] || { echo "seed $seed, $file, $how: status $status"; return 1; }
			done
		done
	done
}

@test "modules that were read outside of memory are refused" {
	for file in "$inputs"/bitcode/damaged/*.bc; do
		for how in "cut $file" "patch $file kind 1"; do
			# shellcheck disable=SC2086 # a command and its operands
			run -1 "$BUILD/tests/bitcode" $how
			[[ "$output" = 'bitcode: '* ]]
		done
	done
}

@test "what LLVM refuses of types, attributes, variables and constants is refused" {
	for file in "$inputs"/bitcode/refused/*.bc; do
		run ! "$LLVM_BIN/llvm-dis" -o - "$file"
		run -1 "$BUILD/tests/bitcode" patch "$file" kind 1
		[[ "$output" = 'bitcode: damaged bitcode' || "$output" = 'bitcode: something mentions what is not there' ]] || { echo "$file"; return 1; }
	done
}

@test "aspect-prop takes constants of casts, places and elements of vectors" {
	"$LLVM_BIN/llvm-as" -o c.bc "$root/tests/inputs/bitcode/constants.ll"
	"$BUILD/bin/aspect-prop" -o again c.bc
	same_ir c.bc again
}

@test "600 damaged modules under sanitizers: nothing is read or written outside of memory" {
	make_seeds
	make_fuzz
	fuzz_runs 600 1
}

@test "250 damaged modules: what LLVM takes comes out the same, what LLVM refuses is refused" {
	make_seeds
	mkdir half
	cd half
	differs 1 250
}

@test "the partition of a value stays its own" {
	"$LLVM_BIN/llvm-as" -o p.bc <<< '@v = global i32 1, partition "of v"
		@a = alias i32, ptr @v, partition "of a"
		define void @f() partition "of f" { ret void }'
	"$BUILD/tests/bitcode" patch p.bc kind > again
	same_ir p.bc again
	"$BUILD/tests/bitcode" cut p.bc > again
	same_ir p.bc again
	[ "$(grep -c 'partition "of ' again.text)" = 3 ]
}

@test "images of forms, C++ with profiles and sanitizers, and device code are valid and hold what LLVM extracts" {
	mkdir modules
	of_host profile -O1 -fprofile-generate
	of_host sanitized -O0 -g -fsanitize=address,undefined
	"$LLVM_BIN/llvm-as" -o modules/device.bc "$inputs/bitcode/device.ll"
	"$LLVM_BIN/llvm-as" -o text.bc "$inputs/bitcode/forms.ll"
	as_device modules/forms.bc text.bc -preserve-bc-uselistorder
	for file in modules/*.bc; do split_like_llvm "$file" --split=source; done
	split_like_llvm modules/forms.bc --split=source --allow-device-image-dependencies
	[ "$images" -ge 10 ] || { echo "$images images"; return 1; }
	# The comparison sees a change.
	sed 's/ret void/unreachable/' images/wanted.ll > other.ll
	run ! cmp -s <(bodies images/image.ll) <(bodies other.ll)
}

@test "make check-llvm names each number that another LLVM has otherwise, lacks or has anew" {
	run -0 --separate-stderr "$root/tests/check-llvm"
	[ -z "$output" ]
	mkdir llvm
	cp -rL "$("$LLVM_BIN/llvm-config" --includedir)/llvm/Bitcode" "$("$LLVM_BIN/llvm-config" --includedir)/llvm/Bitstream" llvm/
	sed -i 's/CST_CODE_DATA = 22/CST_CODE_DATA = 42/; s/STRTAB_BLOB = 1/STRTAB_TEXT = 1/; s/FUNC_CODE_INST_FREEZE = 58,/& FUNC_CODE_INST_THAW = 70,/' llvm/Bitcode/LLVMBitCodes.h
	run -1 --separate-stderr "$root/tests/check-llvm" .
	diff <(sort <<< "$output") <(sort <<< 'CST_CODE_DATA is 22 here, 42 there
STRTAB_BLOB = 1 (StrtabCodes) is missing there
StrtabCodes has the new STRTAB_TEXT = 1
FunctionCodes has the new FUNC_CODE_INST_THAW = 70')
	[ "$stderr" = '358 numbers are the same, 4 differ' ]
}

@test "variables of images have their attributes and comdats, however many lists of attributes there are" {
	"$LLVM_BIN/llvm-as" -o v.bc <<< '$a = comdat any
		$b = comdat any
		$c = comdat any
		$d = comdat any
		@a = linkonce_odr addrspace(1) global i32 1, comdat
		@b = linkonce_odr addrspace(1) global i32 2, comdat
		@c = linkonce_odr addrspace(1) global i32 3, comdat
		@d = linkonce_odr addrspace(1) global i32 4, comdat #1
		define spir_kernel void @other() #0 { ret void }
		define spir_kernel void @k() #2 {
			%a = load i32, ptr addrspace(1) @a
			%d = load i32, ptr addrspace(1) @d
			%sum = add i32 %a, %d
			store i32 %sum, ptr addrspace(1) @c
			ret void
		}
		attributes #0 = { nounwind "sycl-module-id"="x" "of-other" }
		attributes #1 = { "of-variable"="4" }
		attributes #2 = { "sycl-module-id"="x" "of-k" }'
	post-link --split=kernel --symbols -o t.table v.bc 2> said
	[ ! -s said ]
	symbols=$(grep -lx k t*.sym)
	"$LLVM_BIN/llvm-dis" -o - "${symbols%.sym}.bc" > image.ll
	grep -q '^@d = .*comdat.*#' image.ll || { cat image.ll; return 1; }
	n=$(sed -n 's/^@d = .*#\([0-9]*\)$/\1/p' image.ll)
	grep -q "^attributes #$n = { \"of-variable\"=\"4\" }" image.ll || { cat image.ll; return 1; }
	[ "$(grep -c '^@[ac] = .*comdat$' image.ll)" = 2 ]
}
