#!/bin/sh
# bench/post-link.sh [KERNELS [CXX-KERNELS [LARGE]]]: post-link on generated
# modules of KERNELS (1,000) kernels and four times as many, on CXX-KERNELS (2,000)
# that the driver compiled from C++ in translation units of 100, and on LARGE (0:
# left out), against LLVM's own tools and against the least that reading and
# writing take.  Prints one line a goal:
#
#	post-link  GOAL  RATIO  bar BAR  ok|MISSED
#
# Ratios of processor time unless the goal says wall or memory; medians of
# neighbouring runs.  Memory is the proportional share of all processes.
set -eu
bench_name=post-link
: "${RUNS:=${BENCH_RUNS:-3}}"
# shellcheck source=bench/common
. "$(dirname "$0")/common"
kernels=${1:-1000} cxx=${2:-2000} huge=${3:-0}
post_link="$BUILD/bin/post-link --symbols --properties --emit-only-kernels-as-entry-points"
floor=$BUILD/bench/llvm-floor
files=$BUILD/bench/file-floor
cd "$work"
mkdir stays theirs
# Each run leaves its files in a folder of its own, which stays: the file system
# makes new files slowly for some seconds after old ones went.
# shellcheck disable=SC2016 # for the shell that runs the command
new='d=$(mktemp -d out.XXXXXX)'

# module NAME ARGUMENT...: NAME.bc
module() {
	name=$1
	shift
	"$BUILD/bench/gen-module" "$@" | "$llvm/llvm-as" -o "$name.bc"
}

# share PID: its proportional set size and its children's, in KiB; 0 when it has ended
share() {
	for process in "$1" $(pgrep -P "$1"); do
		cat "/proc/$process/smaps_rollup" 2> /dev/null || :
	done | awk '/^Pss:/ { sum += $2 } END { print sum + 0 }'
}

# peak COMMAND...: the greatest share while it runs
peak() {
	"$@" > /dev/null 2>&1 & pid=$!
	most=0 now=1
	while [ "$now" -gt 0 ]; do
		[ "$now" -le "$most" ] || most=$now
		sleep 0.02
		now=$(share "$pid")
	done
	wait "$pid"
	echo "$most"
}

# made COMMAND...: runs it with the name of a new folder behind, and names the folder in $made
made() {
	made=$(mktemp -d out.XXXXXX)
	"$@" "$made/t"
}

# stripped NAME: the size of images of NAME.bc by their size after opt took out what nothing refers to
stripped() {
	# shellcheck disable=SC2086 # a command and its options
	made $post_link --split=kernel "$1.bc" -o
	before=0 after=0 n=0
	for image in "$made"/t_*0.bc; do
		"$llvm/opt" -passes=strip-dead-debug-info "$image" -o theirs/stripped.bc
		before=$((before + $(stat -c %s "$image")))
		after=$((after + $(stat -c %s theirs/stripped.bc)))
		n=$((n + 1))
		[ "$n" -lt 20 ] || break
	done
	echo "$before $after" | awk '{ print $1 / $2 }'
}

module plain -n "$kernels"
module large -n $((4 * kernels))
module debug -n "$kernels" -g
# llvm-split knows units by another attribute.
"$BUILD/bench/gen-module" -n "$kernels" | sed 's/"sycl-module-id"="\([^"]*\)"/& "module-id"="\1"/' | "$llvm/llvm-as" -o units.bc

echo "rivals: llvm-split --split-by-category=kernel; opt -passes=no-op-module (loads, verifies, writes)"
cpu 'per kernel / llvm-split' 0.30 "$new; $post_link --split=kernel -j1 -o \$d/t.table plain.bc" \
	"$new; $llvm/llvm-split --split-by-category=kernel plain.bc -o \$d/t"
