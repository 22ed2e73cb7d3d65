# foreach: a command for each line of a list.
# shellcheck disable=SC2016,SC1003 # '$' in the words of a command is meant for its shell
load helper

# program NAME: an executable script in this folder from standard input
program() {
	cat > "$1"
	chmod +x "$1"
}

two() {
	printf 'a\nb\n' > list
}

# status: foreach-order
@test "runs the command for each line in list order" {
	two
	run -0 foreach --in-file-list=list --in-replace={} --jobs=1 -- echo {}
	[ "$output" = $'a\nb' ]
}

@test "shows output in list order also with two jobs, whole" {
	two
	program job <<-'X'
		#!/bin/sh
		[ "$1" = b ] || sleep 0.2
		echo "$1 begin"
		echo "$1 problem" >&2
		echo "$1 end"
	X
	run -0 --separate-stderr foreach --in-file-list=list --in-replace={} -j 2 -- ./job {}
	[ "$output" = $'a begin\na end\nb begin\nb end' ]
	[ "$stderr" = $'a problem\nb problem' ]
}

# status: foreach-placeholder
@test "replaces a placeholder inside an argument" {
	two
	run -0 foreach --in-file-list=list --in-replace={} -- echo '-x={}.out'
	[ "$output" = $'-x=a.out\n-x=b.out' ]
}

@test "placeholders map by name, in any order, repeated, several in one argument" {
	two
	printf '1\n2\n' > numbers
	run -0 foreach --in-file-list=list --in-replace=@l@ --in-file-list=numbers --in-replace=@n@ -- \
		echo @n@ @l@ @l@@n@-@l@
	[ "$output" = $'1 a a1-a\n2 b b2-b' ]
}

@test "of two placeholders that match at one place the longer wins, values are not searched again" {
	printf 'XX\n' > list
	printf 'X\n' > other
	run -0 foreach --in-file-list=list --in-replace=X --in-file-list=other --in-replace=XY -- echo X XY XYX
	[ "$output" = 'XX X XXX' ]
}

@test "the name of the command is never replaced" {
	printf 'cat\n' > list
	run -0 foreach --in-file-list=list --in-replace=echo -- echo echo
	[ "$output" = cat ]
}

@test "lists of different lengths end with status 1 before anything runs" {
	two
	printf 'x\n' > short
	run -1 foreach --in-file-list=list --in-replace=@a@ --in-file-list=short --in-replace=@b@ -- touch ran
	[ "$output" = "short: error: list has 1 lines, 'list' has 2" ]
	[ ! -e ran ]
}

# status: foreach-names
@test "names outputs after the input and its number, lists them in order" {
	mkdir d
	printf one > a.bc
	printf two > b.c.bc
	printf '%s\n' a.bc "$PWD/b.c.bc" > list
	foreach --in-file-list=list --in-replace={} --out-replace=o.bin --out-ext=spv --out-dir=d \
		--out-file-list=names --jobs=2 -- cp {} o.bin
	printf 'd/a-1.spv\nd/b.c-2.spv\n' | diff -u - names
	cmp a.bc d/a-1.spv
	cmp b.c.bc d/b.c-2.spv
}

@test "two rows with the same file name do not collide" {
	mkdir p q d
	echo 1 > p/x.bc
	echo 2 > q/x.bc
	printf 'p/x.bc\nq/x.bc\n' > list
	foreach --in-file-list=list --in-replace={} --out-replace=@o --out-dir=d -- cp {} @o
	[ "$(cat d/x-1.out d/x-2.out)" = $'1\n2' ]
}

@test "without --out-dir outputs go to the current folder, under the same names in every run" {
	two
	for i in 1 2; do
		foreach --in-file-list=list --in-replace={} --out-replace=@o --out-file-list="names$i" -- touch @o
	done
	cmp names1 names2
	[ "$(cat names1)" = $'./a-1.out\n./b-2.out' ]
}

