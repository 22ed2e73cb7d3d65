# foreach --launcher: batches as jobs that another program starts, here a plain script.
# shellcheck disable=SC2016 # '$' in the words of a command is meant for its shell
load helper

program() {
	cat > "$1"
	chmod +x "$1"
}

# A list of 40 items of which the seventh fails, a program that prints the names of its
# files to both streams, a launcher that counts its starts.
jobs() {
	mkdir in d local
	for i in $(seq 40); do echo "text $i" > "in/r$i"; done
	seq -f 'in/r%g' 40 > list
	program tool <<-'X'
		#!/bin/sh
		echo "made $2"
		echo "careful with $2" >&2
		echo "$1" >> "${RUNS:-runs}"
		[ ! -e "$1.slow" ] || sleep 0.1
		[ "$1" != in/r7 ] || exit 5
		[ ! -e "$1.hook" ] || . "./$1.hook"
		tr a-z A-Z < "$1" > "$2"
	X
	program launcher <<-'X'
		#!/bin/sh
		echo "$1" >> starts
		exec "$1"
	X
	: > runs
	: > starts
}

# each OPTION...: foreach on the list, outputs in d
each() {
	foreach --in-file-list=list --in-replace=@i --out-replace=@o --out-dir=d "$@" -- ./tool @i @o
}

# here: on this machine; what it gives goes to local, printed to local.out and local.err
here() {
	run -5 --separate-stderr each -j2 --failures=local.failures
	printf '%s\n' "$output" > local.out
	printf '%s\n' "$stderr" > local.err
	rm -r local
	mv d local
	mkdir d
}

# but_peaks FILE: without the peaks of memory, which differ from run to run
but_peaks() {
	sed 's/(peak [0-9]* MiB)//' "$1"
}

# there STATUS OPTION...: with the launcher gives the same
there() {
	run "-$1" --separate-stderr each --launcher=./launcher --failures=failures "${@:2}"
	printf '%s\n' "$output" > there.out
	printf '%s\n' "$stderr" > there.err
	diff -r local d && cmp local.out there.out && diff <(but_peaks local.failures) <(but_peaks failures) || return 1
	[ "$(ls -A d)" = "$(ls -A local)" ] || return 1
	# Warnings about lost jobs are all that may be added.
	diff <(but_peaks local.err) <(but_peaks there.err | grep -v -e '^foreach: warning: job ' -e '^foreach: note: ' -e '^  ')
}

@test "results, order, messages and status are those of one machine; a few starts run all items" {
	jobs
	here
	there 5 --jobs=2 --launcher-stats --stats=stats
	[ "$(wc -l < starts)" -lt 20 ]
	grep -x "foreach: note: launcher: $(wc -l < starts) jobs on 1 host, 0 died" there.err
	[ "$(cut -f 1-3,8,10 stats | sed -n '1p;8p;41p')" = "$(printf 'item\tinput\tstatus\tfrom\thost\n7\tin/r7\t5\trun\t%s\n40\tin/r40\t0\trun\t%s' "$(hostname)" "$(hostname)")" ]
	[ "$(sort runs | uniq -c | awk '$1 != 2' | wc -l)" -eq 0 ]
	: > starts
	there 5 --jobs=3 --batch-size=9
	[ "$(wc -l < starts)" -eq 5 ]
	rm failures local.failures
	here
	run -5 each --launcher=./launcher
	grep -qxF "foreach: error: item 7 ('in/r7') failed with status 5: ./tool in/r7 d/r7-7.out" <<< "$output"
}

@test "two lists, names without output file, blanks and quotes in folders" {
	mkdir "it's a \$dir"
	cd "it's a \$dir"
	printf 'a b\nc\n' > list
	printf "it's\n*\n" > other
	foreach --in-file-list=list --in-replace=@a --in-file-list=other --in-replace=@b --out-increment=p.x -- \
		printf '[%s]' @a @b p.x > wanted
	foreach --launcher='' --in-file-list=list --in-replace=@a -- true 2> err || [ $? -eq 2 ]
	foreach --launcher=env --in-file-list=list --in-replace=@a --in-file-list=other --in-replace=@b --out-increment=p.x -- \
		printf '[%s]' @a @b p.x > got
	cmp wanted got
	[ "$(ls -A)" = "$(printf 'err\ngot\nlist\nother\nwanted')" ]
}

