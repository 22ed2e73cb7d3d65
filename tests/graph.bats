# The action graph seen, stopped, resumed, swapped and replayed.
load helper

program=$BATS_TEST_DIRNAME/inputs/driver/use-square.cpp
part=$BATS_TEST_DIRNAME/inputs/driver/square.cpp

# Made once for all tests: an object with device code, and the program with it.
setup_file() {
	small_headers
	mkdir "$BATS_FILE_TMPDIR/made"
	cd "$BATS_FILE_TMPDIR/made" || return 1
	sycl-cc -c "$part" -o part.o
	sycl-cc -save-temps=temps "$program" part.o -o direct
}

setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
	small_headers
	ln "$BATS_FILE_TMPDIR"/made/part.o "$BATS_FILE_TMPDIR"/made/direct .
}

@test "the lines of -###, ninja and make build the same bytes, each in an empty folder; a second build has nothing to do" {
	mkdir sh ninja make
	(cd sh && sycl-cc '-###' "$program" ../part.o -o p | sh)
	(cd ninja && sycl-cc --graph=ninja "$program" ../part.o -o p > build.ninja)
	ninja -C ninja -j2 > log
	run -0 ninja -C ninja
	[[ $output == *"no work to do"* ]]
	(cd make && sycl-cc --graph=make "$program" ../part.o -o p > p.mk)
	make -s -C make -j2 -f p.mk
	run -0 make -C make -f p.mk
	[[ $output == *"Nothing to be done"* ]]
	for form in sh ninja make; do
		cmp $form/p direct
	done
}

@test "the JSON form is JSON and names every node that -### runs" {
	sycl-cc --graph=json "$program" -o p > plan.json
	jq -r '.[].node' plan.json | sort -u > nodes
	for node in source-scan preprocess attr-rewrite device-compile device-prepare aspect-prop-1 device-optimize \
		aspect-prop-2 host-compile device-link post-link aspect-filter extract-code spirv-prep translate \
		replace-code offload-wrap host-link; do
		grep -q -x -e "$node" nodes || { echo "$node is missing"; return 1; }
	done
	[ "$(jq length plan.json)" -eq "$(sycl-cc '-###' "$program" -o p | grep -c -v -e '^work=' -e '^trap' -e '^set' -e '^mkdir')" ]
}

# status: dot-edges
@test "the dot form has an edge for every input" {
	sycl-cc --graph=dot "$program" -o p > plan.dot
	[ "$(head -n 1 plan.dot)" = 'digraph "sycl-cc" {' ]
	[ "$(tail -n 1 plan.dot)" = '}' ]
	grep -q '"p.sycl-cc/post-link.table" -> "p.sycl-cc/spir64/aspect-filter.table" \[label="aspect-filter"\]' plan.dot
}

@test "stopped after a node, nothing of a later node is there; started at the next one, the result is the same" {
	sycl-cc -save-temps=s --stop-after=attr-rewrite "$program" part.o -o p
	[ ! -e p ]
	[ -s s/use-square.attr-rewrite.cpp ]
	[ ! -e s/use-square.device-compile.ll ]
	[ ! -e s/use-square.host-compile.o ]
	sycl-cc -save-temps=s --start-at=device-compile "$program" part.o -o p
	cmp p direct
	sycl-cc -save-temps=s --start-at=aspect-prop-2 -fsycl-device-only "$program" -o device.bc
	cmp device.bc s/use-square.aspect-prop-2.bc
	sycl-cc -save-temps=s --stop-after=device-optimize -fsycl-device-only "$program" -o none.bc
	[ ! -e none.bc ]
	echo 'int main() { return 3; }' > plain.cpp
	for option in --start-at --stop-after; do
		run -2 sycl-cc -save-temps=n "$option=device-compile" plain.cpp -o none
		[ "${lines[0]}" = "sycl-cc: error: this command has no node 'device-compile' for option '$option': --graph=dot shows those that it has" ]
		[ ! -e none ]
	done
	sycl-cc -save-temps=n --start-at=host-compile plain.cpp -o some
	run -3 ./some
}