@test "the output's placeholder may be in several arguments and inside one" {
	two
	run -0 foreach --in-file-list=list --in-replace={} --out-replace=O --out-ext= -- echo -o=O O
	[ "$output" = $'-o=./a-1 ./a-1\n-o=./b-2 ./b-2' ]
}

@test "a very long input name still gives an output name that the system takes" {
	printf '%0250d\n' 7 > list
	run -0 foreach --in-file-list=list --in-replace={} --out-replace=O -- echo O
	[ "${#output}" -eq 208 ]
}

@test "goes on after a failure, status is that of the failed item" {
	two
	run -21 foreach --in-file-list=list --in-replace={} -j1 -- sh -c 'echo $0; [ $0 = b ] || exit 21' {}
	[ "$output" = "a
foreach: error: item 1 ('a') failed with status 21: sh -c 'echo \$0; [ \$0 = b ] || exit 21' a
b" ]
}

@test "--keep-going takes back --fail-fast" {
	two
	run -1 --separate-stderr foreach --fail-fast --keep-going -j1 --in-file-list=list --in-replace={} -- sh -c 'echo {}; false'
	[ "${#lines[@]}" -eq 2 ]
}

@test "the command of a failure message can be run as it is" {
	printf '%s\n' "it's \$HOME" > list
	run -3 foreach --in-file-list=list --in-replace={} -- sh -c 'echo "$0"; exit 3' {}
	run -3 sh -c "${lines[1]#*status 3: }"
	[ "$output" = "it's \$HOME" ]
}

@test "status is that of the first failed item in list order, not in time" {
	printf '0.3 4\n0 5\n0 0\n' > list
	run -4 foreach --in-file-list=list --in-replace={} -j3 -- sh -c 'set -- {}; sleep $1; exit $2'
}

@test "a signal gives 128 + n and its name" {
	two
	run -139 foreach --in-file-list=list --in-replace={} -j2 -- sh -c 'kill -SEGV $$' {}
	[ "${lines[0]}" = "foreach: error: item 1 ('a') was ended by SIGSEGV: sh -c 'kill -SEGV \$\$' a" ]
	run -137 foreach --in-file-list=list --in-replace={} -- sh -c 'kill -KILL $$' {}
	[[ "${lines[0]}" == "foreach: error: item 1 ('a') was ended by SIGKILL, perhaps out of memory (peak "*" MiB): sh -c"* ]]
}

@test "--fail-fast starts nothing more after a failure" {
	printf '0\n3\n0\n0\n' > list
	run -3 foreach --in-file-list=list --in-replace={} -j1 --fail-fast -- sh -c 'echo ran; exit {}'
	[ "$(grep -c ^ran <<< "$output")" -eq 2 ]
}

@test "the output of a failed item is removed, the list of outputs not written" {
	two
	mkdir d
	run -9 foreach --in-file-list=list --in-replace={} --out-replace=O --out-dir=d --out-file-list=names -- \
		sh -c 'echo half > O; [ {} = a ] || exit 9'
	[ "$(ls d)" = a-1.out ]
	[ ! -e names ]
}

@test "an existing output is replaced, not written through a link" {
	printf 'a\n' > list
	echo precious > keep
	ln keep a-1.out
	foreach --in-file-list=list --in-replace={} --out-replace=O -- sh -c 'echo new > O'
	[ "$(cat keep) $(cat a-1.out)" = 'precious new' ]
}

@test "an output that would replace its input is refused" {
	echo text > a-1.out
	ln -s a-1.out a
	printf 'a\n' > list
	run -1 foreach --in-file-list=list --in-replace={} --out-replace=O -- cp {} O
	[ "$output" = "foreach: error: item 1 ('a') was not run: its output would replace its input './a-1.out': File exists: cp a ./a-1.out" ]
	[ "$(cat a)" = text ]
}

@test "--out-increment numbers the whole argument from the second item on" {
	printf 'a\nb\nc\n' > list
	run -0 foreach --in-file-list=list --in-replace={} --out-increment=p.prj -- echo p.prj x=p.prj.y {}
	[ "$output" = $'p.prj x=p.prj.y a\np.prj_1 x=p.prj.y_1 b\np.prj_2 x=p.prj.y_2 c' ]
}

@test "an unknown command ends with status 127, --jobs=0 and a lost output placeholder with 2" {
	two
	run -127 foreach --in-file-list=list --in-replace={} -- no-such-command {}
	[ "$output" = "foreach: error: command 'no-such-command' not found" ]
	run -2 foreach --in-file-list=list --in-replace={} --jobs=0 -- echo {}
	[ "${lines[0]}" = "foreach: error: option '--jobs' wants a number from 1 to 100000, not '0'" ]
	run -2 foreach --in-file-list=list --in-replace={} --out-replace=O -- echo {}
	[ "${lines[0]}" = "foreach: error: placeholder 'O' of the output is not in the command" ]
}

@test "a file that cannot be run ends with status 126" {
	two
	touch plain
	run -126 foreach --in-file-list=list --in-replace={} -- ./plain {}
	[ "$output" = "foreach: error: command './plain' is not executable" ]
	printf 'no program' > odd
	chmod +x odd
	run -126 foreach --in-file-list=list --in-replace={} -- ./odd {}
	[ "${lines[0]}" = "foreach: error: item 1 ('a') was not run: cannot start './odd': Exec format error: ./odd a" ]
}

@test "an empty list runs nothing, writes an empty list of outputs" {
	printf '\n\r\n' > list
	foreach --in-file-list=list --in-replace={} --out-replace=O --out-file-list=names -- no-such-command O
	[ -f names ]
	[ ! -s names ]
}

@test "wrong command lines end with status 2 and say why" {
	two
	while IFS='|' read -r words message; do
		# shellcheck disable=SC2086 # words, split on purpose
		run -2 foreach $words
		[ "${lines[0]}" = "foreach: error: $message" ] || { echo "$words: ${lines[0]}"; return 1; }
	done <<-'X'
		--in-file-list=list --in-replace={}|no command: write it after '--'
		--in-file-list=list --in-replace={} echo -- echo|unexpected operand 'echo': the command follows '--'
		--in-file-list=list -- echo|1 lists but 0 placeholders: each '--in-file-list' wants its '--in-replace'
		-- echo|no list: give '--in-file-list' and '--in-replace'
		--in-file-list=- --in-replace=a --in-file-list=- --in-replace=b -- echo|standard input can be one list only
		--in-file-list=l --in-replace=a --in-file-list=l --in-replace=a -- echo|placeholder 'a' is given for two lists
		--in-file-list=l --in-replace=a --out-replace=a -- echo a|placeholder 'a' is given for input and output
		--in-file-list=l --in-replace= -- echo|placeholder of option '--in-replace' is empty
		--in-file-list=l --in-replace=a --out-replace= -- echo|placeholder of option '--out-replace' is empty
		--in-file-list=l --in-replace=a --out-increment= -- echo|text of option '--out-increment' is empty
		--in-file-list=l --in-replace=a --out-replace=b --out-ext=a/b -- echo b|extension 'a/b' contains '/'
		--in-file-list=l --in-replace=a --cache= -- echo|option '--cache' names no folder
		--in-file-list=l --in-replace=a --mem-budget=99999999999T -- echo|option '--mem-budget': '99999999999T' is too large
		--in-file-list=l --in-replace=a --out-file-list=x -- echo|option '--out-file-list' wants '--out-replace'
		--in-file-list=l --in-replace=a --mem-budget=1Q -- echo|option '--mem-budget' wants a size such as 512M, not '1Q'
	X
}

@test "lists that cannot be read are named" {
	run -1 foreach --in-file-list=none --in-replace={} -- echo {}
	[ "$output" = "foreach: error: cannot read 'none': No such file or directory" ]
	run -1 foreach --in-file-list=. --in-replace={} -- echo {}
	[ "$output" = "foreach: error: cannot read '.': Is a directory" ]
	printf 'a\nb\0c\n' > list
	run -1 foreach --in-file-list=list --in-replace={} -- echo {}
	[ "$output" = "list:2: error: line contains a NUL byte" ]
	{ echo a; head -c 200000 /dev/zero | tr '\0' x; } > list
	run -1 foreach --in-file-list=list --in-replace={} -- echo {}
	[ "$output" = "list:2: error: line is longer than 131071 bytes" ]
}

@test "a missing output folder and a full disk are diagnosed" {
	two
	run -1 foreach --in-file-list=list --in-replace={} --out-replace=O --out-dir=none -- echo O
	[ "$output" = "foreach: error: cannot use folder 'none': No such file or directory" ]
	run -1 foreach --in-file-list=list --in-replace={} --out-replace=O --out-file-list=/dev/full -- touch O
	[ "$output" = "foreach: error: cannot write '/dev/full': No space left on device" ]
	run -1 sh -c 'foreach --in-file-list=list --in-replace={} -j2 -- echo {} 2>&1 > /dev/full'
	[ "$output" = "foreach: error: cannot write to standard output: No space left on device" ]
}

@test "reads a list from standard input; the commands then find theirs empty" {
	run -0 sh -c 'printf "a\nb\n" | foreach --in-file-list=- --in-replace={} -j2 -- sh -c "echo {}; cat"'
	[ "$output" = $'a\nb' ]
}

@test "CR LF, blank lines and a missing last newline are no part of the items" {
	printf 'a b\r\n\r\n\nc' > list
	run -0 foreach --in-file-list=list --in-replace={} -- printf '[%s]\n' {}
	[ "$output" = $'[a b]\n[c]' ]
}

@test "--dry-run prints lines that a shell runs to the same effect, and touches nothing" {
	printf '%s\n' "it's" '*' '-n' 'a b$c`d\' '#x' > list
	foreach --in-file-list=list --in-replace={} --jobs=1 -- printf '%s\n' {} '' 'k=v' > direct
	foreach --in-file-list=list --in-replace={} --dry-run -- printf '%s\n' {} '' 'k=v' > lines
	sh lines | diff direct -
	foreach --in-file-list=list --in-replace={} --out-replace=O --out-file-list=names -n -- touch O > lines
	[ "$(tail -n 1 lines)" = "touch './#x-5.out'" ]
	[ "$(ls)" = $'direct\nlines\nlist' ]
}

@test "--stats writes a row for each item in list order" {
	two
	foreach --in-file-list=list --in-replace={} --stats=stats -j2 -- true
	[ "$(cut -f 1-3,8 stats)" = $'item\tinput\tstatus\tfrom\n1\ta\t0\trun\n2\tb\t0\trun' ]
	awk -F '\t' 'NR > 1 && !($4 >= 0 && $7 > 0 && $9 >= 0 && NF == 10 && $10 == "-") { exit 1 }' stats
}

@test "--progress draws nothing when standard error is no terminal" {
	two
	run -0 foreach --in-file-list=list --in-replace={} --progress -- true
	[ -z "$output" ]
}

@test "--progress shows done, total and running on a terminal" {
	two
	script -qc 'foreach --in-file-list=list --in-replace={} --progress -j1 -- sleep 0.2' typescript > /dev/null
	grep -q '1/2 done, 1 running, 0:00 left' typescript
	run -0 script -qc 'foreach --in-file-list=list --in-replace={} --progress=rows -- true' /dev/null
	[ -z "$output" ]
	[ "$(cat rows)" = 2/2 ]
	run -1 foreach --in-file-list=list --in-replace={} --progress=no/rows -- true
	[ "$output" = "foreach: error: cannot write 'no/rows': No such file or directory" ]
}

@test "one job is not more than one at a time, more jobs run at the same time" {
	printf '1\n2\n3\n4\n' > list
	program job <<-'X'
		#!/bin/sh
		mkdir lock || exit 1
		sleep 0.05
		rmdir lock
	X
	foreach --in-file-list=list --in-replace={} -j1 -- ./job {}
	# Each of four ends only when all four run.
	program job <<-'X'
		#!/bin/sh
		touch "run$1"
		for i in $(seq 1000); do
			[ -e run1 ] && [ -e run2 ] && [ -e run3 ] && [ -e run4 ] && exit 0
			sleep 0.02
		done
		exit 1
	X
	foreach --in-file-list=list --in-replace={} -j4 -- ./job {}
	[ ! -e lock ]
}

@test "more jobs than the system has descriptors for run with as many as it has" {
	seq 100 > list
	run -0 bash -c 'ulimit -n 40; foreach --in-file-list=list --in-replace={} -j100 -- echo {}'
	[ "$output" = "$(cat list)" ]
}

@test "a slow item does not hold up the others" {
	seq 1 9 > list
	program job <<-'X'
		#!/bin/sh
		touch "done$1"
		[ "$1" != 1 ] || timeout 20 sh -c 'while [ ! -e done9 ]; do sleep 0.02; done'
	X
	foreach --in-file-list=list --in-replace={} -j2 -- ./job {}
}

@test "SIGTERM ends all children, removes unfinished outputs, keeps finished ones, returns 143" {
	seq 1 64 > list
	mkdir d
	program job <<-'X'
		#!/bin/sh
		echo half > "$2"
		[ "$1" -le 2 ] && exit 0
		sleep 77.31 &
		echo $! >> pids
		echo $$ >> pids
		wait
	X
	foreach --in-file-list=list --in-replace=@i --out-replace=@o --out-dir=d --out-file-list=names -j4 -- ./job @i @o &
	eight() { [ "$(wc -l < pids)" -eq 8 ]; }
	wait_for eight
	kill -TERM $!
	ended=0
	wait $! || ended=$?
	[ "$ended" -eq 143 ]
	while read -r pid; do [ ! -e "/proc/$pid" ] || grep -q '^State:.Z' "/proc/$pid/status" || return 1; done < pids
	[ "$(ls d)" = $'1-1.out\n2-2.out' ]
	[ ! -e names ]
}

@test "SIGINT gives 130, and a child that ignores it is killed at the second signal" {
	printf '1\n' > list
	program job <<-'X'
		#!/usr/bin/env bash
		trap '' INT TERM
		touch started
		while :; do sleep 0.1; done
	X
	# A shell starts background commands with SIGINT ignored; env gives the default back.
	env --default-signal=INT foreach --in-file-list=list --in-replace=@i -- ./job @i &
	wait_for [ -e started ]
	kill -INT $!
	sleep 0.1
	kill -0 $!
	kill -INT $!
	ended=0
	wait $! || ended=$?
	[ "$ended" -eq 130 ]
}

@test "children of a child that had to be killed end with it" {
	printf '1\n' > list
	program job <<-'X'
		#!/usr/bin/env bash
		trap '' TERM
		sleep 77.33 &
		echo $! $$ > pids
		wait
		while :; do sleep 0.1; done
	X
	foreach --in-file-list=list --in-replace=@i -- foreach --in-file-list=list --in-replace=@j -- ./job @j &
	wait_for [ -s pids ]
	kill -TERM $!
	sleep 0.1
	kill -TERM $!
	ended=0
	wait $! || ended=$?
	[ "$ended" -eq 143 ]
	read -r -a left < pids
	for pid in "${left[@]}"; do [ ! -e "/proc/$pid" ] || grep -q '^State:.Z' "/proc/$pid/status" || return 1; done
}

@test "SIGTSTP stops the children too, SIGCONT lets all go on" {
	printf '1\n' > list
	program job <<-'X'
		#!/bin/sh
		echo $$ > child
		read -r _ < go	# starts no process: a shell whose new child is stopped before it executes is not stopped itself
	X
	mkfifo go
	foreach --in-file-list=list --in-replace=@i -j2 -- ./job @i &
	wait_for [ -s child ]
	stopped() { grep -q '^State:.T' "/proc/$1/status"; }
	kill -TSTP $!
	wait_for stopped $!
	wait_for stopped "$(cat child)"
	kill -CONT $!
	run ! stopped $!
	echo > go
	wait $!
}

@test "a reader that goes away ends the run with status 1" {
	seq 1 1000 > list
	run -0 bash -c 'foreach --in-file-list=list --in-replace={} -j2 -- sh -c "echo {}; touch last; echo {} > last" 2> err | head -n 1; [ ${PIPESTATUS[0]} -eq 1 ]'
	[ "$output" = 1 ]
	grep -qx 'foreach: error: cannot write to standard output: Broken pipe' err
	[ "$(cat last)" -lt 1000 ]
}

@test "waits without looking at the clock" {
	printf '1\n2\n3\n' > list
	strace -o trace foreach --in-file-list=list --in-replace={} -j2 -- sleep 0.3
	sed '1,/^clone/d' trace > loop
	run -1 grep -E 'nanosleep|select|poll|alarm|timer' loop
	[ "$(grep -c '^read(' loop)" -le 6 ]
	[ "$(wc -l < loop)" -lt 100 ]
}

# --- make's jobserver ------------------------------------------------------

# leaf: notes how many leaves are alive with it
leaf_script() {
	program leaf <<-'X'
		#!/bin/sh
		: > "alive/$$"
		set -- alive/*
		echo $# >> counts
		sleep 0.05
		rm "alive/$$"
	X
	mkdir alive
}

@test "two foreach under make -j2 never have more than two children, and do have two" {
	leaf_script
	seq 1 8 > list
	cat > Makefile <<-'X'
		all: one two
		one two:
		<TAB>+foreach --in-file-list=list --in-replace={} -j8 -- ./leaf {}
	X
	sed -i 's/<TAB>/\t/' Makefile
	make -s -j2
	[ "$(wc -l < counts)" -eq 16 ]
	[ "$(sort -n counts | tail -n 1)" -eq 2 ]
}

@test "one foreach under make -j3 gets all three tokens, and gives them back" {
	leaf_script
	seq 1 9 > list
	printf 'all: one two three\none:\n\t+foreach --in-file-list=list --in-replace={} -j8 -- ./leaf {}\ntwo three: | one\n\t@:\n' > Makefile
	make -s -j3 2> err
	[ ! -s err ]
	[ "$(sort -n counts | tail -n 1)" -eq 3 ]
}

@test "the fifo form of the jobserver works alike" {
	leaf_script
	seq 1 6 > list
	mkfifo tokens
	exec 8<> tokens
	printf 'xy' >&8
	MAKEFLAGS=" -j3 --jobserver-auth=fifo:$PWD/tokens" foreach --in-file-list=list --in-replace={} -j8 -- ./leaf {}
	[ "$(sort -n counts | tail -n 1)" -eq 3 ]
	# both tokens are back, the same bytes
	read -r -n 2 -t 1 back <&8
	[ "$(grep -o . <<< "$back" | sort | tr -d '\n')" = xy ]
	exec 8>&-
}

@test "tokens are given back when foreach is ended by a signal" {
	seq 1 6 > list
	mkfifo tokens
	exec 8<> tokens
	printf 'xy' >&8
	MAKEFLAGS="--jobserver-auth=fifo:$PWD/tokens" foreach --in-file-list=list --in-replace={} -j8 -- \
		sh -c 'touch started{}; exec sleep 30' 8>&- &
	wait_for [ -e started3 ]
	kill -TERM $!
	ended=0
	wait $! || ended=$?
	[ "$ended" -eq 143 ]
	[ ! -e started4 ]
	read -r -n 2 -t 1 back <&8
	[ "${#back}" -eq 2 ]
	exec 8>&-
}

@test "a jobserver that cannot be reached means one job at a time, and a warning; --jobs overrides" {
	leaf_script
	seq 1 3 > list
	MAKEFLAGS=' -j4 --jobserver-auth=98,99' run -0 foreach --in-file-list=list --in-replace={} -- ./leaf {}
	[ "$output" = "foreach: warning: make's jobserver cannot be reached, one job at a time: put '+' in front of the recipe line" ]
	[ "$(sort -n counts | tail -n 1)" -eq 1 ]
	MAKEFLAGS=' -j4 --jobserver-auth=98,99' run -0 foreach --in-file-list=list --in-replace={} -j3 -- ./leaf {}
	[ -z "$output" ]
}

# --- memory ----------------------------------------------------------------

@test "--mem-budget keeps the measured peaks of those that run together below the size" {
	leaf_script
	seq 1 6 > list
	# each leaf needs about 60 MB for a short while
	program hungry <<-'X'
		#!/bin/sh
		head -c 60000000 /dev/zero | tail -c 60000000 > /dev/null
		exec ./leaf "$1"
	X
	foreach --in-file-list=list --in-replace={} -j6 --mem-budget=150M -- ./hungry {}
	[ "$(sort -n counts | tail -n 1)" -le 2 ]
	: > counts
	foreach --in-file-list=list --in-replace={} -j6 --mem-budget=10M -- ./hungry {}
	[ "$(sort -n counts | tail -n 1)" -eq 1 ]
}

@test "under --mem-budget a command killed beside others runs once more, alone" {
	seq 1 4 > list
	program job <<-'X'
		#!/bin/sh
		echo "try $1" >> log
		if [ "$1" = 3 ] && [ ! -e killed ]; then touch killed; sleep 0.2; kill -KILL $$; fi
		sleep 0.2
		echo "$1"
	X
	run -0 foreach --in-file-list=list --in-replace={} -j2 --mem-budget=1G -- ./job {}
	[ "$output" = $'1\n2\n3\n4' ]
	[ "$(grep -c 'try 3' log)" -eq 2 ]
}

@test "--want-output makes an empty or removed output a failure" {
	printf 'a\nb\nc\n' > list
	run -1 --separate-stderr foreach --jobs=1 --in-file-list=list --in-replace=@i@ --out-replace=@o@ --want-output -- \
		sh -c 'case $0 in a) echo a > "$1" ;; b) ;; c) rm "$1" ;; esac' @i@ @o@
	[ "$(grep -c 'succeeded but wrote nothing: sh -c' <<< "$stderr")" -eq 2 ]
	[ -e a-1.out ]
	[ ! -e b-2.out ]
	run -2 --separate-stderr foreach --in-file-list=list --in-replace=@i@ --want-output -- true @i@
	[[ $stderr == "foreach: error: option '--want-output' wants '--out-replace'"* ]]
}

@test "--failures lists failed items for a caller that tells them" {
	printf 'a\nb\tc\nd\n' > list
	run -3 --separate-stderr foreach --in-file-list=list --in-replace=@i@ --failures=failed -- \
		sh -c 'case $0 in a) ;; d) kill -SEGV $$ ;; *) exit 3 ;; esac' @i@
	[ -z "$stderr" ]
	[ "$(cut -f1,2 failed | tr '\t' :)" = '2:b\x09c
3:d' ]
	[[ $(cut -f3 failed | head -n 1) == 'failed with status 3: sh -c'* ]]
	[[ $(cut -f3 failed | tail -n 1) == 'was ended by SIGSEGV: sh -c'*' d' ]]
	foreach --in-file-list=list --in-replace=@i@ --failures=failed -- true @i@
	[ ! -s failed ]
}