@test "a job that dies in the middle is told, its unfinished items run again, finished ones do not" {
	jobs
	here
	: > runs
	# The fifteenth item kills its job at the first time.
	echo '[ -e in/killed ] || { touch in/killed; kill -KILL $PPID; sleep 1; }' > in/r15.hook
	there 5 --jobs=2 --batch-size=20 --launcher-stats
	[ "$(grep -c 'did not finish, the launcher ended with status 137' there.err)" -eq 1 ]
	grep -q ', 1 died$' there.err
	[ "$(sort runs | uniq -c | awk '$1 > 1 { print $2 }' | sort | tr '\n' ' ')" = 'in/r15 in/r7 ' ]
	# By SIGTERM, as schedulers do, and the command too.
	rm in/killed
	sed -i 's/kill -KILL.*;/kill -TERM $PPID; sleep 1;/' in/r15.hook
	there 5 --jobs=2 --batch-size=20
	[ "$(grep -c 'did not finish' there.err)" -eq 1 ]
	# The launcher alone: its job goes on, and does not meet the second one.
	rm in/killed
	echo '[ -e in/killed ] || { touch in/killed; kill -KILL $(cat pid); sleep 0.5; }' > in/r15.hook
	program launcher <<-'X'
		#!/bin/sh
		echo $$ > pid
		setsid "$1" &
		wait
	X
	there 5 --jobs=1 --batch-size=20
	[ "$(grep -c 'did not finish, the launcher ended with status 137' there.err)" -eq 1 ]
}

@test "an item that kills each of its jobs fails after as many tries as were asked for, the others are done" {
	jobs
	echo 'kill -KILL $PPID; sleep 1' > in/r15.hook
	run -5 --separate-stderr each --launcher=./launcher --jobs=2 --launcher-tries=2
	[ "$(grep -c '^in/r15$' runs)" -eq 2 ]
	[ "$(find d -type f -size +0 | wc -l)" -eq 38 ]
	grep -q "^foreach: error: item 15 ('in/r15') was not run: its jobs died, for the last one the launcher .*: ./tool in/r15 d/r15-15.out" <<< "$stderr"
}

@test "a command that the system killed runs again, and then has failed as on one machine" {
	jobs
	echo 'kill -KILL $$' > in/r15.hook
	here
	: > runs
	there 5 --jobs=2
	[ "$(grep -c '^in/r15$' runs)" -eq 3 ]
}

@test "a launcher that is not there, or starts nothing, is told with what it said" {
	jobs
	run -127 each --launcher='srun-of-nobody --quiet'
	[ "$output" = "foreach: error: launcher 'srun-of-nobody' not found: is its package installed on this machine?" ]
	run -1 each --launcher='echo no such partition >&2; false' --jobs=1
	[ "${lines[0]}" = 'foreach: warning: job 1 was not started, the launcher ended with status 1' ]
	[ "${lines[1]}" = '  no such partition' ]
	[[ "${lines[-1]}" == "foreach: error: launcher 'echo no such partition >&2; false' starts no job, it ended with status 1: can all hosts read '$PWD/d/.foreach."*"'?" ]]
	[ -z "$(ls -A d)" ]
}

