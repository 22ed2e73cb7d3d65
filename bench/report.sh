#!/bin/sh
# bench/report.sh [KERNELS]: the page about KERNELS (20,000) kernels in the images of
# six targets.  Prints one line a goal:
#
#	report  GOAL  VALUE  bar BAR  ok|MISSED
set -eu
bench_name=report
# shellcheck source=bench/common
. "$(dirname "$0")/common"
kernels=${1:-20000}
cd "$work"

awk -v n="$kernels" 'BEGIN {
	for (i = 0; i < n; i++)
		printf "_ZTSZN3app4util8solver%dILi%dEE3runERN4sycl5queueERNS3_6bufferIdLi2ENS3_6detail9allocatorIdEEvEEPKfEUlNS3_7nd_itemILi2EEEE_@solver_of_things_%d.cpp.%016x\n", i % 9 + 1, i, i % 50, i * 7919
}' > k.sym
head -c 100000 /dev/zero > k.bin
{
	echo '[Code|Symbols|Target]'
	for target in x86_64 spir64 intel_gpu_pvc intel_gpu_acm_g10 nvidia_gpu_sm_80 amd_gpu_gfx90a; do
		echo "k.bin|k.sym|$target"
	done
} > k.table
page="$BUILD/bin/sycl-image report -o page.html k.table"
start=$(date +%s%N)
$page
goal 'a page, seconds' 5 "$(awk -v ns="$(($(date +%s%N) - start))" 'BEGIN { print ns / 1e9 }')"
goal 'a page, MB' 20 "$(awk -v n="$(wc -c < page.html)" 'BEGIN { print n / 1e6 }')"
compare "$page" "$BUILD/bin/sycl-image list --json k.table > list.json"
goal 'a page, processor time, to the JSON of the same facts' - "$cpu"
mib 'a page' 512
exit "$missed"
