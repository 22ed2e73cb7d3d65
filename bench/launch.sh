#!/bin/sh
# bench/launch.sh: what launches cost on the CPU: one work-group behind another, what a second
# thread brings, the first launch out of a SPIR-V image of 200 kernels against one of this
# kernel alone, and that of a second start, which finds it compiled.  Prints one line a goal.
set -eu
bench_name=launch
# shellcheck source=bench/common
. "$(dirname "$0")/common"
cd "$work"

cat > launch.cpp <<'END'
// launch GROUP|WAVES: microseconds of a launch of one work-group, or of one over a million numbers; the best of many.
#include <chrono>
#include <cstdio>
#include <sycl/sycl.hpp>

template <typename F> double best_time(int runs, F f)
{
	double best = 1e9;

	while (runs--) {
		const auto start = std::chrono::steady_clock::now();
		f();
		const double time = std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
		best = time < best ? time : best;
	}
	return best;
}

int main(int argc, char **)
{
	constexpr int many = 2000;
	constexpr std::size_t n = 1 << 20;
	sycl::queue q(sycl::property::queue::in_order{});
	float *a = sycl::malloc_shared<float>(n, q);

	q.fill(a, 0.5f, n).wait();
	if (argc == 1)
		std::printf("%.3f\n", best_time(50, [&] {
			for (int i = 0; i < many; i++)
				q.parallel_for(sycl::nd_range<1>(16, 16), [=](sycl::nd_item<1> it) { a[it.get_global_id(0)] += 1; });
			q.wait();
		}) / many);
	else
		std::printf("%.3f\n", best_time(20, [&] {
			q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) { a[i] = sycl::sin(a[i]) + sycl::exp(-a[i]); }).wait();
		}));
}
END
"$BUILD/bin/sycl-cc" -O2 -fsycl-targets=x86_64 launch.cpp -o launch
goal 'a launch of one work-group, us' 1.0 "$(./launch)"
goal 'one thread / two threads, a million of sin + exp' +1.8 \
	"$(echo "$(SYCL_CC_THREADS=1 ./launch waves) $(SYCL_CC_THREADS=2 ./launch waves)" | awk '{ print $1 / $2 }')"

# kernels NUMBER: a program with so many, which launches the first one and prints how many milliseconds that took
kernels() {
	awk -v n="$1" 'BEGIN {
		print "#include <chrono>\n#include <cstdio>\n#include <sycl/sycl.hpp>"
		print "int main(int argc, char **)\n{\n\tsycl::queue q;\n\tfloat *a = sycl::malloc_shared<float>(64, q);"
		print "\tconst auto start = std::chrono::steady_clock::now();"
		for (i = 0; i < n; i++)
			printf "\tif (argc > %d)\n\t\tq.parallel_for(sycl::range<1>(64), [=](sycl::id<1> i) { if (i[0] < 60) a[i] = a[i] * %d.0f + float(i[0]); }).wait();\n", i, i
		print "\tstd::printf(\"%.3f\\n\", std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());\n}"
	}' > "kernels-$1.cpp"
	"$BUILD/bin/sycl-cc" -O2 -fsycl-targets=spir64 "kernels-$1.cpp" -o "kernels-$1"
}
# first_launch NUMBER: milliseconds, the median of starts with an empty cache, which the last one leaves filled
first_launch() {
	for _ in 1 2 3 4 5 6 7; do
		rm -rf cache
		SYCL_CACHE_DIR=$work/cache "./kernels-$1"
	done | sort -n | sed -n 4p
}
kernels 1
kernels 200
alone=$(first_launch 1)
of_many=$(first_launch 200)
second=$(for _ in 1 2 3 4 5 6 7; do SYCL_CACHE_DIR=$work/cache ./kernels-200; done | sort -n | sed -n 4p)
goal 'first launch: out of 200 kernels in SPIR-V / of one alone' 1.5 "$(echo "$of_many $alone" | awk '{ print $1 / $2 }')"
goal 'first launch of one kernel in SPIR-V, ms' - "$alone"
goal 'first launch of a second start, ms' 5 "$second"
exit "$missed"
