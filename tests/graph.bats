# The action graph seen, stopped, resumed, swapped and replayed.
load helper

program=$BATS_TEST_DIRNAME/inputs/driver/use-square.cpp
part=$BATS_TEST_DIRNAME/inputs/driver/square.cpp

@test "the ninja form builds the same bytes, and a second ninja has nothing to do" {
	sycl-cc "$program" "$part" -o direct
	sycl-cc --graph=ninja "$program" "$part" -o p > build.ninja
	ninja -j2 > log
	cmp p direct
	run -0 ninja
	[[ $output == *"no work to do"* ]]
}

@test "the make form builds the same bytes, and a second make has nothing to do" {
	sycl-cc "$program" "$part" -o direct
	sycl-cc --graph=make "$program" "$part" -o p > p.mk
	make -s -j2 -f p.mk
	cmp p direct
	run -0 make -f p.mk
	[[ $output == *"Nothing to be done"* ]]
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

@test "the dot form has an edge for every input" {
	sycl-cc --graph=dot "$program" -o p > plan.dot
	[ "$(head -n 1 plan.dot)" = 'digraph "sycl-cc" {' ]
	[ "$(tail -n 1 plan.dot)" = '}' ]
	grep -q '"p.sycl-cc/post-link.table" -> "p.sycl-cc/spir64/aspect-filter.table" \[label="aspect-filter"\]' plan.dot
}

@test "stopped after a node and started at the next one, the result is the same" {
	sycl-cc -save-temps=t "$program" "$part" -o direct
	sycl-cc -save-temps=t --start-at=aspect-filter "$program" "$part" -o p
	cmp p direct
	sycl-cc -save-temps=s --stop-after=attr-rewrite "$program" "$part" -o p2
	[ ! -e p2 ]
	[ -s s/square.attr-rewrite.cpp ]
	[ ! -e s/square.device-compile.ll ]
	sycl-cc -save-temps=s --start-at=device-compile "$program" "$part" -o p2
	cmp p2 direct
}

@test "stages can be swapped for a program that gets their commands" {
	sycl-cc "$program" "$part" -o direct
	printf '#!/bin/sh\necho "${1##*/}" >> "%s/swapped"\nexec "$@"\n' "$PWD" > wrap
	chmod +x wrap
	set --
	for node in source-scan attr-rewrite device-prepare aspect-prop-1 aspect-prop-2 device-link post-link \
		aspect-filter extract-code spirv-prep translate replace-code offload-wrap host-link; do
		set -- "$@" --stage "$node=$PWD/wrap"
	done
	sycl-cc "$@" "$program" "$part" -o p
	cmp p direct
	[ "$(sort -u swapped | xargs)" = 'aspect-filter aspect-prop attr-rewrite clang++ device-prepare file-table-tform foreach llvm-link offload-wrapper post-link source-scan' ]
}

@test "the time trace is JSON and accounts for nearly all of the time" {
	start=$(date +%s%N)
	sycl-cc --time-trace=trace.json "$program" "$part" -o p
	end=$(date +%s%N)
	jq -e 'length > 10 and all(.[]; .ph == "X" and .dur >= 0)' trace.json
	# From the first start to the last end: the shell before and after is small.
	jq -e --argjson wall "$(((end - start) / 1000))" \
		'((map(.ts + .dur) | max) - (map(.ts) | min)) / $wall > 0.9' trace.json
}

@test "an unknown node and an unknown form are wrong command lines" {
	run -2 sycl-cc --stop-after=nothing "$program"
	[ "${lines[0]}" = "sycl-cc: error: option '--stop-after' names no node of the graph: 'nothing'" ]
	run -2 sycl-cc --graph=png "$program"
	[ "${lines[0]}" = "sycl-cc: error: unknown form of graph 'png': dot, json, make or ninja" ]
}
