#!/bin/sh
# bench/aspect-filter.sh: aspect-filter on a table of 20,000 rows with property
# files against cat of these, and its start-up against true.  One line a goal:
#
#	filter  GOAL  RATIO  bar BAR  ok|MISSED
set -eu
: "${BUILD:=build}" "${RUNS:=${BENCH_RUNS:-5}}"
case $BUILD in /*) ;; *) BUILD=$PWD/$BUILD ;; esac
measure=$BUILD/bench/measure
work=$(mktemp -d -t sycl-cc-bench.XXXXXX)
trap 'rm -rf -- "$work"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
cd "$work"

# goal NAME BAR RATIO
goal() {
	awk -v name="$1" -v bar="$2" -v ratio="$3" 'BEGIN {
		printf "filter  %-46s %8.3f  bar %-5s %s\n", name, ratio, bar, ratio <= bar ? "ok" : "MISSED"
	}'
}

awk 'BEGIN {
	print "[Code|Properties|Symbols]" > "in.table"
	for (i = 0; i < 20000; i++) {
		name = sprintf("m_%d.prop", i)
		printf "m_%d.bc|%s|m_%d.sym\n", i, name, i > "in.table"
		printf "[SYCL/device requirements]\naspects=2|%s\nreqd_sub_group_size=1|%d\n[SYCL/misc properties]\noptLevel=1|2\n", \
			i % 2 ? "AAAAAAAAAAA" : "gAAAAAAAAAgBAAAA", i % 3 ? 16 : 8 > name
		close(name)
	}
}'
head -n 2 in.table > one.table
filter=$BUILD/bin/aspect-filter
"$measure" "$RUNS" "exec $filter --target=intel_gpu_pvc -o out.table in.table" \
	"tail -n +2 in.table | cut -d'|' -f2 | xargs cat > all" > result
read -r ratio _ peak < result
goal '20,000 rows / cat' 3 "$ratio"
goal '20,000 rows, peak in MiB' 32 "$(awk -v k="$peak" 'BEGIN { print k / 1024 }')"
"$measure" "$RUNS" "exec $filter --target=intel_gpu_pvc -o out.table one.table" 'exec /bin/true' > result
read -r _ ratio _ < result
goal 'one row, wall / true' 10 "$ratio"
