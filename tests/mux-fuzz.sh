#!/bin/sh
# tests/mux-fuzz.sh SEED COUNT [MUX-AOT-OPTION...]: compares COUNT random
# kernels with the oracle, in the current folder; from seed 3000 on those of
# mux-wild, from 6000 on those of mux-rows, from 12000 on those of mux-lanes,
# from 14000 on those of mux-places.
# FUZZ_SPIRV=backend or llvm-spirv: as SPIR-V of that producer; FUZZ_O: clang's optimization, -O1.  Needs BUILD
# and PATH.
set -eu
seed=$1 count=$2
shift 2
tests=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=llvm.mk
. "$tests/../llvm.mk"
llvm=$("llvm-config-$LLVM_VERSION" --bindir)
kind=fuzz header=/dev/null local= index=
[ "$seed" -lt 3000 ] || kind=wild header=$tests/c/mux-wild.h
[ "$seed" -lt 6000 ] || kind=rows header=$tests/c/mux-rows.h local=static
[ "$seed" -lt 12000 ] || kind=lanes header=$tests/c/mux-lanes.h local=
host=$kind
[ "$seed" -lt 14000 ] || kind=places host=rows header=$tests/c/mux-rows.h local=static
[ -z "${FUZZ_SPIRV-}" ] || index=-DONE_INDEX
"$BUILD/tests/mux-$kind" "$seed" "$count" > fuzz.cl
"$llvm/clang" -x cl -cl-std=CL2.0 -target spirv64-unknown-unknown "${FUZZ_O--O1}" -ffp-contract=off -w -emit-llvm \
	${index:+"$index"} -include "$header" -c fuzz.cl -o fuzz.bc
in=fuzz.bc
case ${FUZZ_SPIRV-} in
backend)
	in=fuzz.spv
	spirv-prep --for=backend -o fuzz.prep.bc fuzz.bc
	"$llvm/llc" -O0 -mtriple=spirv64v1.3-unknown-unknown -filetype=obj fuzz.prep.bc -o fuzz.spv
	;;
llvm-spirv)
	in=fuzz.spv
	spirv-prep --for=llvm-spirv -o fuzz.prep.bc fuzz.bc
	llvm-spirv-15 --spirv-max-version=1.3 fuzz.prep.bc -o fuzz.spv
	;;
*) ;;
esac
mux-aot "$@" -o fuzz.so "$in"
if [ $kind != fuzz ]; then
	"$llvm/clang" -x cl -cl-std=CL2.0 -cl-no-stdinc -target x86_64-linux-gnu -O0 -ffp-contract=off -fPIC -w \
		-DORACLE -D__kernel= -D__global= -D__local=$local ${index:+"$index"} -include "$header" -c fuzz.cl -o oracle.o
	cc -rdynamic -o fuzz-host "$BUILD/tests/c/mux-$host-host.o" oracle.o -ldl
	exec ./fuzz-host ./fuzz.so "$count"
fi
cc -O1 -w -include "$tests/c/mux-oracle.h" -I "$tests/../include" -rdynamic -pthread -o fuzz-host \
	"$tests/c/mux-fuzz-host.c" -x c fuzz.cl -ldl
./fuzz-host ./fuzz.so "$count"
