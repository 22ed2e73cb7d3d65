# Failures of ahead-of-time compilers.
load helper

# two.o: an object with two images, a plain one and one in double precision
setup_file() {
	cd "$BATS_FILE_TMPDIR" || return 1
	PATH=$BUILD/bin:$PATH sycl-cc -c "$BATS_TEST_DIRNAME/../examples/two-features.cpp" -o two.o
}

setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
	cp "$BATS_FILE_TMPDIR/two.o" .
	mkdir tmp
	export TMPDIR=$PWD/tmp
}

# compiler NAME LINE...: a program for Intel GPUs that is a script
compiler() {
	printf '%s\n' '#!/bin/sh' "${@:2}" > "$1"
	chmod +x "$1"
}

# refused OPTION...: the link fails, leaves nothing, and $stderr has what was said
refused() {
	run -1 --separate-stderr sycl-cc -fno-sycl-embed-spirv "$@" two.o -o p
	[ ! -e p ]
	[ "$(find tmp -mindepth 1 | wc -l)" -eq 0 ]
}

# What one finds in messages about the two images.
first="row 1 (kernel 'in_double(sycl::queue&, double*)::'lambda'(sycl::id<1>)')"
second="row 2 (kernel 'plain(sycl::queue&, float*)::'lambda'(sycl::id<1>)')"
again="sycl-cc: note: to run it again with its input kept: $BUILD/bin/sycl-cc -fno-sycl-embed-spirv -fsycl-targets=intel_gpu_pvc two.o -o p -save-temps=p.temps"

@test "a compiler that is missing: one error with target, rows and kernels" {
	OCLOC=none-such refused -fsycl-targets=intel_gpu_pvc
	[ "$stderr" = "sycl-cc: error: target 'intel_gpu_pvc': cannot find its compiler 'none-such', which is to compile $first, $second" ]
}

@test "a compiler that is missing for many kernels: ten rows of them, and how many more" {
	local k
	{
		echo '#include <sycl/sycl.hpp>'
		echo 'int main() { sycl::queue q;'
		for k in {1..13}; do echo "q.single_task<class k$k>([] {});"; done
		echo '}'
	} > many.cpp
	OCLOC=none-such run -1 --separate-stderr sycl-cc -fno-sycl-embed-spirv -fsycl-device-code-split=per_kernel \
		-fsycl-targets=intel_gpu_pvc many.cpp -o p
	[[ "$stderr" == *"which is to compile row 1 (kernel 'main::k"*", row 10 (kernel 'main::k"*"'), and 3 more rows" ]] || { echo "$stderr"; return 1; }
}

@test "a compiler that is missing for a source that is linked alone is told with the same rows" {
	OCLOC=none-such run -1 --separate-stderr sycl-cc -fno-sycl-rdc -fno-sycl-embed-spirv -fsycl-targets=intel_gpu_pvc \
		-c "$root/examples/two-features.cpp" -o alone.o
	[ "$stderr" = "sycl-cc: error: target 'intel_gpu_pvc': cannot find its compiler 'none-such', which is to compile $first, $second" ]
	[ ! -e alone.o ]
}

@test "a compiler that fails: what it prints, one error for each row, and how to do it again" {
	compiler fake 'echo "no such device: pvc"; exit 245'
	OCLOC=./fake refused -fsycl-targets=intel_gpu_pvc
	[ "$stderr" = "sycl-cc: error: target 'intel_gpu_pvc', $first, stage 'ocloc': 'fake' failed with status 245
sycl-cc: error: target 'intel_gpu_pvc', $second, stage 'ocloc': 'fake' failed with status 245
$again" ]
	[ "$output" = "no such device: pvc
no such device: pvc" ]
}

@test "one that fails in silence, one that writes nothing, one that is killed" {
	compiler fake 'case $* in *_1-*) ;; *) exit 1 ;; esac' 'while [ "$1" != -output ]; do shift; done; echo code > "$2"'
	OCLOC=./fake refused -fsycl-targets=intel_gpu_pvc
	[ "$stderr" = "sycl-cc: error: target 'intel_gpu_pvc', $first, stage 'ocloc': 'fake' failed with status 1
$again" ]
	compiler fake 'exit 0'
	OCLOC=./fake refused -fsycl-targets=intel_gpu_pvc
	[ "$stderr" = "sycl-cc: error: target 'intel_gpu_pvc', $first, stage 'ocloc': 'fake' succeeded but wrote nothing
sycl-cc: error: target 'intel_gpu_pvc', $second, stage 'ocloc': 'fake' succeeded but wrote nothing
$again" ]
	compiler fake 'kill -KILL $$'
	OCLOC=./fake refused -fsycl-targets=intel_gpu_pvc
	[ "$(printf '%s\n' "$stderr" | sed 's/peak [0-9]* MiB/peak N MiB/')" = \
		"sycl-cc: error: target 'intel_gpu_pvc', $first, stage 'ocloc': 'fake' was ended by SIGKILL, perhaps out of memory (peak N MiB)
sycl-cc: error: target 'intel_gpu_pvc', $second, stage 'ocloc': 'fake' was ended by SIGKILL, perhaps out of memory (peak N MiB)
$again" ]
}

@test "all targets get their turn, and all that fail are told" {
	printf 'mine:\n  extends: spir64_gen\n  aot-toolchain: none-such\n' > mine.yaml
	compiler fake 'exit 7'
	OCLOC=./fake refused -fsycl-targets=intel_gpu_pvc,mine,x86_64,intel_gpu_dg1 -fsycl-device-config-file=mine.yaml
	[ "$(grep -c 'sycl-cc: error: ' <<< "$stderr")" -eq 4 ]
	grep -qF "error: target 'intel_gpu_pvc', $first, stage 'ocloc': 'fake' failed with status 7" <<< "$stderr"
	grep -qF "error: target 'intel_gpu_pvc', $second, stage 'ocloc': 'fake' failed with status 7" <<< "$stderr"
	grep -qF "error: target 'mine': cannot find its compiler 'none-such'" <<< "$stderr"
	# The device has no fp64, so there is one row only.
	grep -qF "error: target 'intel_gpu_dg1', $second, stage 'ocloc': 'fake' failed with status 7" <<< "$stderr"
}

@test "with -save-temps the command is there to run again" {
	compiler fake 'exit 9'
	run -1 --separate-stderr env OCLOC=./fake sycl-cc -save-temps=t -fsycl-targets=intel_gpu_pvc two.o -o p
	[ "$(grep -c '^sycl-cc: note: to run it again: ' <<< "$stderr")" -eq 2 ]
	sed -n 's/^sycl-cc: note: to run it again: //p' <<< "$stderr" | head -n 1 > again.sh
	run -9 sh again.sh
	compiler fake 'while [ "$1" != -output ]; do shift; done; echo code > "$2"'
	sh again.sh
	[ ! -e p ]
}

@test "a compiler of the configuration gets its options, the input and the output" {
	printf 'mine:\n  extends: spir64_gen\n  aot-toolchain: %s/fake\n  aot-toolchain-options: --cpu=it\n' "$PWD" > mine.yaml
	compiler fake 'echo "$#:$*" >> log' 'cp "$3" "$2"'
	sycl-cc -fsycl-targets=mine -fsycl-device-config-file=mine.yaml -Xsycl-target-backend=mine '--more "a b"' two.o -o p
	[ "$(wc -l < log)" -eq 2 ]
	grep -q '^6:-o .*\.bin .*\.spv --cpu=it --more a b$' log
	[ "$(sycl-image list p | grep -c mine)" -eq 2 ]
}
