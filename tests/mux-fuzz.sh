#!/bin/sh
# tests/mux-fuzz.sh SEED COUNT [MUX-AOT-OPTION...]: compares COUNT random
# kernels with the oracle, in the current folder.  Needs BUILD and PATH.
set -eu
seed=$1 count=$2
shift 2
llvm=$(llvm-config-22 --bindir)
tests=$(cd "$(dirname "$0")" && pwd)
"$BUILD/tests/mux-fuzz" "$seed" "$count" > fuzz.cl
"$llvm/clang" -x cl -cl-std=CL2.0 -target spirv64-unknown-unknown -O1 -w -emit-llvm -c fuzz.cl \
	-o fuzz.bc
in=fuzz.bc
if [ "${FUZZ_SPIRV-}" ]; then
	in=fuzz.spv
	# LLVM 22 writes wrong SPIR-V for the i3 that later passes make of "& 7".
	"$llvm/clang" -x cl -cl-std=CL2.0 -target spirv64-unknown-unknown -O1 -Xclang -disable-llvm-passes -w -emit-llvm \
		-c fuzz.cl -o fuzz.O0.bc
	"$llvm/opt" -passes='function(sroa,simplifycfg)' fuzz.O0.bc -o fuzz.O1.bc
	"$llvm/llc" -O0 -mtriple=spirv64v1.3-unknown-unknown -filetype=obj fuzz.O1.bc -o fuzz.spv
fi
mux-aot "$@" -o fuzz.so "$in"
cc -O1 -w -include "$tests/c/mux-oracle.h" -I "$tests/../include" -rdynamic -pthread -o fuzz-host \
	"$tests/c/mux-fuzz-host.c" -x c fuzz.cl -ldl
./fuzz-host ./fuzz.so "$count"
