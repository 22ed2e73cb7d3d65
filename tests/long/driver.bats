# Every node of the graph killed, stopped after and started at, with full runs.
load ../helper

program=$BATS_TEST_DIRNAME/../inputs/driver/use-square.cpp
part=$BATS_TEST_DIRNAME/../inputs/driver/square.cpp

# Every node of the link of a source and an object that holds device code, in the order of the graph.
setup_file() {
	sycl-cc -c "$part" -o "$BATS_FILE_TMPDIR/part.o"
	cd "$BATS_FILE_TMPDIR" || return 1
	sycl-cc --graph=json "$program" part.o -o p | jq -r '.[].node' > taking-part
	nodes=$(sed '/^#/d' "$root/driver/nodes.tsv" | cut -f 1 | grep -xF -f taking-part)
	[ "$(wc -w <<< "$nodes")" -eq "$(wc -l < taking-part)" ]
	export nodes
}

setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
	mkdir tmp
	export TMPDIR=$PWD/tmp
}

@test "every node killed by KILL and by TERM: it is named, no program and no temporary stays" {
	ln "$BATS_FILE_TMPDIR/part.o" .
	for signal in KILL TERM; do
		printf '#!/bin/sh\n"$@" &\nkill -%s $$\nsleep 9\n' "$signal" > killer
		chmod +x killer
		for node in $nodes; do
			run -1 sycl-cc --stage "$node=$PWD/killer" "$program" part.o -o p
			[[ $output == *"sycl-cc: error: "*"stage '$node' was ended by SIG$signal"* ]] || { echo "$node: $output"; return 1; }
			[ "$(grep -c 'sycl-cc: error: ' <<< "$output")" -eq 1 ] || { echo "$node: $output"; return 1; }
		done
	done
	sleep 1
	[ -z "$(find tmp -mindepth 1)" ]
}

@test "stopped after every node in turn and started at the next one, the program is the same" {
	ln "$BATS_FILE_TMPDIR/part.o" .
	sycl-cc "$program" part.o -o direct
	before=
	for node in $nodes; do
		if [ -n "$before" ]; then
			rm -rf t p
			sycl-cc -save-temps=t "--stop-after=$before" "$program" part.o -o p
			[ ! -e p ]
			sycl-cc -save-temps=t "--start-at=$node" "$program" part.o -o p
			cmp p direct
		fi
		before=$node
	done
}

@test "a wrapper script for every node in turn in a whole run: the program is the same" {
	ln "$BATS_FILE_TMPDIR/part.o" .
	sycl-cc "$program" part.o -o direct
	printf '#!/bin/sh\necho ran >> "%s/ran"\nexec "$@"\n' "$PWD" > wrap
	chmod +x wrap
	for node in $nodes; do
		rm -f ran
		sycl-cc --stage "$node=$PWD/wrap" "$program" part.o -o p
		cmp p direct
		[ -s ran ]
	done
}

@test "disks of every size from none to enough: one error of a stage, or the program" {
	unshare -rm true 2> /dev/null || skip 'no name space to mount a small disk in'
	cat > inside <<-'END'
		set -e
		mount -t tmpfs -o "size=$1" tmpfs "$PWD/tmp"
		shift
		"$@"
	END
	made=0
	for size in 4k 64k 256k 1m 2m 3m 4m 5m 6m 8m 12m 16m 32m; do
		status=0
		unshare -rm sh inside "$size" sycl-cc "$program" "$part" -o p > log 2>&1 || status=$?
		if [ "$status" -eq 0 ]; then
			./p
			rm p
			made=$((made + 1))
		else
			[ "$status" -eq 1 ]
			[ "$(grep -c 'sycl-cc: error: ' log)" -eq 1 ] || { echo "$size"; cat log; return 1; }
			[ ! -e p ]
		fi
	done
	[ "$made" -gt 0 ]
}

# descendants PID: all that it started, and what they started
descendants() {
	children=()
	read -r -a children 2> /dev/null < "/proc/$1/task/$1/children" || :
	for child in "${children[@]}"; do
		echo "$child"
		descendants "$child"
	done
}

@test "any descendant killed at any time: one error of a stage, or the program; no temporary stays" {
	failed=0
	begin=$(date +%s%N)
	sycl-cc -fsycl-targets=spir64,x86_64 "$program" "$BATS_FILE_TMPDIR/part.o" -o p
	took=$((($(date +%s%N) - begin) / 1000))
	for i in $(seq 40); do
		rm -f p
		sycl-cc -fsycl-targets=spir64,x86_64 "$program" "$BATS_FILE_TMPDIR/part.o" -o p > log 2>&1 & pid=$!
		delay=$((took * i / 40))
		sleep "$((delay / 1000000)).$(printf '%06d' $((delay % 1000000)))"
		# The youngest: the program at work, not the one that waits for it.
		victim=$(descendants "$pid" | tail -n 1)
		[ -z "$victim" ] || kill -KILL "$victim" 2> /dev/null || :
		status=0
		wait "$pid" || status=$?
		if [ "$status" -eq 0 ]; then
			./p
		else
			failed=$((failed + 1))
			[ "$status" -eq 1 ]
			[ "$(grep -c '^sycl-cc: error: ' log)" -eq 1 ] || { cat log; return 1; }
			grep -q "^sycl-cc: error: .*stage '" log || { cat log; return 1; }
			[ ! -e p ]
		fi
		[ -z "$(find tmp -mindepth 1)" ]
	done
	[ "$failed" -gt 5 ]
}
