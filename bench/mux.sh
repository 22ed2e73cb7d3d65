#!/bin/sh
# bench/mux.sh: kernels through mux-aot against the same loops in C with OpenMP
# (clang-22 -O3 -march=native -fno-math-errno) and against pocl.  Ratios above 1: mux-aot wins.
set -eu
cd "$(dirname "$0")/.."
: "${BUILD:=build}"
clang=$(llvm-config-22 --bindir)/clang
work=$(mktemp -d -t bench-mux.XXXXXX)
trap 'rm -rf -- "$work"' EXIT

"$clang" -x cl -cl-std=CL1.2 -target spirv64-unknown-unknown -O2 -emit-llvm -c bench/mux/kernels.cl -o "$work/kernels.bc"
"$BUILD/bin/mux-aot" --target=native -o "$work/kernels.so" "$work/kernels.bc"
"$clang" -O3 -march=native -fno-math-errno -fopenmp -c bench/mux/openmp.c -o "$work/openmp.o"
"$clang" -O2 -std=gnu11 -Iinclude -Ibench/mux bench/mux/bench-mux.c "$work/openmp.o" -o "$work/bench-mux" \
	-fopenmp -lOpenCL -lm -ldl
OMP_NUM_THREADS=1 POCL_MAX_PTHREAD_COUNT=1 "$work/bench-mux" "$work/kernels.so" bench/mux/kernels.cl

echo 'the same as SYCL programs, through sycl-cc:'
llvm_lib=$(llvm-config-22 --libdir)
"$BUILD/bin/sycl-cc" -O2 -fsycl-targets=x86_64 bench/mux/programs.cpp "$work/openmp.o" -o "$work/programs" \
	-L"$llvm_lib" -lomp -Wl,-rpath,"$llvm_lib"
OMP_NUM_THREADS=1 SYCL_CC_THREADS=1 "$work/programs"
