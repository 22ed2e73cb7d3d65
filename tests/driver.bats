# sycl-cc as a user types it, and what it shows of its graph.
load helper

programs=$BATS_TEST_DIRNAME/inputs/driver

# status: three-targets-run
@test "a program for spir64, for x86_64 and for both runs" {
	for targets in spir64 x86_64 spir64,x86_64; do
		sycl-cc "-fsycl-targets=$targets" "$root/examples/vector-add.cpp" -o v
		run -0 ./v
	done
}

# status: external-function
@test "a SYCL_EXTERNAL function of another file is linked" {
	sycl-cc "$programs/main.cpp" "$programs/twice.cpp" -o p
	run -0 ./p
	[ "$output" = right ]
}

# status: separate-compile
@test "objects hold device code: compile and link apart" {
	small_headers
	sycl-cc -c "$programs/main.cpp"
	sycl-cc -c "$programs/twice.cpp" -o 2.o
	sycl-cc main.o 2.o -o p
	run -0 ./p
	[ "$output" = right ]
}

# status: archive
@test "a static archive brings its device code along" {
	small_headers
	sycl-cc -c "$programs/square.cpp" "$programs/twice.cpp"
	ar rcs libsquare.a square.o twice.o
	sycl-cc -fsycl-targets=spir64,x86_64 "$programs/use-square.cpp" -L. -lsquare -o p
	run -0 ./p
	[ "$output" = 49 ]
	sycl-cc "$programs/main.cpp" libsquare.a -o p2
	run -0 ./p2
	[ "$output" = right ]
}

# status: save-temps
@test "-save-temps leaves a named file of every node" {
	small_headers
	sycl-cc -save-temps=t -fsycl-targets=spir64,x86_64 "$programs/square.cpp" "$programs/use-square.cpp" -o p
	for file in square.preprocess.ii square.attr-rewrite.cpp square.module-id square.device-compile.ll \
		square.device-prepare.bc square.aspect-prop-1.bc square.device-optimize.bc square.aspect-prop-2.bc \
		square.host-compile.o use-square.host-compile.o device-link.bc post-link.table \
		spir64/aspect-filter.table spir64/extract-code.list spir64/spirv-prep.list spir64/translate.list \
		spir64/replace-code.table spir64.offload-wrap.o x86_64/translate.list x86_64.offload-wrap.o; do
		[ -s "t/$file" ] || { echo "$file is missing"; return 1; }
	done
}

# status: dry-run-replay
@test "the lines of -### run in an empty folder give the same bytes" {
	small_headers
	sycl-cc -fsycl-targets=spir64,x86_64 "$programs/square.cpp" "$programs/use-square.cpp" -o p
	mkdir empty
	cd empty
	sycl-cc '-###' -fsycl-targets=spir64,x86_64 "$programs/square.cpp" "$programs/use-square.cpp" -o p | sh
	cmp p ../p
}

@test "-### runs nothing and writes nothing" {
	small_headers
	mkdir empty
	cd empty
	run -0 --separate-stderr sycl-cc '-###' "$programs/use-square.cpp" -o p
	[ -z "$stderr" ]
	[ "$(find . -type f -o -type l | wc -l)" -eq 0 ]
}

# status: dry-run-programs
@test "the programs that a run starts are those that -### lists" {
	small_headers
	export SYCL_CC_PCH=		# a printed plan has no precompiled headers
	command -v strace
	sycl-cc '-###' "$programs/twice.cpp" "$programs/main.cpp" -o p | grep -v -e '^work=' -e '^trap ' -e '^set ' -e '^mkdir ' > lines
	# A line's program, and the command that foreach runs for every item.
	{ sed 's/ .*//' lines; sed -n 's/.* -- \([^ ]*\) .*/\1/p' lines; } | sed 's|.*/||' | sort -u > listed
	strace -ff -qq -e trace=execve -e signal=none -o log sycl-cc "$programs/twice.cpp" "$programs/main.cpp" -o p
	# Apart from the driver, who runs its plan, its work folder, and what clang starts in turn (itself, the linker).
	sed -n 's/^execve("\([^"]*\)".* = 0$/\1/p' log.* | sed 's|.*/||' | sort -u |
		grep -v -x -e sycl-cc -e plan-run -e mktemp -e flock -e rm -e sed -e clang -e ld > ran
	diff listed ran
}

