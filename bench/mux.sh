#!/bin/sh
# bench/mux.sh: kernels through mux-aot against the same loops in C with OpenMP
# (clang -O3 -march=native -fno-math-errno) and against pocl.  Ratios above 1: mux-aot wins.
# Then what goals there are, as in the other parts.
set -eu
bench_name=mux
# shellcheck source=bench/common
. "$(dirname "$0")/common"
cd "$here/.."
clang=$llvm/clang

# pocl gets the kernels as OpenCL C without sub-groups, which it does not have.
"$clang" -x cl -cl-std=CL3.0 -D__opencl_c_subgroups=1 -target spirv64-unknown-unknown -O2 -emit-llvm -c bench/mux/kernels.cl \
	-o "$work/kernels.bc"
"$BUILD/bin/mux-aot" --target=native -o "$work/kernels.so" "$work/kernels.bc"
"$clang" -O3 -march=native -fno-math-errno -fopenmp -c bench/mux/openmp.c -o "$work/openmp.o"
"$clang" -O2 -std=gnu11 -Iinclude -Ibench/mux bench/mux/bench-mux.c "$work/openmp.o" -o "$work/bench-mux" \
	-fopenmp -lOpenCL -lm -ldl
OMP_NUM_THREADS=1 POCL_MAX_PTHREAD_COUNT=1 "$work/bench-mux" "$work/kernels.so" bench/mux/kernels.cl > "$work/kernels.times"
grep -v '^goal ' "$work/kernels.times"
# measured NAME WHAT BAR: a goal that bench-mux has computed, or of one kernel against OpenMP or pocl
measured() {
	goal "$2" "$3" "$(awk -v name="$1" '$1 == "goal" && $2 == name { print $3 }' "$work/kernels.times")"
}
against_pocl() {
	goal "$1 / pocl" "$2" "$(awk -v name="$1" '$1 == name { print $NF }' "$work/kernels.times")"
}
measured openmp-mean 'geometric mean of OpenMP / these kernels' +0.95
measured openmp-least 'the least of them' +0.80
measured sub-groups 'sub-groups of 1 / of 16' +0.95
if grep -q ' pocl ' "$work/kernels.times"; then
	measured pocl-mean 'geometric mean of pocl / these kernels' +4.0
	against_pocl reduction +8.0
	against_pocl scan +8.0
fi

echo 'the same as SYCL programs, through sycl-cc:'
llvm_lib=$("$LLVM_CONFIG" --libdir)
"$BUILD/bin/sycl-cc" -O2 -fsycl-targets=x86_64 bench/mux/programs.cpp "$work/openmp.o" -o "$work/programs" \
	-L"$llvm_lib" -lomp -Wl,-rpath,"$llvm_lib"
OMP_NUM_THREADS=1 SYCL_CC_THREADS=1 "$work/programs"

# note_times PROGRAM: adds the times that it prints, "NAME SECONDS" or "NAME SYCL MS", to PROGRAM.times
note_times() {
	OMP_NUM_THREADS=1 SYCL_CC_THREADS=1 SYCL_CACHE_DIR=$work/cache "$1" |
		awk '{ print $1, $2 == "SYCL" ? $3 / 1000 : $2 }' >> "$1.times"
}

# best FILE NAME: the least time of that name
best() {
	awk -v name="$2" '$1 == name && (!n++ || $2 < least) { least = $2 } END { print least }' "$1"
}

# faster NAME BAR FILE-A NAME-A FILE-B NAME-B: a goal of how many times as fast B is
faster() {
	goal "$1" "$2" "$(awk -v a="$(best "$3" "$4")" -v b="$(best "$5" "$6")" 'BEGIN { print a / b }')"
}

# The same kernels ahead of time and out of SPIR-V, compiled at the first launch.
for program in streams programs; do
	for target in spir64 x86_64; do
		"$BUILD/bin/sycl-cc" -O2 -fsycl-targets="$target" "bench/mux/$program.cpp" "$work/openmp.o" \
			-o "$work/$program-$target" -L"$llvm_lib" -lomp -Wl,-rpath,"$llvm_lib"
	done
	for _ in 1 2 3 4 5; do
		note_times "$work/$program-spir64"
		note_times "$work/$program-x86_64"
	done
	for name in copy mul add triad dot dot-256 reduction reduction-2d sums matrix nbody; do
		grep -q "^$name " "$work/$program-spir64.times" || continue
		faster "$name: speed out of SPIR-V / ahead of time" +0.95 "$work/$program-x86_64.times" "$name" \
			"$work/$program-spir64.times" "$name"
	done
done
for name in dot dot-256; do
	faster "$name with a tree, ahead of time / OpenMP" +0.90 "$work/streams-x86_64.times" openmp-dot \
		"$work/streams-x86_64.times" "$name"
done
for name in reduction reduction-2d; do
	faster "dot as $name, ahead of time / OpenMP" +0.90 "$work/streams-x86_64.times" openmp-dot \
		"$work/streams-x86_64.times" "$name"
done
faster "sums by exchanges in sub-groups, ahead of time / OpenMP" +0.80 "$work/streams-x86_64.times" openmp-sums \
	"$work/streams-x86_64.times" sums

# retargeted IN.bc: the module for the host's LLVM, ids and sizes being functions that are elsewhere
retargeted() {
	"$llvm/llvm-dis" -o - "$1" | sed 's/^target .*//; s/spir_kernel//; s/spir_func//; s/addrspace([0-9]*)//g'
}

# Compile time against LLVM's -O3 of the code of one work-item, for the same processor.
for case in 'small 200 1.5' 'tree 12 3' 'tree 14 3' 'guards 20 3' 'guards 60 3' 'barriers 60 3' 'mixed 100 3'; do
	# shellcheck disable=SC2086 # words
	set -- $case
	bench/mux/many.sh "$1" "$2" > "$work/many.cl"
	"$clang" -x cl -cl-std=CL2.0 -target spirv64-unknown-unknown -O1 -emit-llvm -c "$work/many.cl" -o "$work/many.bc"
	retargeted "$work/many.bc" > "$work/many.ll"
	x86="-mtriple=x86_64-linux -mcpu=x86-64-v3"
	cpu "compile time: $1, $2" "$3" "$BUILD/bin/mux-aot -j1 -o $work/many.so $work/many.bc" \
		"$llvm/opt -O3 $x86 $work/many.ll -o $work/many.o3 && $llvm/llc $x86 -filetype=obj $work/many.o3 -o $work/many.o"
done
exit "$missed"
