#!/bin/sh
# bench/aspect-filter.sh: aspect-filter on a table of 20,000 rows with property
# files against cat of these, and its start-up against true.  One line a goal:
#
#	filter  GOAL  RATIO  bar BAR  ok|MISSED
set -eu
bench_name=filter
# shellcheck source=bench/common
. "$(dirname "$0")/common"
cd "$work"

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
cpu '20,000 rows / cat' 3 "exec $filter --target=intel_gpu_pvc -o out.table in.table" \
	"tail -n +2 in.table | cut -d'|' -f2 | xargs cat > all"
mib '20,000 rows' 32
wall 'one row, wall / true' 10 "exec $filter --target=intel_gpu_pvc -o out.table one.table" 'exec /bin/true'
