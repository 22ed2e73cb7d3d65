# What users of other SYCL drivers know: wrong command lines, -fsycl-link,
# -save-temps, -fsycl-device-only, a stage that fails.
load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
	small_headers
}

programs=$BATS_TEST_DIRNAME/inputs/driver

# refused STATUS TEXT OPTION...: nothing runs, nothing is written, one error says TEXT
refused() {
	local wanted_status=$1 text=$2
	shift 2
	mkdir -p tmp
	run --separate-stderr env "TMPDIR=$PWD/tmp" sycl-cc "$@" "$programs/square.cpp" -o p
	[ "$status" -eq "$wanted_status" ] || { echo "$*: status $status"; return 1; }
	[ "${stderr_lines[0]}" = "sycl-cc: error: $text" ] || { echo "$*: $stderr"; return 1; }
	[ -z "$(find . -type f ! -name 'separate-stderr*')" ] || { echo "$*: left files"; return 1; }
}

@test "wrong command lines: the words that users know, and nothing runs" {
	refused 1 "SYCL target is invalid: 'intel_gpu_bad', did you mean 'intel_gpu_bdw'?" -fsycl-targets=intel_gpu_bad
	refused 2 'The option -fsycl-targets must be used in conjunction with -fsycl to enable offloading.' -fno-sycl -fsycl-targets=spir64
	refused 2 'The option -fsycl-link must be used in conjunction with -fsycl to enable offloading.' -fno-sycl -fsycl-link
	refused 2 'The option -fsycl-add-targets must be used in conjunction with -fsycl to enable offloading.' -fno-sycl -fsycl-add-targets=spir64:x
	refused 2 'The option -fsycl-device-only must be used in conjunction with -fsycl to enable offloading.' -fno-sycl -fsycl-device-only
	refused 2 'The option -fsycl-targets= conflicts with -fsycl-add-targets=' -fsycl-targets=spir64 -fsycl-add-targets=spir64:x
	refused 1 "cannot deduce implicit triple value for '-Xsycl-target-backend', specify triple using '-Xsycl-target-backend=<triple>'" \
		-fsycl-targets=spir64,x86_64 -Xsycl-target-backend -a
	refused 1 "missing AMDGPU architecture for SYCL offloading; specify it with '-Xsycl-target-backend --offload-arch'" \
		-fsycl-targets=amdgcn-amd-amdhsa
	refused 1 "unmatched quote in '\"x'" -Xs '"x'
}

@test "an empty list of targets and a target given twice are warned about" {
	run -0 --separate-stderr sycl-cc '-###' -fsycl-targets= "$programs/square.cpp"
	[ "$stderr" = "sycl-cc: warning: joined argument expects additional value: '-fsycl-targets='" ]
	run -0 --separate-stderr sycl-cc '-###' -fsycl-targets=x86_64,spir64,x86_64 "$programs/square.cpp"
	[ "$stderr" = "sycl-cc: warning: The SYCL offloading target 'x86_64' is similar to target 'x86_64' already specified - will be ignored." ]
	[ "$(grep -c offload-wrapper <<< "$output")" -eq 2 ]
}

@test "-fsycl-link of what has no device code makes an object without any, which goes into any link" {
	echo 'int main() { return 0; }' > plain.cpp
	printf '#include <sycl/sycl.hpp>\nint kernels;\n' > none.cpp
	sycl-cc -c plain.cpp none.cpp
	ar rc libnone.a none.o
	for input in plain.o plain.cpp none.o none.cpp libnone.a; do
		sycl-cc -fsycl-link $input -o device.o
		g++ -Wl,--fatal-warnings plain.o device.o -L"$BUILD/lib" -lsycl-cc-rt "-Wl,-rpath,$BUILD/lib" -o p
		./p
		rm device.o
	done
}