@test "SIGINT ends all jobs, those too that are no children, and leaves no half-written file" {
	jobs
	touch in/r{3..40}.slow
	program launcher <<-'X'
		#!/bin/sh
		setsid "$1" &
		echo $! >> pids
		trap '' TERM INT
		wait
	X
	env --default-signal=INT foreach --in-file-list=list --in-replace=@i --out-replace=@o --out-dir=d --out-file-list=names \
		--launcher=./launcher --jobs=2 -- ./tool @i @o 2> err &
	some() { [ "$(find d -maxdepth 1 -type f | wc -l)" -ge 4 ]; }
	wait_for some
	kill -INT $!
	ended=0
	wait $! || ended=$?
	[ "$ended" -eq 130 ]
	grep -q '^foreach: error: ended by SIGINT after [0-9]* of 40 items$' err
	none() { while read -r pid; do [ ! -e "/proc/$pid" ] || grep -q '^State:.Z' "/proc/$pid/status" || return 1; done < pids; }
	wait_for none
	[ ! -e names ]
	[ -z "$(find d -name '.*')" ]
	for out in d/*; do [ "$(wc -c < "$out")" -ge 6 ] || return 1; done
}

@test "--launcher-all gets all jobs at once, and those of a lost one again" {
	jobs
	here
	program launcher <<-'X'
		#!/bin/sh
		echo $# >> starts
		for job; do "$job" & done
		wait
	X
	echo '[ -e in/killed ] || { touch in/killed; kill -KILL $PPID; sleep 1; }' > in/r15.hook
	there 5 --jobs=2 --launcher-all --launcher-stats
	[ "$(wc -l < starts)" -eq 2 ]
	[ "$(head -n 1 starts)" -ge 4 ]
	grep -q ', 1 died$' there.err
}

@test "the cache answers before a job is started, and keeps what jobs made" {
	jobs
	rm in/r7
	echo x > in/r7x
	sed -i s,in/r7,in/r7x, list
	each --cache=cache --launcher=./launcher --jobs=2 > out 2> err
	mv d first
	mkdir d
	: > starts
	each --cache=cache --cache-stats --launcher=./launcher > out2 2> err2
	[ ! -s starts ]
	grep -q '40 hits, 0 misses' err2
	cmp out out2
	diff -r first d
	rm -r d
	mkdir d
	each --cache=cache --cache-stats -j2 > out3 2> err3
	grep -q '40 hits, 0 misses' err3
	cmp out out3
	diff -r first d
}

@test "jobs get the search path, the umask and the variables of the cache, and an empty standard input" {
	mkdir d
	echo x > list
	umask 027
	MINE='a b' PATH=$PWD/bin:$PATH foreach --cache=cache --cache-env=MINE --cache-env=OTHER --launcher='env -u MINE PATH=/usr/bin:/bin OTHER=1' \
		--in-file-list=list --in-replace=@i --out-replace=@o --out-dir=d -- sh -c 'echo "$MINE ${OTHER-none} $PATH" > @o; cat' < list
	[ "$(cat d/x-1.out)" = "a b none $PWD/bin:$PATH" ]
	[ "$(stat -c %a d/x-1.out)" = 640 ]
}

@test "wrong command lines with launchers end with status 2 and say why" {
	echo a > list
	while IFS='|' read -r words message; do
		# shellcheck disable=SC2086 # words, split on purpose
		run -2 foreach --in-file-list=list --in-replace={} $words -- echo
		[ "${lines[0]}" = "foreach: error: $message" ] || { echo "$words: ${lines[0]}"; return 1; }
	done <<-'X'
		--launcher=|option '--launcher' names no command
		--batch-size=3|options '--launcher-...' and '--batch-...' want '--launcher'
		--launcher-all|options '--launcher-...' and '--batch-...' want '--launcher'
		--results=r|options '--results' and '--item-numbers' want each other
		--results=r --item-numbers=n --launcher=env|option '--results' is for a job: no launcher, cache or other reports
		--launcher=env --batch-size=0|option '--batch-size' wants a number from 1 to 1000000, not '0'
		--launcher=env --launcher-tries=0|option '--launcher-tries' wants a number from 1 to 100, not '0'
		--launcher=env --batch-jobs=0|option '--batch-jobs' wants a number from 1 to 100000, not '0'
	X
}

@test "sycl-cc --launcher: the program is the same; the jobs are those of images; summary and trace name hosts" {
	small_headers
	cp "$inputs/driver/two-kernels.cpp" .

	sycl-cc -c two-kernels.cpp -o k.o
	sycl-cc -fsycl-targets=x86_64,spir64 -fsycl-device-code-split=per_kernel k.o -o here
	program launcher <<-X
		#!/bin/sh
		echo "\$1" >> "$PWD/starts"
		exec "\$1"
	X
	run -0 sycl-cc --launcher=./launcher --summary --time-trace=trace -fsycl-targets=x86_64,spir64 -fsycl-device-code-split=per_kernel k.o -o there
	cmp here there
	grep -q "x86_64: 2 images built by mux-aot on $(hostname), " <<< "$output"
	[ "$(jq -r '[.[] | select(.cat == "item") | .args.host] | unique | .[]' trace)" = "$(hostname)" ]
	[ "$(wc -l < starts)" -ge 3 ]
	: > starts
	SYCL_CC_LAUNCHER=./launcher sycl-cc -fsycl-targets=x86_64 k.o -o there
	[ -s starts ]
	: > starts
	SYCL_CC_LAUNCHER=./launcher sycl-cc --launcher= -fsycl-targets=x86_64 k.o -o there
	[ ! -s starts ]
	run -1 sycl-cc --launcher=srun-of-nobody -fsycl-targets=x86_64 k.o -o nothing
	grep -q "launcher 'srun-of-nobody' not found: is its package installed on this machine?" <<< "$output"
	[ ! -e nothing ]
}