made "$llvm/llvm-split" --split-by-category=kernel plain.bc -o
theirs=$(du -cb "$made"/* | tail -1 | cut -f1)
# shellcheck disable=SC2086 # a command and its options
made $post_link --split=kernel plain.bc -o
ours=$(du -cb "$made"/*.bc | tail -1 | cut -f1)
goal 'per kernel, size of outputs / llvm-split' 1.00 "$(echo "$ours $theirs" | awk '{ print $1 / $2 }')"
wall 'two processes / one, wall' 0.70 "$new; $post_link --split=kernel -j2 -o \$d/t.table large.bc" \
	"$new; $post_link --split=kernel -j1 -o \$d/t.table large.bc"
compare "$new; $post_link --split=kernel -j1 -o \$d/t.table large.bc" "$new; $post_link --split=kernel -j1 -o \$d/t.table plain.bc"
goal 'growth exponent from N to 4 N kernels' 1.15 "$(awk -v ratio="$cpu" 'BEGIN { print log(ratio) / log(4) }')"
cpu 'per kernel / read once, write as many files' 10 "$new; $post_link --split=kernel -j1 -o \$d/t.table plain.bc" \
	"$new; $floor -r plain.bc; $files $made \$d"
cpu 'per source, 10 units / llvm-split' 0.90 "$new; $post_link --split=source -j1 -o \$d/t.table units.bc" \
	"$new; $llvm/llvm-split --split-by-category=module-id units.bc -o \$d/t"
cpu 'per source / read, walk, write' 2.5 "$new; $post_link --split=source -j1 -o \$d/t.table large.bc" \
	"$floor large.bc theirs/t.bc"
# Kernels that all need the same and no table asked for: the module stays where it is.
"$BUILD/bench/gen-module" -n $((4 * kernels)) -x | sed '/^define/s/ !\(sycl\|reqd\|intel\|work\)_[a-z_]* ![0-9]*//g' |
	"$llvm/llvm-as" -o stays/flat.bc
cpu 'no split, table and properties only / read, walk, write' 1.10 \
	"cd stays && $post_link --split=off -j1 flat.bc" "$floor stays/flat.bc theirs/t.bc"
cpu 'no split, image written / opt that does nothing' 1.00 "$new; $post_link --split=off -j1 -o \$d/t.table plain.bc" \
	"$llvm/opt -passes=no-op-module plain.bc -o theirs/t.bc"
cpu 'per kernel with debug info / without' 6 "$new; $post_link --split=kernel -j1 -o \$d/t.table debug.bc" \
	"$new; $post_link --split=kernel -j1 -o \$d/t.table plain.bc"
goal 'debug info, size / after strip-dead-debug-info' 1.10 "$(stripped debug)"
whole=$(peak "$llvm/opt" -disable-output -passes=no-op-module large.bc)
# per_kernel MODULE OPTION...: the greatest memory while the module is cut
per_kernel() {
	# shellcheck disable=SC2086 # a command and its options
	peak $post_link -o "$(mktemp -d out.XXXXXX)/t.table" "$@"
}
goal 'memory, per kernel, two processes / opt that loads' 1.5 \
	"$(echo "$(per_kernel large.bc --split=kernel -j2) $whole" | awk '{ print $1 / $2 }')"
goal 'memory, per kernel / per source, with debug info' 1.5 \
	"$(echo "$(per_kernel debug.bc --split=kernel -j1) $(per_kernel debug.bc --split=source -j1)" | awk '{ print $1 / $2 }')"

compiled cxx "$cxx"
compiled cxxg "$cxx" -g
cpu "C++ $cxx, per kernel / llvm-split" 0.05 "$new; $post_link --split=kernel -j1 -o \$d/t.table cxx.bc" \
	"$new; $llvm/llvm-split --split-by-category=kernel cxx.bc -o \$d/t"
cpu "C++ $cxx, per kernel with debug info / without" 6 "$new; $post_link --split=kernel -j1 -o \$d/t.table cxxg.bc" \
	"$new; $post_link --split=kernel -j1 -o \$d/t.table cxx.bc"
goal "C++ $cxx, debug info, size / after strip-dead-debug-info" 1.10 "$(stripped cxxg)"
wall "C++ $cxx, two processes / llvm-split, wall" 0.033 "$new; $post_link --split=kernel -j2 -o \$d/t.table cxx.bc" \
	"$new; $llvm/llvm-split --split-by-category=kernel cxx.bc -o \$d/t"

[ "$huge" -gt 0 ] || exit "$missed"
module huge -n "$huge"
RUNS=1
# shellcheck disable=SC2086 # a command and its options
made $post_link --split=kernel huge.bc -o
wall "$huge, two processes / read once, write as many files, wall" 3 \
	"$new; $post_link --split=kernel -j2 -o \$d/t.table huge.bc" "$new; $floor -r huge.bc; $files $made \$d"
compare "$new; $post_link --split=kernel -j1 -o \$d/t.table huge.bc" "$new; $post_link --split=kernel -j1 -o \$d/t.table plain.bc"
goal "growth exponent from $kernels to $huge" 1.15 \
	"$(awk -v ratio="$cpu" -v n="$huge" -v m="$kernels" 'BEGIN { print log(ratio) / log(n / m) }')"
wall "$((4 * kernels)), two processes / llvm-split, wall" 0.033 \
	"$new; $post_link --split=kernel -j2 -o \$d/t.table large.bc" "$new; $llvm/llvm-split --split-by-category=kernel large.bc -o \$d/t"
exit "$missed"