@test "same input, same bytes: again, elsewhere, with another TMPDIR, with -save-temps" {
	sycl-cc -fsycl-targets=spir64,x86_64 "$root/examples/vector-add.cpp" -o a
	mkdir other tmp
	cd other
	TMPDIR=$PWD/../tmp sycl-cc -fsycl-targets=spir64,x86_64 "$root/examples/vector-add.cpp" -o a
	cmp a ../a
	mkdir 3
	sycl-cc -save-temps=3 -fsycl-targets=spir64,x86_64 "$root/examples/vector-add.cpp" -o b
	cmp b ../a
	[ "$(find ../tmp -mindepth 1 | wc -l)" -eq 0 ]
}

@test "sources with blanks, quotes and leading dashes in their names compile" {
	small_headers
	cp "$programs/use-square.cpp" "it's a \"name\".cpp"
	cp "$programs/square.cpp" ./-dash.cpp
	sycl-cc "it's a \"name\".cpp" ./-dash.cpp -o 'a program'
	run -0 './a program'
	[ "$output" = 49 ]
}

@test "two sources of the same name in different folders compile" {
	small_headers
	mkdir a b
	cp "$programs/use-square.cpp" a/x.cpp
	cp "$programs/square.cpp" b/x.cpp
	sycl-cc a/x.cpp b/x.cpp -o p
	run -0 ./p
	[ "$output" = 49 ]
}

