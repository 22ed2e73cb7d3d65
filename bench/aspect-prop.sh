#!/bin/sh
# bench/aspect-prop.sh [KERNELS]: aspect-prop on a module of KERNELS (5,000)
# kernels, against opt, which reads, verifies and writes, and against
# llvm-floor, which reads, walks and writes.  Prints one line a goal:
#
#	aspect-prop  GOAL  RATIO  bar BAR  ok|MISSED
#
# Ratios of processor time, medians of neighbouring runs; status 1 when one is
# missed.
set -eu
bench_name=aspect-prop
: "${RUNS:=${BENCH_RUNS:-3}}"
# shellcheck source=bench/common
. "$(dirname "$0")/common"
kernels=${1:-5000}
prop="$BUILD/bin/aspect-prop --no-warnings"
floor=$BUILD/bench/llvm-floor

# module NAME OPTION...: a module of gen-module's as it is before aspect-prop:
# no used aspects yet, but their names, and a type that uses one
module() {
	name=$1
	shift
	{
		"$BUILD/bench/gen-module" "$@" | sed 's/ !sycl_used_aspects ![0-9]*//'
		printf '!sycl_aspects = !{!%d, !%d}\n' 900000001 900000002
		printf '!sycl_types_that_use_aspects = !{!%d}\n' 900000003
		printf '!900000001 = !{!"fp16", i32 5}\n!900000002 = !{!"fp64", i32 6}\n!900000003 = !{!"functor", i32 58}\n'
	} | "$llvm/llvm-as" -o "$work/$name.bc"
}

# graph SHAPE: a kernel and 20,000 functions of 31 instructions that call
# nothing (plain), each the next (chain), or in a ring (cycle)
graph() {
	awk -v shape="$1" 'BEGIN {
		n = 20000
		for (i = 0; i <= n; i++) {
			printf "define %s void @f%d(ptr %%p) {\n", i ? "spir_func" : "spir_kernel", i
			for (k = 0; k < 10; k++)
				printf "%%v%d = load float, ptr %%p\n%%w%d = fmul float %%v%d, 2.0\nstore float %%w%d, ptr %%p\n", k, k, k, k
			if (shape == "chain" && i < n || shape == "cycle")
				printf "call spir_func void @f%d(ptr %%p)\n", i < n ? i + 1 : 1
			print "ret void\n}"
		}
		print "!sycl_aspects = !{!0}\n!0 = !{!\"fp64\", i32 6}"
	}' | "$llvm/llvm-as" -o "$work/$1.bc"
}

module big -n "$kernels"
$prop -o "$work/a.bc" "$work/big.bc"
! cmp -s "$work/a.bc" "$work/big.bc" || { echo 'bench/aspect-prop.sh: there was nothing to do' >&2; exit 1; }
module small -n $((kernels / 20))
module debug -n $((kernels / 5)) -g
graph plain
graph chain
graph cycle

cpu "$kernels kernels / opt no-op-module" 0.60 "exec $prop -o $work/a.bc $work/big.bc" \
	"exec $llvm/opt -passes=no-op-module -o $work/b.bc $work/big.bc"
goal "$kernels kernels, peak memory / opt" 1.00 "$(awk -v a="$peak" -v b="$other_peak" 'BEGIN { print a / b }')"
cpu "$kernels kernels / read, walk, write" 1.10 "exec $prop -o $work/a.bc $work/big.bc" \
	"exec $floor $work/big.bc $work/b.bc"
compare "exec $prop -o $work/a.bc $work/big.bc" "exec $floor -n $work/big.bc $work/b.bc"
goal "$kernels kernels / read, write, less 1" 0.10 "$(awk "BEGIN { print $cpu - 1 }")"
cpu "$((kernels / 5)) kernels with -g / read, walk, write" 1.05 "exec $prop -o $work/a.bc $work/debug.bc" \
	"exec $floor $work/debug.bc $work/b.bc"
compare "exec $prop -o $work/a.bc $work/big.bc" "exec $prop -o $work/b.bc $work/small.bc"
goal "growth from $((kernels / 20)) to $kernels kernels, exponent" 1.08 "$(awk "BEGIN { print log($cpu) / log(20) }")"
# What LLVM's own reading and writing grows by, memory that this machine has to find included.
compare "exec $floor $work/big.bc $work/b.bc" "exec $floor $work/small.bc $work/b.bc"
goal "(read, walk, write alone, exponent)" - "$(awk "BEGIN { print log($cpu) / log(20) }")"
cpu "chain of 20000 calls / no calls" 1.30 "exec $prop -o $work/a.bc $work/chain.bc" \
	"exec $prop -o $work/b.bc $work/plain.bc"
cpu "cycle of 20000 calls / no calls" 1.30 "exec $prop -o $work/a.bc $work/cycle.bc" \
	"exec $prop -o $work/b.bc $work/plain.bc"
exit "$missed"
