#!/bin/sh
# bench/foreach.sh: foreach against xargs, against a program that does nothing
# but posix_spawn and wait, and against itself.  Prints one line a goal:
#
#	foreach  GOAL  RATIO  bar BAR  ok|MISSED
#
# Ratios of wall time; medians of neighbouring runs.
set -eu
bench_name=foreach
# shellcheck source=bench/common
. "$(dirname "$0")/common"
foreach=$BUILD/bin/foreach
floor=$BUILD/bench/spawn-floor

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

# remote_hits: results from a server on this machine, against compiling them
remote_hits() {
	mkdir "$work/server"
	perl "$here/../tests/inputs/http-cache.pl" "$work/server" > /dev/null 2>&1 &
	server=$!
	while [ ! -s "$work/server/port" ]; do sleep 0.1; done
	cached="rm -rf $work/local; $run -j2 --cache=$work/local --cache=http://127.0.0.1:$(cat "$work/server/port")"
	sh -c "$cached -- $command @o"
	wall '100 llc answered by a server, to running them' 0.30 "$cached -- $command @o" "$run -j2 -- $command @o"
	if command -v ocloc > /dev/null; then
		"$foreach" --in-file-list="$work/modules" --in-replace={} --out-replace=@o --out-ext=spv --out-dir="$work/out" \
			--out-file-list="$work/spirv" -- "$llc" -O0 -filetype=obj {} -o @o
		head -n 20 "$work/spirv" > "$work/modules"
		command='ocloc compile -q -spirv_input -output_no_suffix -exclude_ir -device tgllp -file {} -output'
		sh -c "$cached -- $command @o" > /dev/null
		wall '20 ocloc answered by a server, to running them' 0.10 "$cached -- $command @o > $work/said" \
			"$run -j2 -- $command @o > $work/said"
	fi
	kill "$server"
}

list=$work/list
seq 1000 > "$list"
run="$foreach --in-file-list=$list --in-replace={} --jobs=2 --"

wall '1000 true, 2 jobs, to xargs -P2 -n1' 1.00 "$run true {}" "xargs -P2 -n1 true < $list"
wall '1000 true, 2 jobs, to the floor (posix_spawn only)' 1.25 "$run true {}" "$floor 1000 2 true 1"
if command -v parallel > /dev/null && parallel --version | grep -q GNU; then
	wall '1000 true, 2 jobs, to GNU parallel' 0.13 "$run true {}" "parallel -j2 true < $list"
	# What no program that runs 1,000 children can go below on this machine.
	wall '(posix_spawn only, to GNU parallel)' - "$floor 1000 2 true 1" "parallel -j2 true < $list"
else
	echo 'foreach  to GNU parallel: not measured, it is not installed'
fi

llc=$llvm/llc
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
	# Both processors have to be free for these two.
	wall '100 llc, 2 jobs, to 1 job' 0.55 "$fresh $run -j2 -- $command @o" "$fresh $run -j1 -- $command @o"
	wall '100 llc, 2 jobs, to xargs -P2' 1.02 "$fresh $run -j2 -- $command @o" \
		"$fresh xargs -P2 -I{} $llc -filetype=obj $work/in/{} -o {}.o < $work/names"
	mkdir -p "$work/out"
	$run --cache="$work/cache" -- "$llc" -filetype=obj {} -o @o
	wall '100 llc answered from the cache, to running them' 0.10 "$run -j2 --cache=$work/cache -- $command @o" \
		"$run -j2 -- $command @o"
	if [ -x "$BUILD/bin/remote-cache" ]; then
		remote_hits
	else
		echo 'foreach  cache on a server: not measured, libcurl is not installed'
	fi
else
	echo 'foreach  llc: not measured, it is not installed'
fi

# 100,000 lines take minutes: tests/long/foreach.bats holds their peak to the same bar.
seq -f '/a/folder/with/some/name/module_%g.bc' 20000 > "$list"
RUNS=1
compare "$foreach --in-file-list=$list --in-replace={} -j2 -- true" true
mib '20000 lines' 16
