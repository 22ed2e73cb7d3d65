# plan-run on small plans, and what it gives users of sycl-cc.
load helper
load plan

@test "what is no plan, and a plan that breaks off, run nothing" {
	plan 'one:w/a::echo never > w/a'
	sed -i '$d' p
	run -1 plan-run p
	[ "$output" = "plan-run: error: 'p' breaks off: the plan has no row 'end'" ]
	[ ! -e w/a ]
	printf '[Field|Value]\nnode|one\nwhat|x\nend|\n' > q
	run -1 plan-run q
	[ "$output" = "q:3: error: 'what' is not a field of a node" ]
	printf '[A|B]\n' > q
	run -1 plan-run q
	[ "$output" = "q:1: error: not a plan: its titles are not [Field|Value]" ]
	run -1 plan-run nowhere
	[ "$output" = "plan-run: error: cannot read 'nowhere': No such file or directory" ]
	run -2 plan-run
	run -2 plan-run p q
}

@test "nodes that do not need each other run at the same time, as many as -j says, and print in the order of the plan" {
	# Each waits for the other to begin: alone neither ends.
	wait='until [ -e "$2" ]; do sleep 0.01; done; echo "$1" > "w/$1.out"; echo "told by $1"'
	printf '[Field|Value]\nwork|%s\nfolder|w\n' "$PWD/w" > p
	for pair in 'a b' 'b a'; do
		printf 'node|%s\noutput|w/%s.out\n' "${pair% *}" "${pair% *}" >> p
		printf 'word|%s\n' sh -c ": > \"\$1\"; $wait" sh "${pair% *}" "${pair#* }" | sed 's/|: > "$1";/|: > "w\/$1";/; s/until \[ -e "$2"/until [ -e "w\/$2"/' >> p
	done
	echo 'end|' >> p
	run -0 timeout 20 plan-run -j2 p
	[ "$output" = $'told by a\ntold by b' ] || { echo "$output"; return 1; }
	rm -rf w
	run -124 timeout 1 plan-run -j1 p
}