@test "each node alone, started at, stopped after and swapped for a program that gets its command" {
	export SYCL_CC_PCH=		# a printed plan has no precompiled headers
	printf '#!/bin/sh\necho "${1##*/}" >> "%s/ran"\nexec "$@"\n' "$PWD" > 'my wrap'
	chmod +x 'my wrap'
	sycl-cc --graph=json "$program" part.o -o p > plan.json
	jq -r '.[] | "\(.node) \(.command[0])"' plan.json | sed 's| .*/| |' > nodes
	[ "$(wc -l < nodes)" -ge 20 ]
	while read -r node wanted_program; do
		[ ! -e p ]
		: > ran
		sycl-cc -save-temps=t "--start-at=$node" "--stop-after=$node" --stage "$node=$PWD/my wrap" "$program" part.o -o p
		[ "$(cat ran)" = "$wanted_program" ] || { echo "$node: $(cat ran)"; return 1; }
	done < nodes
	cmp p direct
	cp "$BATS_FILE_TMPDIR"/made/temps/* t/ 2> /dev/null || :
	sycl-cc -save-temps=t --start-at=object-pack --stage=object-pack="$PWD/my wrap" -c "$program" -o alone.o
	[ "$(tail -n 1 ran)" = object-pack ]
	sycl-cc alone.o part.o -o q
	./q
}

@test "same bytes: one job and two, another folder, another TMPDIR, with and without -save-temps" {
	mkdir -p 'another folder' 'tmp 2'
	set -- -fsycl-targets=spir64,x86_64 -fsycl-device-code-split=per_kernel "$inputs/driver/two-kernels.cpp"
	sycl-cc -fsycl-max-parallel-link-jobs=1 "$@" -o 1
	cd 'another folder'
	TMPDIR="$PWD/../tmp 2" sycl-cc -fsycl-max-parallel-link-jobs=2 "$@" -o 2
	sycl-cc -save-temps=t "$@" -o 3
	cmp 2 ../1
	cmp 3 ../1
	[ -z "$(find '../tmp 2' -mindepth 1)" ]
}

@test "the time trace has one event for each node that ran, in order, and the driver around them" {
	sycl-cc --time-trace='trace "1".json' "$program" part.o -o p
	sycl-cc --graph=json "$program" part.o -o p > plan.json
	jq -r '.[] | .node' plan.json | sort > wanted
	jq -r '.[] | select(.cat == "node") | .name' 'trace "1".json' | grep -v -x -e sycl-cc -e mkdir | sort | diff wanted -
	[ "$(jq -r '[.[] | select(.cat == "item") | .name] | sort | join(",")' 'trace "1".json')" = 'spirv-prep 1,translate 1' ]
	jq -e 'all(.[]; .ph == "X" and .pid == 1 and .ts > 0 and .dur >= 0)' 'trace "1".json'
	# Nodes of one thread do not overlap, and those that need each other come after each other.
	jq -e '[.[] | select(.cat == "node" and .tid > 0)] | group_by(.tid) | all(.[]; sort_by(.ts) |
		([., .[1:]] | transpose | map(select(.[1])) | all(.[]; .[0].ts + .[0].dur <= .[1].ts)))' 'trace "1".json'
	jq -e '[.[] | select(.tid > 0 and .cat == "node" and (.name | IN("preprocess", "attr-rewrite", "device-compile", "device-link", "post-link", "host-link"))) | .ts] |
		. == sort and length == 6' 'trace "1".json'
	jq -e '([.[] | select(.name == "sycl-cc")][0]) as $all | all(.[]; .ts >= $all.ts and .ts + .dur <= $all.ts + $all.dur)' 'trace "1".json'
}

@test "a failed run writes its time trace too" {
	run -1 sycl-cc --time-trace=t.json "$root/tests/inputs/driver/main.cpp" -o p
	[ "$(jq -r '[.[] | select(.tid > 0)] | last | .name' t.json)" = post-link ]
}

@test "--summary: one line per target with images, producer, size, what was filtered and why, and time" {
	run -0 --separate-stderr sycl-cc --summary -fsycl-targets=spir64,x86_64 "$inputs/driver/two-kernels.cpp" -o p
	[ -z "$output" ]
	[ "$(wc -l <<< "$stderr")" -eq 2 ]
	[[ ${stderr_lines[0]} =~ ^sycl-cc:\ spir64:\ 2\ images\ built\ by\ backend,\ [0-9]+\ bytes\;\ 0\ filtered\;\ [0-9]+\.[0-9][0-9]\ s$ ]] || { echo "$stderr"; return 1; }
	[[ ${stderr_lines[1]} =~ ^sycl-cc:\ x86_64:\ 2\ images\ built\ by\ mux-aot,\ [0-9]+\ bytes\;\ 0\ filtered\;\ [0-9]+\.[0-9][0-9]\ s$ ]] || { echo "$stderr"; return 1; }
	printf 'plain_cpu:\n  extends: .spirv\n  aspects: [cpu]\n' > c.yaml
	run -0 --separate-stderr sycl-cc --summary -fsycl-device-config-file=c.yaml -fsycl-targets=plain_cpu "$inputs/driver/two-kernels.cpp" -o p
	[[ $stderr == "sycl-cc: plain_cpu: 1 image built by backend, "*" bytes; 1 filtered: lacks aspect 'fp64'; "*" s" ]] || { echo "$stderr"; return 1; }
}

@test "--summary and --time-trace change no byte of the program" {
	sycl-cc --summary --time-trace=t.json --crash-bundle=c "$program" part.o -o p 2> summary
	cmp p direct
	[ ! -e c ]
}

@test "--crash-bundle: a failed stage leaves its files and a script that runs it again" {
	run -1 sycl-cc --crash-bundle='my crashes' "$root/tests/inputs/driver/main.cpp" -o p
	cp -r 'my crashes' seen
	bundle=$(echo 'my crashes'/sycl-cc.*)
	[[ $output == *"sycl-cc: error: stage 'post-link' failed with status 1
sycl-cc: note: its files are in '$bundle'; '$bundle/rerun.sh' runs it again" ]] || { echo "$output"; return 1; }
	first=$output
	[ -s "$bundle/main.preprocess.ii" ]
	[ -s "$bundle/device-link.bc" ]
	cd /
	run -1 "$BATS_TEST_TMPDIR/$bundle/rerun.sh"
	[ "$output" = "${first%%$'\n'sycl-cc:*}" ]
	cd "$BATS_TEST_TMPDIR"
	run -1 sh "$bundle/command"
	[ "$(echo 'my crashes'/* | wc -w)" -eq 4 ]
}

@test "a failed stage says how to run it again with -save-temps, and how to keep it without" {
	run -1 sycl-cc -save-temps=t "$root/tests/inputs/driver/main.cpp" -o p
	again=$(sed -n 's/^sycl-cc: note: to run it again: //p' <<< "$output")
	first=$output
	run -1 sh -c "$again"
	[ "$output" = "${first%%$'\n'sycl-cc:*}" ]
	run -1 sycl-cc "$root/tests/inputs/driver/main.cpp" -o p
	[[ $output == *"
sycl-cc: error: stage 'post-link' failed with status 1
sycl-cc: note: '-save-temps' keeps its input, '-v' shows its command, '--crash-bundle=DIR' both" ]]
}

@test "a mistake that both passes find is told once, by the host pass" {
	printf '#include <sycl/sycl.hpp>\nint main() { return nothing; }\n' > bad.cpp
	run -1 sycl-cc bad.cpp -o p
	[ "$(grep -c "undeclared identifier 'nothing'" <<< "$output")" -eq 1 ] || { echo "$output"; return 1; }
	[[ $output == *"sycl-cc: error: stage 'host-compile' failed with status 1" ]]
	printf '#include <sycl/sycl.hpp>\nint main() {\n#ifdef __SYCL_DEVICE_ONLY__\nreturn nothing;\n#endif\n}\n' > device.cpp
	run -1 sycl-cc device.cpp -o p
	[ "$(grep -c "undeclared identifier 'nothing'" <<< "$output")" -eq 1 ] || { echo "$output"; return 1; }
	[[ $output == *"sycl-cc: error: stage 'device-compile' failed with status 1" ]]
}

@test "--start-at and --stop-after, --help, the manual page, completions and the tables of the page know the same nodes" {
	grep -v '^#' "$root/driver/nodes.tsv" | cut -f1 > names
	[ "$(wc -l < names)" -gt 30 ]
	[ -z "$(sort names | uniq -d)" ]
	awk -f "$root/driver/graph.awk" "$root/driver/nodes.tsv" "$root/doc/graph.md" | diff "$root/doc/graph.md" -
	sed -n '/^## Per source/,/^## Contracts/s/^| \([a-z][^ ]*\) .*/\1/p' "$root/doc/graph.md" | grep -v -x node | diff names -
	sycl-cc --help | sed -n '/^Nodes of the graph/,$p' | sed 1d | tr -s ' ' '\n' | grep . | diff names -
	sed -n '/^The nodes of the graph/,/^\.Sh/s/^\.Cm \([^ ]*\).*/\1/p' "$BUILD/share/man/sycl-cc.1" | diff names -
	bash -c ". '$BUILD/share/completions/sycl-cc.bash'
		COMP_LINE='sycl-cc --stop-after=' COMP_POINT=21 COMP_WORDS=(sycl-cc --stop-after =) COMP_CWORD=2
		_sycl_cc
		printf '%s\n' \"\${COMPREPLY[@]}\"" | diff names -
	grep -q ":node:($(paste -s -d ' ' names))" "$BUILD/share/completions/sycl-cc.zsh"
	# Every one is a place to stop at, and every step of the driver is one of them.
	sed -n "s/^nodes='\(.*\)'$/\1/p" "$BUILD/bin/sycl-cc" | tr ' ' '\n' | diff names -
	grep -h -o -E '^[^#]*\<step [a-z][-a-z0-9]*' "$root"/driver/sections/*.sh | sed 's/.*step //' | grep -v -x mkdir | sort -u |
		comm -23 - <(sort names) | diff /dev/null -
}

@test "an unknown node and an unknown form are wrong command lines" {
	run -2 sycl-cc --stop-after=nothing "$program"
	[ "${lines[0]}" = "sycl-cc: error: option '--stop-after' names no node of the graph: 'nothing'" ]
	run -2 sycl-cc --graph=png "$program"
	[ "${lines[0]}" = "sycl-cc: error: unknown form of graph 'png': dot, json, make or ninja" ]
}

@test "when one source fails in both passes, and another would fail later, one stage is told" {
	printf '#include <sycl/sycl.hpp>\n#if !defined(__SYCL_DEVICE_ONLY__)\n#error for the host\n#endif\n' > a.cpp
	printf '#include <sycl/sycl.hpp>\n#include "none.h"\n' > b.cpp
	run -1 sycl-cc a.cpp b.cpp -o p
	[ "$(grep -c 'sycl-cc: error: ' <<< "$output")" -eq 1 ] || { echo "$output"; return 1; }
	[[ $output == *"sycl-cc: error: stage 'host-compile' failed with status 1" ]]
}

@test "-save-temps twice leaves the same files with the same bytes" {
	sycl-cc -save-temps=t "$program" part.o -o p
	mv t first
	sycl-cc -save-temps=t "$program" part.o -o p
	diff -r first t
}

@test "two runs with -save-temps in one folder do not mix their files" {
	sycl-cc part.o "$BATS_FILE_TMPDIR/made/temps/use-square.host-compile.o" -o alone
	sycl-cc -save-temps part.o "$BATS_FILE_TMPDIR/made/temps/use-square.host-compile.o" -o 1 & first=$!
	sycl-cc -save-temps -fsycl-targets=x86_64 part.o "$BATS_FILE_TMPDIR/made/temps/use-square.host-compile.o" -o 2 & second=$!
	sycl-cc -save-temps part.o "$BATS_FILE_TMPDIR/made/temps/use-square.host-compile.o" -o 3
	wait "$first"
	wait "$second"
	cmp 1 alone
	cmp 3 alone
	./2
}

@test "-### and --graph show what -E does" {
	sycl-cc -E "$part" -o square.ii
	sycl-cc '-###' -E "$part" -o sh.ii | sh
	cmp square.ii sh.ii
	sycl-cc --graph=json -E "$part" -o square.ii > plan
	[ "$(jq -r '.[] | .node' plan | paste -s -d ' ')" = 'source-scan preprocess host-compile join-texts' ]
	[ "$(jq -r '.[-1] | .output, .inputs[0]' plan)" = 'square.ii
square.ii.sycl-cc/square.host-compile.ii' ]
	for form in ninja make; do
		sycl-cc --graph=$form -E "$part" -o $form.ii > plan.$form
	done
	ninja -f plan.ninja > log
	make -s -f plan.make
	cmp square.ii ninja.ii
	cmp square.ii make.ii
}

@test "-### of standard input reads none of it, and takes it for SYCL" {
	mkdir -p lib
	run -0 --separate-stderr sycl-cc '-###' -x c++ - -Llib -lm -o p < "$part"
	[ -z "$stderr" ]
	[ "$(grep -c -e "^cp /dev/stdin " -e '/device-prepare ' <<< "$output")" -eq 2 ]
}

@test "a replay of ninja and make does again what a changed header asks for" {
	printf '#include <sycl/sycl.hpp>\n#include "the v.h"\nint main() { sycl::queue q; int *p = sycl::malloc_shared<int>(1, q);\nq.single_task([=] { *p = V; }).wait(); return *p == V ? V : 9; }\n' > 'a source.cpp'
	for form in ninja make; do
		echo '#define V 1' > 'the v.h'
		sycl-cc -O1 --graph=$form 'a source.cpp' -o $form.p > plan.$form
		if [ $form = ninja ]; then set -- ninja -f plan.ninja; else set -- make -s -f plan.make; fi
		"$@" > log
		run -1 ./$form.p
		sleep 1
		echo '#define V 2' > 'the v.h'
		"$@" > log
		run -2 ./$form.p
		run -0 "${@/-s/-n}"
		[[ $output != *clang* ]]
	done
}
