#!/bin/sh
# bench/driver.sh: what sycl-cc costs against the two clang compiles alone (the
# device pass and the host pass of the same source), and against clang++ for
# plain C++; and how much of the wall time --time-trace accounts for.
# Prints one line a goal:
#
#	driver  GOAL  RATIO  bar BAR  ok|MISSED
#
# Ratios of processor time (user + system) where the goal does not say wall;
# medians of neighbouring runs.
set -eu
: "${BUILD:=build}" "${RUNS:=${BENCH_RUNS:-5}}" "${LLVM_CONFIG:=llvm-config-22}"
cd "$(dirname "$0")/.."
case $BUILD in
/*) ;;
*) BUILD=$PWD/$BUILD ;;
esac
measure=$BUILD/bench/measure
clang=$("$LLVM_CONFIG" --bindir)/clang++
work=$(mktemp -d -t sycl-cc-bench.XXXXXX)
trap 'rm -rf -- "$work"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# goal NAME BAR VALUE: at most BAR; with a BAR of +N at least N
goal() {
	awk -v name="$1" -v bar="$2" -v value="$3" 'BEGIN {
		ok = bar ~ /^[+]/ ? value >= substr(bar, 2) + 0 : value <= bar + 0
		printf "driver  %-52s %8.3f  bar %-5s %s\n", name, value, bar, ok ? "ok" : "MISSED"
	}'
}

cat > "$work/hello.cpp" <<'END'
#include <cstdio>
#include <sycl/sycl.hpp>

int
main()
{
	sycl::queue q;
	int *data = sycl::malloc_shared<int>(4, q);

	q.parallel_for(sycl::range<1>(4), [=](sycl::id<1> i) { data[i] = int(i[0]); }).wait();
	std::printf("hello %d\n", data[3]);
	sycl::free(data, q);
}
END
sycl="$clang -D__SYCL_CC__ -isystem $PWD/include"
device="$sycl -fsycl -fsycl-device-only -w -c -emit-llvm $work/hello.cpp -o $work/hello.bc"
host="$sycl -fsycl -fsycl-host-only -Wno-unknown-attributes -c $work/hello.cpp -o $work/hello.o"
whole="$BUILD/bin/sycl-cc $work/hello.cpp -o $work/hello"

"$measure" "$RUNS" "$whole" "$device && $host" > "$work/result"
read -r cpu wall _ < "$work/result"
goal 'hello.cpp end to end, to the two clang compiles' 1.50 "$cpu"
goal 'hello.cpp end to end, wall, to the two in turn' 1.50 "$wall"

printf '#include <map>\n#include <string>\nint main() { std::map<std::string, int> m; return m["a"]; }\n' > "$work/plain.cpp"
"$measure" "$RUNS" "$BUILD/bin/sycl-cc -c $work/plain.cpp -o $work/plain.o" "$clang -c $work/plain.cpp -o $work/plain.o" > "$work/result"
read -r cpu wall _ < "$work/result"
goal 'plain C++ -c, to clang++' 1.10 "$cpu"
goal 'plain C++ -c, wall, to clang++' 1.10 "$wall"

# The part of the wall time in which some node runs, the driver's own work apart.
start=$(date +%s%N)
$whole --time-trace="$work/trace"
end=$(date +%s%N)
covered=$(grep '"tid":[12]' "$work/trace" | sed 's/.*"ts":\([0-9]*\),"dur":\([0-9]*\).*/\1 \2/' | sort -n |
	awk -v wall="$(((end - start) / 1000))" '
		$1 > to { sum += to - from; from = $1; to = $1 }
		$1 + $2 > to { to = $1 + $2 }
		END { print (sum + to - from) / wall }')
goal 'wall time that the nodes of --time-trace account for' +0.95 "$covered"