@test "the first of the nodes that fail is told, whichever ends first, and nothing behind it is left running" {
	plan 'late:w/a::sleep 0.5; exit 3' 'early:w/b::exit 4' 'long:w/c::sleep 60; : > w/c' 'after:w/d:w/a:touch never'
	for jobs in 1 2 4; do
		run -1 timeout 30 plan-run -j$jobs p
		[ "$output" = "plan-run: error: stage 'late' failed with status 3
plan-run: note: to run it again: sh -c 'sleep 0.5; exit 3'" ] || { echo "$output"; return 1; }
		[ ! -e never ]
	done
	plan 'empty:w/a:::'
	run -1 plan-run --remove p
	[ "$output" = "plan-run: error: stage 'empty' ended with status 0 and wrote nothing" ]
	[ ! -e w ]
}

@test "a node of one target that fails stops what needs it and nothing else" {
	plan 'bad:w/a::exit 1' 'needs-bad:w/b:w/a:touch never' 'good:w/c::touch good; echo x > w/c' 'all:w/d:w/b,w/c:touch never'
	sed -i 's/^node|bad$/&\nfor|gpu/; s/^node|good$/&\nfor|cpu/' p
	run -1 plan-run -j1 p
	[ "${lines[0]}" = "plan-run: error: target 'gpu': stage 'bad' failed with status 1" ]
	[ "${#lines[@]}" -eq 2 ]
	[ -e good ]
	[ ! -e never ]
}

@test "SIGTERM ends the commands and theirs; the work folder goes" {
	plan 'one:w/a::sleep 90 & echo $! > pid; wait'
	plan-run --remove p & pid=$!
	wait_for [ -s pid ]
	kill "$pid"
	wait "$pid" || status=$?
	[ "$status" -eq 143 ]
	# It may be there until someone waits for it.
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		grep -q '^State:.*[RSD] ' "/proc/$(cat pid)/status" 2> /dev/null || break
		sleep 0.1
	done
	[ ! -e "/proc/$(cat pid)" ] || grep -q '^State:.*Z' "/proc/$(cat pid)/status"
	[ ! -e w ]
}

@test "under make each command beyond the first takes a token; without make the commands share a jobserver" {
	printf '[Field|Value]\nwork|%s\nfolder|w\n' "$PWD/w" > p
	for i in 1 2 3 4 5 6; do
		printf 'node|n%s\noutput|w/%s\n' $i $i >> p
		printf 'word|%s\n' sh -c 'echo + >> "$1"; sleep 0.2; echo - >> "$1"; echo x > "$2"' sh "$PWD/log" w/$i >> p
	done
	echo 'end|' >> p
	printf 'all:\n\t+plan-run %s/p\n' "$PWD" > m
	make -s -f m -j2
	# Never more than two at a time.
	awk '/[+]/ { n++ } /-/ { n-- } n > most { most = n } END { exit !(most == 2) }' log
	plan 'one:w/a::echo "$MAKEFLAGS" > w/a'
	plan-run -j3 p
	grep -q -e '--jobserver-auth=[0-9]*,[0-9]*' w/a
}

@test "--resume runs what changed: a command, an input, a header, an output that is gone or another; else nothing" {
	printf 'h' > 'a header'
	printf 's' > s
	plan 'one:w/a:s:echo 1 >> ran; cat s "a header" > w/a; printf "w/a: s a\\\\ header\\n" > w/a.d' 'two:w/b:w/a:echo 2 >> ran; cut -c1 w/a > w/b' \
		'three:c:w/b:echo 3 >> ran; cat w/b > c'
	sed -i 's/^node|one$/&\ndepfile|w\/a.d/' p
	# The date of a file that a node reads lies before its start.
	again() { sleep 0.02; : > ran; plan-run --resume p; [ "$(xargs < ran)" = "$*" ] || { echo "wanted: $*"; cat ran; return 1; }; }
	again 1 2 3
	again
	printf 'H' > 'a header'
	again 1 2
	touch s
	again
	printf 't' > s
	again 1 2 3
	rm w/b
	again 2
	echo other > c
	again 3
	sed -i 's/cat w\/b > c/cat w\/b w\/b > c/' p
	again 3
	EXTRA=1 again 1 2 3
	rm w/sycl-cc.done
	again 1 2 3
	# Who failed has left nothing to take.
	sed -i 's/cut -c1/false \&\& cut/' p
	: > ran
	run -1 plan-run --resume p
	run -1 plan-run --resume p
	[ "$(xargs < ran)" = '2 2' ] || { cat ran; return 1; }
}

@test "sycl-cc --resume redoes what a changed source, header or option touches, and the bytes are those of a whole run" {
	printf '#include <sycl/sycl.hpp>\n#include "v.h"\nint one() { sycl::queue q; int *p = sycl::malloc_shared<int>(1, q);\nq.single_task([=] { *p = V; }).wait(); int r = *p; sycl::free(p, q); return r; }\n' > one.cpp
	printf 'int one();\nint main() { return one(); }\n' > main.cpp
	echo '#define V 1' > v.h
	ran() { sed -n 's/.*"name":"\([a-z0-9-]*\)","cat":"node".*/\1/p' t.json | grep -v -x sycl-cc | xargs; }
	sycl-cc -save-temps=t --time-trace=t.json one.cpp main.cpp -o p
	run -1 ./p
	sycl-cc -save-temps=t --resume --time-trace=t.json one.cpp main.cpp -o p
	[ "$(ran)" = host-link ] || { ran; return 1; }
	printf 'int one();\nint main() { return 1 + one(); }\n' > main.cpp
	sycl-cc -save-temps=t --resume --time-trace=t.json one.cpp main.cpp -o p
	[ "$(ran)" = 'source-scan host-compile host-link' ] || { ran; return 1; }
	run -2 ./p
	echo '#define V 2' > v.h
	sycl-cc -save-temps=t --resume --time-trace=t.json one.cpp main.cpp -o p
	[[ $(ran) == *'preprocess attr-rewrite host-compile device-compile'*'translate'*'host-link' ]] || { ran; return 1; }
	run -3 ./p
	sycl-cc one.cpp main.cpp -o q
	cmp p q
}

@test "sources of one command line compile side by side: -j2 starts the second before the first has ended" {
	for f in a b; do
		printf 'int %s() { return 1; }\n' $f > $f.cpp
	done
	printf '#!/bin/sh\nfor last; do :; done\n: > "$last.began"\nuntil [ -e a.cpp.began ] && [ -e b.cpp.began ]; do sleep 0.05; done\nexec "$@"\n' > wrap
	chmod +x wrap
	timeout 60 sycl-cc -j2 --stage "host-compile=$PWD/wrap" -c a.cpp b.cpp
	[ -s a.o ]
	[ -s b.o ]
	run -2 sycl-cc -j0 a.cpp
	[ "${lines[0]}" = "sycl-cc: error: option '-j' wants a number from 1, not '0'" ]
}

@test "the record says what became of each node, and a last command runs when all have ended" {
	plan 'one:w/a::echo 1 > w/a' 'two:w/b:w/a:sleep 0.05; cp w/a w/b'
	plan-run --record=r --after=cp --after=r --after=seen p
	[ "$(cut -d '|' -f 1,2 seen)" = $'[Node|State\none|done\ntwo|done' ]
	# Start and end are in microseconds of the run; node two begins after node one.
	awk -F '|' 'NR == 2 { end = $4 } NR == 3 && $3 + 0 >= end && $4 - $3 >= 50000 && $5 == 1 && $6 > 100 { good = 1 } END { exit !good }' seen
	plan-run --resume --record=r p
	[ "$(sed 1d r | cut -d '|' -f 2- | sort -u)" = 'kept|0|0|0|0' ]
	plan 'one:w/a::exit 3' 'two:w/b:w/a:cp w/a w/b'
	run -1 plan-run --record=r --after=touch --after=ran p
	[ -e ran ]
	[ "$(sed 1d r | cut -d '|' -f 1,2)" = $'one|failed\ntwo|left' ]
	plan 'one:w/a::echo 1 > w/a'
	run -1 plan-run --record=no/where p
	[ "$output" = "plan-run: error: cannot create 'no/where': No such file or directory" ]
	run -1 plan-run --after=nowhere-to-be-found p
	[ "$output" = "plan-run: error: cannot start 'nowhere-to-be-found': No such file or directory" ]
}

# on_terminal COMMAND: what it prints to a terminal, a line for each one that it wrote over another
on_terminal() {
	TERM=xterm script -q -e -c "$1" /dev/null < /dev/null | tee raw | tr '\r' '\n' | sed 's/\x1b\[K//g' | grep -v '^$'
}

@test "a terminal shows one line of progress after a second, and takes it away; elsewhere, sooner and with -v there is none" {
	plan 'one:w/a::echo 17/240 > w/rows; sleep 1.6; echo said >&2; : > w/a; echo x > w/a' 'two:w/b:w/a:echo x > w/b'
	sed -i "0,/^word/s|^word|progress\|$PWD/w/rows\n&|" p
	on_terminal 'plan-run p' > line
	grep -q -x '\[0/2\] one 17/240' line	# the rows of foreach
	grep -q -x '\[1/2\] two, . s left' line
	[ ! -e w/rows ]
	grep -q -x said line
	[[ $(tail -c 4 raw) == $'\r\x1b[K' ]]
	plan 'one:w/a::sleep 1.1; echo x > w/a'
	run -0 plan-run p
	[ -z "$output" ]
	run -0 on_terminal 'plan-run -v p'
	[[ $output != *'[0/1]'* ]]
	plan 'one:w/a::echo x > w/a'
	run -1 on_terminal 'plan-run p'
	[ -z "$output" ]
}
