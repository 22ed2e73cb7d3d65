#!/bin/sh
# bench/sycl-cc.sh [KERNELS]: the link step of sycl-cc, on an object with the
# device module of that many kernels (1,000).  Prints one line a goal:
#
#	sycl-cc  GOAL  RATIO  bar BAR  ok|MISSED
#
# Medians of neighbouring runs.  BENCH_AOT_KERNELS (40) are those of the row
# with ocloc, which takes long.
set -eu
: "${BUILD:=build}" "${RUNS:=${BENCH_RUNS:-3}}" "${BENCH_AOT_KERNELS:=40}"
kernels=${1:-${BENCH_KERNELS:-1000}}
case $BUILD in /*) ;; *) BUILD=$PWD/$BUILD ;; esac
bin=$(llvm-config-22 --bindir)
measure=$BUILD/bench/measure
work=$(mktemp -d -t sycl-cc-bench.XXXXXX)
trap 'rm -rf -- "$work"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
cd "$work"

# goal NAME BAR VALUE; a bar of - only reports
goal() {
	awk -v name="$1" -v bar="$2" -v ratio="$3" 'BEGIN {
		printf "sycl-cc  %-58s %8.3f  bar %-6s %s\n", name, ratio, bar, bar == "-" ? "" : ratio <= bar ? "ok" : "MISSED"
	}'
}

# object NAME KERNELS: NAME.o with device code, and NAME.bc, the code alone
object() {
	"$BUILD/bench/gen-module" -x -n "$2" | "$bin/llvm-as" -o "$1.bc"
	"$BUILD/bin/object-pack" --into=host.o "--image=spirv64-unknown-unknown,$1.bc" -o "$1.o"
}

# now: milliseconds
now() {
	date +%s%N | sed 's/......$//'
}

# overhead DRIVER STAGES: the median, in ms, of what the first command takes longer than the second
overhead() {
	for _ in 1 2 3 4 5 6 7; do
		a=$(now)
		sh -c "$1"
		b=$(now)
		sh -c "$2"
		c=$(now)
		echo "$((b - a - (c - b)))"
	done | sort -n | sed -n 4p
}

echo 'int main(void) { return 0; }' | "$bin/clang" -x c -c -o host.o -
object many "$kernels"
object one 1
object aot "$BENCH_AOT_KERNELS"

link="exec $BUILD/bin/sycl-cc -fsycl-max-parallel-link-jobs=2"
"$BUILD/bin/sycl-cc" '-###' -fsycl-max-parallel-link-jobs=2 many.o -o p > many.sh
"$BUILD/bin/sycl-cc" '-###' one.o -o p > one.sh

if linker=$(command -v clang-sycl-linker-22 || command -v "$bin/clang-sycl-linker"); then
	"$measure" 1 "$link many.o -o p" "exec $linker -triple=spirv64-unknown-unknown many.bc -o q" > result
	{
		read -r _ ratio peak
		read -r other
	} < result
	goal 'link to SPIR-V objects / clang-sycl-linker, wall' 0.15 "$ratio"
	goal 'the same, greatest peak of one process' 0.05 "$(awk -v a="$peak" -v b="$other" 'BEGIN { print a / b }')"
else
	echo 'sycl-cc  clang-sycl-linker is not installed: compared with llc on the whole module, which splits nothing'
	"$measure" "$RUNS" "$link many.o -o p" \
		"exec $bin/llc -O0 -mtriple=spirv64v1.3-unknown-unknown -filetype=obj -spirv-ext=all many.bc -o q.spv" > result
	{
		read -r _ ratio peak
		read -r other
	} < result
	goal 'link to SPIR-V objects / llc of one module, wall' - "$ratio"
	goal 'the same, greatest peak of one process' - "$(awk -v a="$peak" -v b="$other" 'BEGIN { print a / b }')"
fi
"$measure" "$RUNS" "$link many.o -o p" 'exec sh many.sh' > result
read -r _ ratio _ < result
goal 'link / its stages run by a script, wall' 1.05 "$ratio"
goal 'one kernel: ms over its stages' 50 "$(overhead "$BUILD/bin/sycl-cc one.o -o p" 'sh one.sh')"
if command -v ocloc > /dev/null; then
	"$measure" 1 "$link -fsycl-targets=intel_gpu_pvc -fno-sycl-embed-spirv -fsycl-device-code-split=per_kernel aot.o -o p" \
		"$link -fsycl-targets=intel_gpu_pvc -fno-sycl-embed-spirv -fsycl-device-code-split=per_source aot.o -o p" > result
	read -r ratio _ < result
	goal 'ocloc: an image a kernel / an image a source' 16 "$ratio"
	"$measure" 1 "$link -fsycl-targets=intel_gpu_pvc -fno-sycl-embed-spirv aot.o -o p" \
		"$link -fsycl-targets=intel_gpu_pvc -fno-sycl-embed-spirv -fsycl-device-code-split=per_source aot.o -o p" > result
	read -r ratio _ < result
	goal 'ocloc: auto / an image a source' 1.5 "$ratio"
fi
mkdir cache
"$BUILD/bin/sycl-cc" --cache=cache many.o -o p
"$measure" "$RUNS" "$link --cache=cache many.o -o p" "$link many.o -o p" > result
read -r _ ratio _ < result
goal 'link with a full cache / without, wall' - "$ratio"
