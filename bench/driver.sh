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
bench_name=driver
# shellcheck source=bench/common
. "$(dirname "$0")/common"
cd "$(dirname "$0")/.."
clang=$llvm/clang++

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
export SYCL_CC_PCH=
sycl="$clang -D__SYCL_CC__ -isystem $PWD/include"
device="$sycl -fsycl -fsycl-device-only -w -c -emit-llvm $work/hello.cpp -o $work/hello.bc"
host="$sycl -fsycl -fsycl-host-only -Wno-unknown-attributes -c $work/hello.cpp -o $work/hello.o"
whole="$BUILD/bin/sycl-cc $work/hello.cpp -o $work/hello"

compare "$whole" "$device && $host"
goal 'hello.cpp end to end, to the two clang compiles' 1.50 "$cpu"
goal 'hello.cpp end to end, wall, to the two in turn' 1.50 "$wall"

# With the precompiled headers of the cache, warm; and the stock compiler with its own
# precompiled headers, in the same two passes.
warm="$BUILD/bin/sycl-cc --cache=$work/cache $work/hello.cpp -o $work/hello"
$warm
compare "$warm" "$whole"
goal 'hello.cpp with a warm cache, to without' 0.60 "$cpu"
goal 'hello.cpp with a warm cache, wall, to without' 0.60 "$wall"
compare "$warm" "$device && $host"
goal 'hello.cpp with a warm cache, to the two clang compiles' 0.80 "$cpu"
goal 'hello.cpp with a warm cache, wall, to the two in turn' 0.80 "$wall"
automatic="env SYCL_CC_PCH=$work/own $BUILD/bin/sycl-cc $work/hello.cpp -o $work/hello"
$automatic
$automatic
compare "$automatic" "$whole"
goal 'hello.cpp the third time, wall, to without precompiled headers' 0.60 "$wall"
printf '#include <cstdio>\n#include <sycl/sycl.hpp>\n' > "$work/both.hpp"
$sycl -fsycl -fsycl-device-only -w -Xclang -emit-pch -c -o "$work/device.pch" -x c++ "$work/both.hpp"
$sycl -Xclang -fsycl-is-host -Wno-unknown-attributes -Xclang -emit-pch -c -o "$work/host.pch" -x c++ "$work/both.hpp"
device_pch="$sycl -fsycl -fsycl-device-only -w -Xclang -include-pch -Xclang $work/device.pch -c -emit-llvm $work/hello.cpp -o $work/hello.bc"
host_pch="$sycl -Xclang -fsycl-is-host -Wno-unknown-attributes -Xclang -include-pch -Xclang $work/host.pch -c $work/hello.cpp -o $work/hello.o"
compare "$warm" "$device_pch && $host_pch"
goal 'the same, to the two with precompiled headers of clang' - "$cpu"

# What each of the two passes reads, to the standard headers that programs expect it to bring.
printf '#include <%s>\n' algorithm cmath iostream memory string tuple vector > "$work/standard.cpp"
printf '#include <sycl/sycl.hpp>\n' > "$work/parse.cpp"
compare "$sycl -fsycl -fsycl-host-only -Wno-unknown-attributes -c $work/parse.cpp -o $work/parse.o" \
	"$clang -c $work/standard.cpp -o $work/standard.o"
goal 'sycl/sycl.hpp alone, to 7 standard headers' 1.70 "$cpu"
# The same, with those that sycl.hpp itself brings for programs: what is left is SYCL's own share.
sed -n 's/^#include <[a-z]*>$/&/p' include/sycl/sycl.hpp >> "$work/standard.cpp"
compare "$sycl -fsycl -fsycl-host-only -Wno-unknown-attributes -c $work/parse.cpp -o $work/parse.o" \
	"$clang -c $work/standard.cpp -o $work/standard.o"
goal 'the same, to these and the others that it brings' - "$cpu"

printf '#include <map>\n#include <string>\nint main() { std::map<std::string, int> m; return m["a"]; }\n' > "$work/plain.cpp"
compare "$BUILD/bin/sycl-cc -c $work/plain.cpp -o $work/plain.o" "$clang -c $work/plain.cpp -o $work/plain.o"
goal 'plain C++ -c, to clang++' 1.10 "$cpu"
goal 'plain C++ -c, wall, to clang++' 1.10 "$wall"

# Sources of one command line, side by side.
eight=
for n in 1 2 3 4 5 6 7 8; do
	sed "s/^main()/f$n()/; s/^}/return 0; }/" "$work/hello.cpp" > "$work/eight$n.cpp"
	eight="$eight $work/eight$n.cpp"
done
mkdir "$work/eight"
compare "cd $work/eight && $BUILD/bin/sycl-cc -j2 -c$eight" "cd $work/eight && $BUILD/bin/sycl-cc -j1 -c$eight"
goal '8 sources, wall, -j2 to -j1' 0.60 "$wall"
# A second run that has nothing to do but link.
$whole -save-temps="$work/kept"
compare "$whole -save-temps=$work/kept --resume" "$whole"
goal 'nothing changed, --resume, wall, to the whole run' 0.30 "$wall"

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

# 1,000 objects with the SYCL header and no kernel: what they add to a link.
printf '#include <sycl/sycl.hpp>\nint object() { return int(sycl::range<1>(1)[0]); }\n' > "$work/object.cpp"
"$BUILD/bin/sycl-cc" -c "$work/object.cpp" -o "$work/object.o"
"$BUILD/bin/sycl-cc" -c "$work/hello.cpp" -o "$work/hello.o"
mkdir "$work/objects"
for i in $(seq 1000); do
	objcopy --redefine-sym "_Z6objectv=object_$i" "$work/object.o" "$work/objects/$i.o"
done
for _ in 1 2 3; do
	start=$(date +%s%N)
	"$BUILD/bin/sycl-cc" "$work/hello.o" -o "$work/hello"
	middle=$(date +%s%N)
	"$BUILD/bin/sycl-cc" "$work/hello.o" "$work/objects"/*.o -o "$work/hello"
	end=$(date +%s%N)
	echo "$((end - middle - (middle - start)))"
done | sort -n | sed -n 2p > "$work/added"
goal 'seconds that 1,000 objects without kernels add to a link' 1.00 "$(awk '{ print $1 / 1e9 }' "$work/added")"
