#!/bin/sh
# bench/tables.sh [ROWS]: file-table-tform on a table of ROWS (1,000,000) rows
# and three columns, against mawk, cat and true.  Prints one line a goal:
#
#	table  GOAL  RATIO  bar BAR  ok|MISSED
#
# Ratios of processor time unless the goal says wall; medians of neighbouring runs.
set -eu
bench_name=table
# shellcheck source=bench/common
. "$(dirname "$0")/common"
rows=${1:-1000000}
tform=$BUILD/bin/file-table-tform

# make_table ROWS FILE
make_table() {
	awk -v n="$1" 'BEGIN {
		print "[Code|Properties|Symbols]"
		for (i = 0; i < n; i++)
			printf "link/module_%d.bc|link/module_%d.prop|link/module_%d.sym\n", i, i, i
	}' > "$2"
}

t=$work/t.table l=$work/t.list
make_table "$rows" "$t"
awk -v n="$rows" 'BEGIN { for (i = 0; i < n; i++) printf "link/image_%d.spv\n", i }' > "$l"
make_table 2 "$work/two.table"
printf '[Table]\n%s\n%s\n' "$t" "$t" > "$work/merge.table"

cpu 'extract / mawk' 0.60 "exec $tform -extract=Code -o $work/a $t" \
	"exec mawk -F'|' 'NR > 1 { print \$1 }' $t > $work/b"
mib extract 8
cpu 'extract / cat of the table' 3 "exec $tform -extract=Code -o $work/a $t" "exec cat $t > $work/b"
cpu 'replace / mawk with an array' 0.50 "exec $tform -replace=Code,0 -o $work/a $t $l" \
	"exec mawk -F'|' 'NR == FNR { a[NR] = \$0; next } FNR > 1 { \$1 = a[FNR - 1] } { print }' OFS='|' $l $t > $work/b"
mib replace 8
cpu 'replace / cat of the table and the list' 5 "exec $tform -replace=Code,0 -o $work/a $t $l" \
	"exec cat $t $l > $work/b"
cpu 'rename / cat' 3 "exec $tform -rename=Code,Image -o $work/a $t" "exec cat $t > $work/b"
mib rename 8
cpu 'drop a column / cat' 3 "exec $tform -extract=Code,Symbols -o $work/a $t" "exec cat $t > $work/b"
cpu 'merge of two / cat of both' 3 "exec $tform -merge=Table -o $work/a $work/merge.table" \
	"exec cat $t $t > $work/b"
mib merge 8
cpu 'sort / LC_ALL=C sort' 3 "exec $tform --sort=Symbols -o $work/a $t" \
	"LC_ALL=C exec sort -t'|' -k3,3 -s $t > $work/b"
RUNS=50
wall 'a table of two rows / true, wall' 4 "exec $tform -extract=Code -o $work/a $work/two.table" "exec /bin/true"
