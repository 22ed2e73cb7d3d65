#!/bin/sh
# bench/sycl-cc.sh [KERNELS]: the link step of sycl-cc, on an object with the
# device code of that many C++ kernels (2,000).  Prints one line a goal:
#
#	sycl-cc  GOAL  RATIO  bar BAR  ok|MISSED
#
# Medians of neighbouring runs.  BENCH_AOT_KERNELS (40) are those of the row
# with ocloc, which takes long.
set -eu
bench_name=sycl-cc
: "${RUNS:=${BENCH_RUNS:-3}}"
# shellcheck source=bench/common
. "$(dirname "$0")/common"
kernels=${1:-${BENCH_KERNELS:-2000}} aot_kernels=${BENCH_AOT_KERNELS:-40}
cd "$work"

# object NAME: NAME.o with the device code of NAME.bc
object() {
	"$BUILD/bin/object-pack" --into=host.o "--image=spirv64-unknown-unknown,$1.bc" -o "$1.o"
}

# generated NAME KERNELS: NAME.bc of gen-module's, whose kernels are longer
generated() {
	"$BUILD/bench/gen-module" -x -n "$2" | "$llvm/llvm-as" -o "$1.bc"
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

echo 'int main(void) { return 0; }' | "$llvm/clang" -x c -c -o host.o -
compiled many "$kernels"
generated one 1
generated aot "$aot_kernels"
for name in many one aot; do object "$name"; done

link="exec $BUILD/bin/sycl-cc -fsycl-max-parallel-link-jobs=2"
"$BUILD/bin/sycl-cc" '-###' -fsycl-max-parallel-link-jobs=2 many.o -o p > many.sh
"$BUILD/bin/sycl-cc" '-###' one.o -o p > one.sh

if linker=$(command -v "clang-sycl-linker-$LLVM_VERSION" || command -v "$llvm/clang-sycl-linker"); then
	all_runs=$RUNS RUNS=1
	wall 'link to SPIR-V objects / clang-sycl-linker, wall' 0.15 "$link many.o -o p" \
		"exec $linker -triple=spirv64-unknown-unknown many.bc -o q"
	goal 'the same, greatest peak of one process' 0.05 "$(awk -v a="$peak" -v b="$other_peak" 'BEGIN { print a / b }')"
	RUNS=$all_runs
else
	echo 'sycl-cc  clang-sycl-linker is not installed: compared with llc on the whole module, which splits nothing'
	wall 'link to SPIR-V objects / llc of one module, wall' - "$link many.o -o p" \
		"exec $llvm/llc -O0 -mtriple=spirv64v1.3-unknown-unknown -filetype=obj -spirv-ext=all many.bc -o q.spv"
	goal 'the same, greatest peak of one process' - "$(awk -v a="$peak" -v b="$other_peak" 'BEGIN { print a / b }')"
fi
wall 'link / its stages run by a script, wall' 1.05 "$link many.o -o p" 'exec sh many.sh'
goal 'one kernel: ms over its stages' 50 "$(overhead "$BUILD/bin/sycl-cc one.o -o p" 'sh one.sh')"
mkdir cache
"$BUILD/bin/sycl-cc" --cache=cache many.o -o p
wall 'link with a full cache / without, wall' - "$link --cache=cache many.o -o p" "$link many.o -o p"
if command -v ocloc > /dev/null; then
	RUNS=1
	native="$link -fsycl-targets=intel_gpu_pvc -fno-sycl-embed-spirv aot.o -o p"
	cpu 'ocloc: an image a kernel / an image a source' 16 "$native -fsycl-device-code-split=per_kernel" \
		"$native -fsycl-device-code-split=per_source"
	cpu 'ocloc: auto / an image a source' 1.5 "$native" "$native -fsycl-device-code-split=per_source"
fi
