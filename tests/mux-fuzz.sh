#!/bin/sh
# tests/mux-fuzz.sh SEED COUNT [MUX-AOT-OPTION...]: compares COUNT random
# kernels with the oracle, in the current folder.  Needs BUILD and PATH.
set -eu
seed=$1 count=$2
shift 2
tests=$(cd "$(dirname "$0")" && pwd)
"$BUILD/tests/mux-fuzz" "$seed" "$count" > fuzz.cl
"$(llvm-config-22 --bindir)/clang" -x cl -cl-std=CL2.0 -target spirv64-unknown-unknown -O1 -emit-llvm -c fuzz.cl -o fuzz.bc
mux-aot "$@" -o fuzz.so fuzz.bc
cc -O1 -w -include "$tests/c/mux-oracle.h" -I "$tests/../include" -rdynamic -pthread -o fuzz-host \
	"$tests/c/mux-fuzz-host.c" -x c fuzz.cl -ldl
./fuzz-host ./fuzz.so "$count"
