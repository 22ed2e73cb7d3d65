# Every node of the graph as the place to stop and to start.
load ../helper

program=$root/tests/inputs/driver/use-square.cpp
part=$root/tests/inputs/driver/square.cpp
nodes='attr-rewrite device-compile device-prepare aspect-prop-1 device-optimize aspect-prop-2 device-link post-link
aspect-filter extract-code spirv-prep translate replace-code offload-wrap'

# status: start-anywhere
@test "started at any node on the files of an earlier run, the result is the same" {
	sycl-cc -save-temps=t "$program" "$part" -o direct
	for node in $nodes; do
		sycl-cc -save-temps=t --start-at="$node" "$program" "$part" -o p || return 1
		cmp p direct || { echo "started at $node"; return 1; }
	done
}

@test "stopped after any node, there is no program" {
	for node in $nodes; do
		rm -rf s
		sycl-cc -save-temps=s --stop-after="$node" "$program" "$part" -o stopped || return 1
		[ ! -e stopped ] || { echo "did not stop after $node"; return 1; }
	done
}

@test "any stage alone can be swapped" {
	sycl-cc "$program" "$part" -o direct
	printf '#!/bin/sh\necho "$1" >> "%s/swapped"\nexec "$@"\n' "$PWD" > wrap
	chmod +x wrap
	for node in source-scan preprocess device-optimize host-compile $nodes host-link; do
		: > swapped
		sycl-cc --stage "$node=$PWD/wrap" "$program" "$part" -o p || return 1
		cmp p direct || { echo "$node"; return 1; }
		[ -s swapped ] || { echo "$node was not swapped"; return 1; }
	done
}
