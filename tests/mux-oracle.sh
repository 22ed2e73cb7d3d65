#!/bin/sh
# tests/mux-oracle.sh NAME PRODUCER OPTIMIZATION [KERNEL]: compares what the kernels
# of tests/inputs/mux/oracle/NAME.cl compute with NAME.want, which has what mux-host
# prints of them, in the current folder.  PRODUCER: bitcode, backend (SPIR-V of LLVM),
# llvm-spirv.  Prints the lines that differ.  Needs BUILD and PATH.  ORACLE_TARGET is
# the processor, ORACLE_HOST the command that is mux-host for it, ORACLE_OPTIONS more options of clang.  ORACLE_SIZE
# (1,1,1, 5,1,1, 16,1,1, 37,1,1 or 4,4,2): compiles for work-groups of that size alone, also kernels that require another.
set -eu
name=$1 producer=$2 optimize=$3 kernel=${4-}
tests=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=llvm.mk
. "$tests/../llvm.mk"
clang=$("llvm-config-$LLVM_VERSION" --bindir)/clang
target=spirv64-unknown-unknown
in=$name.bc
case $producer in
backend) in=$name.spv ;;
llvm-spirv) clang=clang-15 target=spir64-unknown-unknown ;;
*) ;;
esac
if [ "$producer" = backend ]; then set --; else set -- -emit-llvm; fi
grep "^$kernel${kernel:+ }" "$tests/inputs/mux/oracle/$name.want" > want
column=
if [ -n "${ORACLE_SIZE-}" ]; then
	ORACLE_OPTIONS="${ORACLE_OPTIONS-} -Dreqd_work_group_size(x,y,z)="
	case $ORACLE_SIZE in
	1,1,1) column=2 ;;
	5,1,1) column=3 ;;
	16,1,1) column=4 ;;
	37,1,1) column=5 ;;
	4,4,2) column=6 ;;
	*) echo "no kernel runs in work-groups of $ORACLE_SIZE" >&2 && exit 2 ;;
	esac
fi
# of_size < LINES: what they say of that size, all without one; nothing of kernels that are not known with it
of_size() {
	awk -v column="$column" 'FILENAME == "want" { is[$1] = $column; next } !column { print; next } is[$1] != "-" { print $1, $column }' want -
}
# shellcheck disable=SC2086 # words
"$clang" -x cl -cl-std=CL2.0 -target $target "$optimize" -ffp-contract=off -w ${ORACLE_OPTIONS-} "$@" -c -o "$in" "$tests/inputs/mux/oracle/$name.cl"
if [ "$producer" = llvm-spirv ]; then
	llvm-spirv-15 --spirv-max-version=1.3 --spirv-ext=+SPV_INTEL_subgroups -o "$name.spv" "$in"
	in=$name.spv
fi
mux-aot ${kernel:+"--kernel=$kernel"} ${ORACLE_TARGET:+"--target=$ORACLE_TARGET"} ${ORACLE_SIZE:+"--local-size=$ORACLE_SIZE"} -o "$name.so" "$in"
# shellcheck disable=SC2086 # words
${ORACLE_HOST:-"$BUILD/tests/mux-host"} "./$name.so" | sort | of_size > got
of_size < want | diff - got
