#!/bin/sh
# bench/foreach.sh: foreach against xargs, against a program that does nothing
# but posix_spawn and wait, and against itself.  Prints one line a goal:
#
#	foreach  GOAL  RATIO  bar BAR  ok|MISSED
#
# Ratios of wall time; medians of neighbouring runs.
set -eu
: "${BUILD:=build}" "${RUNS:=${BENCH_RUNS:-5}}" "${LLVM_CONFIG:=llvm-config-22}"
BUILD=$(cd "$BUILD" && pwd)
foreach=$BUILD/bin/foreach
measure=$BUILD/bench/measure
floor=$BUILD/bench/spawn-floor
work=$(mktemp -d -t sycl-cc-bench.XXXXXX)
trap 'rm -rf -- "$work"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# goal NAME BAR VALUE
goal() {
	awk -v name="$1" -v bar="$2" -v value="$3" 'BEGIN {
		printf "foreach  %-52s %8.3f  bar %-5s %s\n", name, value, bar, value <= bar ? "ok" : "MISSED"
	}'
}

# wall NAME BAR COMMAND-A COMMAND-B; the peak memory of A in KiB goes to $peak
wall() {
	"$measure" "$RUNS" "$3" "$4" > "$work/result"
	read -r _ ratio peak < "$work/result"
	goal "$1" "$2" "$ratio"
}

# A kernel of some hundred instructions.
module() {
	awk 'BEGIN {
		print "target triple = \"spirv64v1.3-unknown-unknown\""
		print "define spir_kernel void @k(ptr addrspace(1) %p) {"
		for (i = 0; i < 400; i++)
			printf "  %%a%d = load i32, ptr addrspace(1) %%p\n  %%b%d = add i32 %%a%d, %d\n  store i32 %%b%d, ptr addrspace(1) %%p\n", i, i, i, i, i
		print "  ret void\n}"
	}'
}

list=$work/list
seq 1000 > "$list"
run="$foreach --in-file-list=$list --in-replace={} --jobs=2 --"

wall '1000 true, 2 jobs, to xargs -P2 -n1' 1.00 "$run true {}" "xargs -P2 -n1 true < $list"
wall '1000 true, 2 jobs, to the floor (posix_spawn only)' 1.25 "$run true {}" "$floor 1000 2 true 1"
if command -v parallel > /dev/null && parallel --version | grep -q GNU; then
	wall '1000 true, 2 jobs, to GNU parallel' 0.13 "$run true {}" "parallel -j2 true < $list"
	# What no program that runs 1,000 children can go below on this machine.
	"$measure" "$RUNS" "$floor 1000 2 true 1" "parallel -j2 true < $list" > "$work/result"
	awk 'NR == 1 { printf "foreach  %-52s %8.3f\n", "(posix_spawn only, to GNU parallel)", $2 }' "$work/result"
else
	echo 'foreach  to GNU parallel: not measured, it is not installed'
fi

llc=$("$LLVM_CONFIG" --bindir)/llc
if [ -x "$llc" ]; then
	mkdir "$work/in"
	module > "$work/in/1.ll"
	for i in $(seq 2 100); do cp "$work/in/1.ll" "$work/in/$i.ll"; done
	ls -d "$work"/in/*.ll > "$work/modules"
	ls "$work/in" > "$work/names"
	# Each run writes into a new folder: to replace a file costs more than to make one.
	fresh="rm -rf $work/out; mkdir $work/out; cd $work/out;"
	run="$foreach --in-file-list=$work/modules --in-replace={} --out-replace=@o --out-dir=$work/out"
	command="$llc -filetype=obj {} -o"
	RUNS=5
	# Both processors have to be free for these two.
	wall '100 llc, 2 jobs, to 1 job' 0.55 "$fresh $run -j2 -- $command @o" "$fresh $run -j1 -- $command @o"
	wall '100 llc, 2 jobs, to xargs -P2' 1.02 "$fresh $run -j2 -- $command @o" \
		"$fresh xargs -P2 -I{} $llc -filetype=obj $work/in/{} -o {}.o < $work/names"
	mkdir -p "$work/out"
	$run --cache="$work/cache" -- "$llc" -filetype=obj {} -o @o
	wall '100 llc answered from the cache, to running them' 0.10 "$run -j2 --cache=$work/cache -- $command @o" \
		"$run -j2 -- $command @o"
else
	echo 'foreach  llc: not measured, it is not installed'
fi

# 100,000 lines take minutes: tests/long/foreach.bats holds their peak to the same bar.
seq -f '/a/folder/with/some/name/module_%g.bc' 20000 > "$list"
"$measure" 1 "$foreach --in-file-list=$list --in-replace={} -j2 -- true" true > "$work/result"
read -r _ _ peak < "$work/result"
goal '20000 lines, peak in MiB' 16 "$(awk -v k="$peak" 'BEGIN { print k / 1024 }')"
