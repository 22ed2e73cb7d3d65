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
	[ "$(jq length plan.json)" -eq "$(sycl-cc '-###' "$program" -o p | grep -c -v -e '^work=' -e '^trap' -e '^set')" ]
}

@test "the dot form has an edge for every input" {
	sycl-cc --graph=dot "$program" -o p > plan.dot
	[ "$(head -n 1 plan.dot)" = 'digraph "sycl-cc" {' ]
	[ "$(tail -n 1 plan.dot)" = '}' ]
	grep -q '"p.sycl-cc/post-link.table" -> "p.sycl-cc/spir64/aspect-filter.table" \[label="aspect-filter"\]' plan.dot
}

@test "stopped after any node and started at the next one, the result is the same" {
	sycl-cc "$program" "$part" -o direct
	set -- attr-rewrite device-compile device-prepare aspect-prop-1 device-optimize aspect-prop-2 \
		device-link post-link aspect-filter extract-code spirv-prep translate replace-code offload-wrap
	sycl-cc -save-temps=t "$program" "$part" -o whole
	cmp whole direct
	for node; do
		sycl-cc -save-temps=t --start-at="$node" "$program" "$part" -o p || return 1
		cmp p direct || { echo "started at $node"; return 1; }
	done
	for node; do
		rm -rf s
		sycl-cc -save-temps=s --stop-after="$node" "$program" "$part" -o stopped || return 1
		[ ! -e stopped ] || { echo "did not stop after $node"; return 1; }
	done
}

@test "any stage can be swapped for a program that gets its command" {
	sycl-cc "$program" "$part" -o direct
	printf '#!/bin/sh\necho "$1" >> "%s/swapped"\nexec "$@"\n' "$PWD" > wrap
	chmod +x wrap
	for node in source-scan attr-rewrite device-prepare aspect-prop-1 aspect-prop-2 device-link post-link \
		aspect-filter extract-code spirv-prep translate replace-code offload-wrap host-link; do
		: > swapped
		sycl-cc --stage "$node=$PWD/wrap" "$program" "$part" -o p || return 1
		cmp p direct || { echo "$node"; return 1; }
		[ -s swapped ] || { echo "$node was not swapped"; return 1; }
	done
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
