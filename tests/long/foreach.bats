# foreach under stress: races, kills at any moment, long lists.
# shellcheck disable=SC2016 # '$' in the words of a command is meant for its shell
load ../helper

program() {
	cat > "$1"
	chmod +x "$1"
}

# Inputs in/r1..rN of some size, their list, a program that upper-cases slowly enough to be hit.
rows() {
	mkdir -p in d
	for i in $(seq "$1"); do seq "$i" "$((i + 3000))" | sed 's/$/ text/' > "in/r$i"; done
	seq -f 'in/r%g' "$1" > list
	program tool <<-'X'
		#!/bin/sh
		head -n 1000 "$1" | tr a-z A-Z > "$2"
		[ ! -e "$1.slow" ] || sleep 0.05
		tail -n +1001 "$1" | tr a-z A-Z >> "$2"
		echo "done $1" >&2
	X
}

complete() {
	for out in "$1"/*; do
		[ -e "$out" ] || return 0
		row=${out##*/}
		LC_ALL=C tr "[:lower:]" "[:upper:]" < "in/${row%%-*}" | cmp - "$out" || return 1
	done
}

@test "two processes race on one cache 100 times: no failure, no wrong output, no damage" {
	rows 4
	for round in $(seq 100); do
		[ $((round % 10)) -ne 1 ] || rm -rf cache
		echo "$round" > in/r2
		rm -rf a b
		mkdir a b
		for dir in a b; do
			foreach --cache=cache --cache-stats --cache-size=60K --in-file-list=list --in-replace=@i \
				--out-replace=@o --out-dir=$dir -j2 -- ./tool @i @o > $dir.log 2>&1 &
			pids[${#dir}]=$!
			[ $dir = b ] || first=$!
		done
		wait "$first" || { cat a.log; return 1; }
		wait $! || { cat b.log; return 1; }
		complete a && complete b || return 1
		cmp -s a/r2-2.out b/r2-2.out || return 1
		grep -q ' 0 damaged' a.log && grep -q ' 0 damaged' b.log || { cat a.log b.log; return 1; }
		[ "$(grep -c '^done' a.log)" -eq 4 ] || return 1
	done
}

@test "64 jobs, TERM at 25 different moments: no child left, no partial output" {
	rows 64
	for i in $(seq 64); do touch "in/r$i.slow"; done
	for round in $(seq 25); do
		rm -rf d
		mkdir d
		tag=mark_${BATS_TEST_NUMBER}_$$_$round
		TAG=$tag foreach --in-file-list=list --in-replace=@i --out-replace=@o --out-dir=d --out-file-list=names \
			-j4 -- ./tool @i @o > /dev/null 2> err &
		sleep "0.$(printf %03d $((round * 37)))"
		kill -TERM $! 2> /dev/null || :
		ended=0
		wait $! || ended=$?
		[ "$ended" -eq 143 ] || [ "$ended" -eq 0 ] || { echo "status $ended"; cat err; return 1; }
		[ "$ended" -eq 0 ] || [ ! -e names ] || return 1
		rm -f names
		run grep -lsa "TAG=$tag" /proc/[0-9]*/environ
		[ -z "$output" ] || { echo "left: $output"; return 1; }
		complete d || return 1
	done
}

@test "KILL at 25 different moments leaves a cache that gives right answers" {
	rows 12
	for round in $(seq 25); do
		# A folder of its own: children of a killed foreach go on for a while.
		mkdir "k$round"
		foreach --cache=cache --in-file-list=list --in-replace=@i --out-replace=@o --out-dir="k$round" -j2 \
			-- ./tool @i @o > /dev/null 2>&1 &
		sleep "0.0$(printf %02d $((round * 3)))"
		# On a fast machine it may be done by then.
		kill -KILL $! 2> /dev/null && killed=$((${killed:-0} + 1)) || :
		wait $! || :
		if [ $((round % 5)) -eq 0 ]; then
			rm -rf d
			mkdir d
			foreach --cache=cache --cache-stats --in-file-list=list --in-replace=@i --out-replace=@o --out-dir=d \
				-j2 -- ./tool @i @o > /dev/null 2> err
			grep -q ' 0 damaged' err || { cat err; return 1; }
			[ "$(find d -type f | wc -l)" -eq 12 ] || return 1
			complete d || return 1
			rm -rf cache
		fi
	done
	[ "$killed" -ge 5 ]
}

# peak COMMAND...: its peak memory in KiB, measured by foreach itself
peak() {
	echo one > one
	foreach --in-file-list=one --in-replace=@none@ --stats=stats -- "$@"
	sed -n 2p stats | cut -f 7
}

@test "100,000 lines need at most 16 MiB, also when the first item is the last to end" {
	seq 100000 > list
	program job <<-'X'
		#!/bin/sh
		[ "$1" != 1 ] || while [ ! -e last ]; do sleep 0.1; done
		[ "$1" != 100000 ] || : > last
	X
	kib=$(peak foreach --in-file-list=list --in-replace={} -j3 --stats=inner -- ./job {})
	echo "# peak with everything waiting for the first: $kib KiB" >&3
	[ "$kib" -le 16384 ]
	[ "$(wc -l < inner)" -eq 100001 ]
}

@test "64 items of a second on 8 slots take 8 seconds, and next to no processor time of foreach" {
	seq 64 > list
	start=$(date +%s%N)
	foreach --in-file-list=list --in-replace={} -j8 -- sleep 1 {}e-9 &
	sleep 7.5
	read -r _ _ _ _ _ _ _ _ _ _ _ _ _ user system _ < "/proc/$!/stat"
	wait $!
	took=$(( ($(date +%s%N) - start) / 1000000 ))
	echo "# $took ms, own time $((user + system)) ticks" >&3
	[ "$took" -le 8700 ]
	[ $((user + system)) -le 4 ]
}

@test "under make -j2 two foreach with 200 children never have more than two at once" {
	mkdir alive
	program leaf <<-'X'
		#!/bin/sh
		: > "alive/$$"
		set -- alive/*
		echo $# >> counts
		sleep 0.01
		rm "alive/$$"
	X
	seq 100 > list
	printf 'all: one two\none two:\n\t+foreach --in-file-list=list --in-replace={} -j8 -- ./leaf {}\n' > Makefile
	make -s -j2
	[ "$(wc -l < counts)" -eq 200 ]
	[ "$(sort -n counts | tail -n 1)" -eq 2 ]
}