@test "two features: two images; for a GPU without fp64 one is emptied and ocloc takes the other" {
	command -v ocloc > /dev/null || skip 'no ocloc'
	sycl-cc -save-temps=t -fsycl-targets=intel_gpu_dg1 "$root/examples/two-features.cpp" -o p
	[ "$(file-table-tform --print=tsv -o - t/intel_gpu_dg1/aspect-filter.table | cut -f4 | grep .)" = \
		"Reason
target 'intel_gpu_dg1' lacks aspect 'fp64'" ]
	[ "$(wc -l < t/intel_gpu_dg1/ocloc.list)" -eq 1 ]
	sycl-image list p | tee list
	[ "$(grep -c intel_gpu_dg1 list)" -eq 2 ]
	[ "$(grep -c spir64 list)" -eq 2 ]
	run -0 ./p
	[[ $output == *"double kernel: right"* ]]
	SYCL_CC_DEVICE_AS=intel_gpu_dg1 run -0 ./p
	[[ $output == *"plain kernel: right"* ]]
	[[ $output == *fp64* ]]
}

@test "a program gives the same results whatever its split" {
	sycl-cc -c -o reduction.o "$root/examples/reduction.cpp"
	sycl-cc -c -o groups.o "$root/tests/inputs/sycl/groups.cpp"
	for program in reduction groups; do
		modes='off per_kernel'
		[ "$program" = groups ] || modes='off per_source per_kernel auto'
		for mode in $modes; do
			sycl-cc "-fsycl-device-code-split=$mode" -fsycl-targets=spir64,x86_64 "$program.o" -o "$mode"
			"./$mode" > "$mode.out"
			cmp off.out "$mode.out"
		done
		[ "$(sycl-image list off | wc -l)" -lt "$(sycl-image list per_kernel | wc -l)" ]
	done
}

@test "words inside of one argument are no options: -r, -static, -flto and -device in the name of a file" {
	small_headers
	sycl-cc -c "$programs/square.cpp" -o 'x -r -static -flto -device y.o'
	sycl-cc "$programs/use-square.cpp" 'x -r -static -flto -device y.o' -o p
	run -0 ./p
	[ "$output" = 49 ]
	# One module of a folder whose name has blanks is still one.
	[ "$(sycl-cc --graph=json -save-temps='a b  c' "$programs/twice.cpp" -o p | jq -r '.[].node' | grep -c check-inputs)" -eq 0 ]
	run -1 sycl-cc '-###' -r "$programs/use-square.cpp" -o p
	[[ $output == *"'-r' joins objects"* ]]
	run -1 sycl-cc '-###' -fsycl-targets=spir64_gen -Xsycl-target-backend '"-options x -device y"' "$programs/use-square.cpp" -o p
	[[ $output == *"wants its device"* ]]
}

# status: command-errors
@test "no input, a missing file, an unknown target, an unknown split mode: one clear error" {
	run -2 sycl-cc
	[ "${lines[0]}" = "sycl-cc: error: no input files" ]
	run -1 sycl-cc nothing.cpp
	[ "$output" = "sycl-cc: error: no such file: 'nothing.cpp'" ]
	run -1 sycl-cc -fsycl-targets=spir46 "$programs/main.cpp"
	[[ $output == *"SYCL target is invalid: 'spir46'"* ]]
	run -2 sycl-cc -fsycl-device-code-split=some "$programs/main.cpp"
	[[ $output == *"unknown split mode 'some'"* ]]
}

@test "a target given twice is warned about and built once" {
	small_headers
	run -0 --separate-stderr sycl-cc '-###' -fsycl-targets=spir64,spir64 "$programs/main.cpp"
	[ "$stderr" = "sycl-cc: warning: The SYCL offloading target 'spir64' is similar to target 'spir64' already specified - will be ignored." ]
	[ "$(grep -c offload-wrapper <<< "$output")" -eq 1 ]
}

@test "an undefined SYCL_EXTERNAL function stops the build at post-link and leaves no program" {
	small_headers
	run -1 sycl-cc "$programs/main.cpp" -o p
	[[ $output == *"twice(int)"* ]]
	[[ $output == *"stage 'post-link' failed with status 1"* ]]
	[ ! -e p ]
}

@test "an error in the source is the compiler's, and no stage after it runs" {
	echo 'int main() { return nothing; }' > bad.cpp
	run -1 sycl-cc bad.cpp -o p
	[[ $output == *"bad.cpp:1:"*"use of undeclared identifier 'nothing'"* ]]
	[ ! -e p ]
}

@test "no work folder stays behind after success, failure and SIGTERM" {
	mkdir tmp
	export TMPDIR=$PWD/tmp
	sycl-cc "$programs/use-square.cpp" "$programs/square.cpp" -o p
	run -1 sycl-cc "$programs/main.cpp" -o p
	sycl-cc "$programs/main.cpp" "$programs/twice.cpp" -o p & pid=$!
	sleep 0.3
	kill "$pid"
	wait "$pid" || status=$?
	[ "$status" -eq 143 ]
	sleep 1
	[ "$(find tmp -mindepth 1 | wc -l)" -eq 0 ]
}

@test "-fno-sycl compiles kernels as plain C++ that runs on the host" {
	sycl-cc -fno-sycl "$programs/use-square.cpp" "$programs/square.cpp" -o p
	run -0 ./p
	[ "$output" = 49 ]
	[ "$(sycl-image list p 2>&1 | grep -c spir64)" -eq 0 ]
}

@test "-fsycl-add-targets wraps a file as an image, as it is" {
	small_headers
	printf 'any bytes' > 'my image.bin'
	sycl-cc "-fsycl-add-targets=spir64_gen:my image.bin" "$programs/use-square.cpp" "$programs/square.cpp" -o p
	run -0 ./p
	[ "$output" = 49 ]
	sycl-image list p | grep -q spir64_gen
}

@test "device-optimize does not vectorize the loops of a work-item" {
	cat > rounds.cpp <<-'END'
		#include <sycl/sycl.hpp>
		void run(sycl::queue &q, int *a, int *b)
		{
			q.parallel_for(sycl::range<1>(64), [=](sycl::id<1> id) {
				const unsigned i = id[0];
				int last = i;

				for (long k = 0; k < (long)(i % 9); k++) {
					a[i] = 2 * last;
					last = (int)k;
				}
				b[i] = last;
			});
		}
	END
	sycl-cc -O2 -fsycl-targets=spir64 --stop-after=device-optimize -c rounds.cpp
	"$LLVM_BIN/llvm-dis" -o - rounds.device-optimize.bc > rounds.ll
	grep -q 'phi i32' rounds.ll
	run -1 grep 'x i32>' rounds.ll
}
