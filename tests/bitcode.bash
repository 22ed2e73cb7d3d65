# Loaded by the tests of lib/bitcode: damaged modules.

# make_seeds: small modules in seeds/, each form of record in one of them; the same bytes wherever the tree is
make_seeds() {
	mkdir -p seeds
	for name in forms debug constants; do
		"$LLVM_BIN/llvm-as" -o "seeds/$name.bc" < "$root/tests/inputs/bitcode/$name.ll"
		for function in $("$LLVM_BIN/llvm-nm" --defined-only "seeds/$name.bc" 2> /dev/null | awk '$2 == "T" || $2 == "W" { print $3 }'); do
			"$LLVM_BIN/llvm-extract" --func="$function" "seeds/$name.bc" -o "seeds/$name-$function.bc" 2> /dev/null || :
		done
	done
	cp "$root"/tests/inputs/bitcode/{damaged,refused,odd}/*.bc seeds/
}

# make_fuzz: the target of libFuzzer, with sanitizers
make_fuzz() {
	"$LLVM_BIN/clang" -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined \
		-fno-sanitize-coverage=trace-cmp -O2 -g -std=c11 -D_GNU_SOURCE "-DLLVM_VERSION=\"$llvm_version\"" \
		-I"$root/lib" -o fuzz "$root"/tests/c/bitcode-{fuzz,mutate}.c "$root"/lib/bitcode/*.c \
		"$root"/lib/base/{arena,diag,fd,hash,nametable}.c -lxxhash
}

# fuzz_runs COUNT SEED: that many inputs of that seed; no leak, no fault, no input that takes long
fuzz_runs() {
	mkdir -p "work.$2"
	ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:malloc_context_size=2:quarantine_size_mb=8:detect_stack_use_after_return=0 ./fuzz "-runs=$1" "-seed=$2" -max_len=4096 -rss_limit_mb=4096 -timeout=20 \
		-detect_leaks=0 -print_final_stats=1 "work.$2" seeds > "fuzz.$2" 2>&1 || { tail -40 "fuzz.$2"; return 1; }
	grep -q "^stat::number_of_executed_units: $1\$" "fuzz.$2"
}

# differs SEED COUNT: that many mutants against LLVM; the counts in the file counts
differs() {
	"$BUILD/tests/bitcode-differ" "$1" "$2" "$root/tests/bitcode-unseen.txt" ../seeds/*.bc > counts 2> errors ||
		{ cat errors; return 1; }
	grep -q "^$2 mutants: LLVM takes [1-9]" counts
}

# as_device OUT IN OPTION...: every function is an entry point of one of three units, for a device
as_device() {
	local out=$1 in=$2
	shift 2
	"$LLVM_BIN/llvm-nm" --defined-only "$in" 2> /dev/null | awk '$(NF-1) ~ /[TWt]/ { print $NF ",sycl-module-id=u" NR % 3 }' > entries.csv
	"$LLVM_BIN/opt" -mtriple=spirv64-unknown-unknown -passes=forceattrs -forceattrs-csv-path=entries.csv "$@" -o "$out" "$in" 2> opt.log || { cat opt.log; return 1; }
}

# of_host NAME OPTION...: modules/NAME.bc, C++ compiled with these options, as device code
of_host() {
	local name=$1
	shift
	"$LLVM_BIN/clang++" -std=c++20 -fexceptions "$@" -emit-llvm -c -o host.bc "$inputs/bitcode/host.cpp"
	as_device "modules/$name.bc" host.bc
}

# big_switch N: a module with a switch of that many cases
big_switch() {
	awk -v n="$1" 'BEGIN {
		print "target triple = \"spirv64-unknown-unknown\"\ndefine spir_kernel void @big(i32 %x, ptr addrspace(1) %p) {\n  switch i32 %x, label %end ["
		for (i = 0; i < n; i++) print "    i32 " i * 3 ", label %" (i % 2 ? "odd" : "even")
		print "  ]\nodd:\n  store i32 1, ptr addrspace(1) %p\n  br label %end\neven:\n  store i32 2, ptr addrspace(1) %p\n  br label %end\nend:\n  ret void\n}"
		print "define spir_kernel void @small() { ret void }"
	}'
}

# make_modules: modules of every kind but other compilers' in modules/
make_modules() {
	mkdir -p modules
	gen-module -n 20 -u 4 | "$LLVM_BIN/llvm-as" -o modules/generated.bc
	gen-module -n 12 -u 3 -g | "$LLVM_BIN/llvm-as" -o modules/generated-debug.bc
	big_switch 100000 | "$LLVM_BIN/llvm-as" -o modules/switch.bc
	"$LLVM_BIN/llvm-as" -o modules/device.bc "$inputs/bitcode/device.ll"
	for name in forms debug constants; do
		"$LLVM_BIN/llvm-as" -o text.bc "$inputs/bitcode/$name.ll"
		as_device "modules/$name.bc" text.bc
		as_device "modules/$name-uses.bc" text.bc -preserve-bc-uselistorder
		as_device "modules/$name-summary.bc" text.bc -module-summary -module-hash
	done
	of_host unoptimized -O0 -g
	of_host optimized -O2 -g
	of_host profile -O1 -fprofile-generate
	of_host counted -O1 -fprofile-instr-generate -fcoverage-mapping
	of_host lto -O2 -g -flto
	of_host thin-lto -O2 -flto=thin
	of_host sanitized -O0 -g -fsanitize=address,undefined
	of_host units -O1 -g -fno-asynchronous-unwind-tables -fwhole-program-vtables -flto -fvisibility=hidden
}

# of_compiler VERSION: OpenCL by that clang for every target that it has, in modules/
of_compiler() {
	mkdir -p modules
	for target in spir64-unknown-unknown spirv64-unknown-unknown amdgcn-amd-amdhsa nvptx64-nvidia-cuda; do
		for how in '-O0 -g' -O2 '-O2 -g -flto=thin' '-O1 -flto'; do
			[ "$1 ${target%%-*}" != '13 spirv64' ] || continue
			# shellcheck disable=SC2086 # options
			"clang-$1" -x cl -cl-std=CL2.0 -Xclang -finclude-default-header "--target=$target" -nogpulib -nogpuinc $how \
				-emit-llvm -c -o "modules/$1-${target%%-*}$(printf %s "$how" | tr -d ' -=').bc" "$inputs/bitcode/kernels.cl" 2> /dev/null
		done
	done
}

# bodies FILE: the functions of a module as text that does not depend on what else it holds
bodies() {
	awk -f "$root/tests/bitcode-bodies.awk" "$1" "$1"
}

# split_like_llvm FILE OPTION...: every image passes LLVM's verifier, and its functions are what LLVM extracts
split_like_llvm() {
	local file=$1 image
	shift
	rm -rf images && mkdir images
	post-link "$@" --allow-undefined --symbols --properties -o images/t.table "$file" 2> images/log ||
		{ echo "$file $*: status $?"; tail -3 images/log; return 1; }
	for image in images/*.bc; do
		"$LLVM_BIN/opt" -passes=verify -S -o images/image.ll "$image" 2> images/opt.log || { cat images/opt.log; echo "$file $*: $image"; return 1; }
		sed -n '/^define/{ s/^define [^@]*@\("[^"]*"\|[-a-zA-Z$._0-9]*\)(.*/\1/; s/"//g; s/^/--func=/; p; }' images/image.ll > images/functions
		[ -s images/functions ] || continue
		"$LLVM_BIN/llvm-extract" @images/functions -S -o images/wanted.ll "$file"
		cmp -s <(bodies images/image.ll) <(bodies images/wanted.ll) ||
			{ echo "$file $*: $image"; diff <(bodies images/image.ll) <(bodies images/wanted.ll) | head -4; return 1; }
		images=$((images + 1))
	done
}
