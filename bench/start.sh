#!/bin/sh
# bench/start.sh [IMAGES]: what that many images (10,000), of which the program
# launches one kernel, add to its time.  Prints one line a goal:
#
#	start  GOAL  MILLISECONDS  bar BAR  ok|MISSED
set -eu
bench_name=start
: "${RUNS:=${BENCH_RUNS:-41}}"
# shellcheck source=bench/common
. "$(dirname "$0")/common"
images=${1:-10000}
cd "$work"

cat > one.cpp <<'END'
#include <sycl/sycl.hpp>
int main()
{
	sycl::queue q;
	int *p = sycl::malloc_shared<int>(1, q);

	q.single_task([=] { *p = 7; }).wait();
	return *p != 7;
}
END
"$BUILD/bin/sycl-cc" -fsycl-targets=x86_64 -save-temps=t one.cpp -o one
IFS='|' read -r code properties symbols _ <<END
$(sed -n 2p t/x86_64/replace-code.table)
END
read -r kernel < "$symbols"
mkdir many
awk -v images="$images" -v kernel="$kernel" -v code="$code" -v first="$code|$properties|$symbols" '
	{ line[NR] = $0 }
	END {
		print "[Code|Properties|Symbols]" > "many.table"
		print first > "many.table"
		for (i = 1; i < images; i++) {
			name = kernel
			sub(/@one/, "@unit" i, name)
			print name > ("many/" i ".sym")
			close("many/" i ".sym")
			for (k = 1; k <= NR; k++) {
				text = line[k]
				at = index(text, kernel)
				if (at)
					text = substr(text, 1, at - 1) name substr(text, at + length(kernel))
				print text > ("many/" i ".prop")
			}
			close("many/" i ".prop")
			print code "|many/" i ".prop|many/" i ".sym" > "many.table"
		}
	}' "$properties"
"$BUILD/bin/offload-wrapper" --target=x86_64 --kind=sycl --format=native --batch --module-ids=t/one.module-id -o many.o many.table
"$llvm/clang++" -o many-images t/one.host-compile.o many.o "-L$BUILD/lib" -lsycl-cc-rt "-Wl,-rpath,$BUILD/lib"

# milliseconds of each run of the two in turn, sorted by what the second takes longer
i=0
while [ "$i" -lt "$RUNS" ]; do
	a=$(date +%s%N)
	./one
	b=$(date +%s%N)
	./many-images
	c=$(date +%s%N)
	echo "$((c - b - (b - a))) $((b - a))"
	i=$((i + 1))
done | sort -n > 'times'
goal "$images images, ms more than with one" 5 "$(awk '{ more[NR] = $1 } END { print more[int((NR + 1) / 2)] / 1e6 }' 'times')"
goal 'a program with one image, ms' - "$(sort -n -k 2 times | awk '{ all[NR] = $2 } END { print all[int((NR + 1) / 2)] / 1e6 }')"
