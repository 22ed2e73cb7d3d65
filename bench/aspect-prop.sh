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
: "${BUILD:=build}" "${RUNS:=${BENCH_RUNS:-3}}" "${LLVM_CONFIG:=llvm-config-22}"
kernels=${1:-5000}
prop="$BUILD/bin/aspect-prop --no-warnings"
measure=$BUILD/bench/measure
floor=$BUILD/bench/llvm-floor
llvm=$($LLVM_CONFIG --bindir)
work=$(mktemp -d -t sycl-cc-bench.XXXXXX)
trap 'rm -rf -- "$work"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
missed=0

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

# goal NAME BAR RATIO
goal() {
	awk -v name="$1" -v bar="$2" -v ratio="$3" 'BEGIN {
		printf "aspect-prop  %-46s %8.3f  bar %-5s %s\n", name, ratio, bar, ratio <= bar ? "ok" : "MISSED"
		exit !(ratio <= bar)
	}' || missed=1
}

# run COMMAND-A COMMAND-B: sets ratio, and peak, that of A by that of B
run() {
	"$measure" "$RUNS" "$1" "$2" > "$work/result"
	read -r ratio _ < "$work/result"
	peak=$(awk 'NR == 1 { a = $3 } NR == 2 { print a / $1 }' "$work/result")
}

module big -n "$kernels"
$prop -o "$work/a.bc" "$work/big.bc"
! cmp -s "$work/a.bc" "$work/big.bc" || { echo 'bench/aspect-prop.sh: there was nothing to do' >&2; exit 1; }
module small -n $((kernels / 20))
module debug -n $((kernels / 5)) -g
graph plain
graph chain
graph cycle

run "exec $prop -o $work/a.bc $work/big.bc" "exec $llvm/opt -passes=no-op-module -o $work/b.bc $work/big.bc"
goal "$kernels kernels / opt no-op-module" 0.60 "$ratio"
goal "$kernels kernels, peak memory / opt" 1.00 "$peak"
run "exec $prop -o $work/a.bc $work/big.bc" "exec $floor $work/big.bc $work/b.bc"
goal "$kernels kernels / read, walk, write" 1.10 "$ratio"
run "exec $prop -o $work/a.bc $work/big.bc" "exec $floor -n $work/big.bc $work/b.bc"
goal "$kernels kernels / read, write, less 1" 0.10 "$(awk "BEGIN { print $ratio - 1 }")"
run "exec $prop -o $work/a.bc $work/debug.bc" "exec $floor $work/debug.bc $work/b.bc"
goal "$((kernels / 5)) kernels with -g / read, walk, write" 1.05 "$ratio"
run "exec $prop -o $work/a.bc $work/big.bc" "exec $prop -o $work/b.bc $work/small.bc"
goal "growth from $((kernels / 20)) to $kernels kernels, exponent" 1.08 "$(awk "BEGIN { print log($ratio) / log(20) }")"
run "exec $prop -o $work/a.bc $work/chain.bc" "exec $prop -o $work/b.bc $work/plain.bc"
goal "chain of 20000 calls / no calls" 1.30 "$ratio"
run "exec $prop -o $work/a.bc $work/cycle.bc" "exec $prop -o $work/b.bc $work/plain.bc"
goal "cycle of 20000 calls / no calls" 1.30 "$ratio"
exit "$missed"