@test "the object of -fsycl-link goes into any link and registers once" {
	sycl-cc -O1 -c "$programs/square.cpp" "$programs/use-square.cpp"
	sycl-cc -fsycl-targets=spir64,x86_64 -fsycl-link square.o use-square.o -o device.o
	printf '#include <stdio.h>\nint images, gone;\n%s\n%s\nint main(void) { return images != 2 || gone; }\n' \
		'void __sycl_register_lib(const void *d) { images += ((const unsigned short *)d)[1]; }' \
		'void __sycl_unregister_lib(const void *d) { gone += ((const unsigned short *)d)[1]; if (gone == 2) puts("gone"); }' > count.c
	gcc count.c device.o -o count
	run -0 ./count
	[ "$output" = gone ]
}

@test "-save-temps keeps files under stable names, and a second run makes the same bytes" {
	for run in 1 2; do
		sycl-cc -O1 -save-temps=t "$programs/square.cpp" "$programs/use-square.cpp" -o "p$run"
		mv t "t$run"
	done
	# The plan names the program.
	diff -r -x sycl-cc.plan t1 t2
	cmp p1 p2
	for kind in bc table prop sym spv; do
		[ -n "$(find t1 -name "*.$kind")" ] || { echo "no file *.$kind"; return 1; }
	done
}

@test "-fsycl-device-only leaves bitcode and nothing else" {
	mkdir tmp
	TMPDIR=$PWD/tmp sycl-cc -O1 -fsycl-device-only "$programs/square.cpp"
	[ "$(find . -type f)" = ./square.bc ]
	ir square.bc | grep -q 'define .*spir_kernel'
	sycl-cc -O1 -fsycl-device-only -fsycl-targets=nvidia_gpu_sm_75,spir64 "$programs/square.cpp" -o nvptx.bc
	ir nvptx.bc | grep -q -x 'target triple = "nvptx64-nvidia-cuda"'
}

@test "-fsycl-device-only -fsycl-device-obj=spirv leaves SPIR-V and nothing else" {
	mkdir tmp
	for via in backend llvm-spirv; do
		TMPDIR=$PWD/tmp sycl-cc -O1 -fsycl-device-only -fsycl-device-obj=spirv --spirv-via=$via "$programs/square.cpp"
		[ "$(find . -type f)" = ./square.spv ]
		spirv-val square.spv
		spirv-dis square.spv | grep -q 'OpEntryPoint Kernel'
		rm square.spv
	done
	sycl-cc '-###' -c -fsycl-device-only -fsycl-device-obj=spirv -fsycl-device-obj=llvmir "$programs/square.cpp" -o x > got
	sycl-cc '-###' -c -fsycl-device-only "$programs/square.cpp" -o x | diff - got
	run -0 --separate-stderr sycl-cc -O1 -fsycl-device-only -fsycl-device-obj=spirv -fsycl-targets=nvidia_gpu_sm_75,spir64 \
		"$programs/square.cpp" -o x
	[ "$stderr" = "sycl-cc: warning: '-fsycl-device-obj=spirv': the device code of 'nvptx64-nvidia-cuda' is LLVM's bitcode" ]
	ir x | grep -q -x 'target triple = "nvptx64-nvidia-cuda"'
	run -2 --separate-stderr sycl-cc -c -fsycl-device-obj=spriv "$programs/square.cpp" -o x
	[ "${stderr_lines[0]}" = "sycl-cc: error: unknown kind of device code in '-fsycl-device-obj=spriv': llvmir, spirv or asm" ]
}

@test "a failing stage ends the graph, is named, and keeps files with -save-temps only" {
	mkdir tmp
	export TMPDIR=$PWD/tmp
	run -1 sycl-cc -O1 --stage "attr-rewrite=false" "$programs/square.cpp" -o p
	[[ $output == *"stage 'attr-rewrite' failed with status 1"* ]]
	[ -z "$(find . -type f)" ]
	run -1 sycl-cc -O1 -save-temps=t --stage "attr-rewrite=false" "$programs/square.cpp" -o p
	[ -s t/square.preprocess.ii ]
	[ ! -e t/square.device-compile.ll ]
	[ ! -e p ]
}
