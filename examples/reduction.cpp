// Sum, minimum and maximum of a million numbers in one kernel, then a histogram
// with atomic counters.
#include <sycl/sycl.hpp>

#include <climits>
#include <iostream>
#include <numeric>
#include <vector>

constexpr std::size_t n = 1000000, bins = 16;

struct facts {
	long sum = 0;
	int least = INT_MAX, most = INT_MIN;
};

static facts measure(sycl::queue &q, std::vector<int> &numbers)
{
	facts found;
	{
		sycl::buffer<int> numbers_buffer(numbers);
		sycl::buffer<long> sum_buffer(&found.sum, 1);
		sycl::buffer<int> least_buffer(&found.least, 1), most_buffer(&found.most, 1);

		q.submit([&](sycl::handler &h) {
			sycl::accessor in(numbers_buffer, h, sycl::read_only);

			h.parallel_for(sycl::range<1>(n), sycl::reduction(sum_buffer, h, sycl::plus<>()),
				sycl::reduction(least_buffer, h, sycl::minimum<>()), sycl::reduction(most_buffer, h, sycl::maximum<>()),
				[=](sycl::id<1> i, auto &sum, auto &least, auto &most) {
					sum += in[i];
					least.combine(in[i]);
					most.combine(in[i]);
				});
		});
	}
	return found;
}

static std::vector<int> histogram(sycl::queue &q, std::vector<int> &numbers)
{
	std::vector<int> counts(bins);
	{
		sycl::buffer<int> numbers_buffer(numbers), counts_buffer(counts);

		q.submit([&](sycl::handler &h) {
			sycl::accessor in(numbers_buffer, h, sycl::read_only);
			sycl::accessor out(counts_buffer, h);

			h.parallel_for(n, [=](sycl::id<1> i) {
				sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device> count(
					out[static_cast<std::size_t>(in[i]) % bins]);

				count++;
			});
		});
	}
	return counts;
}

int main()
{
	sycl::queue q;
	std::vector<int> numbers(n);
	unsigned random = 1;
	facts want;
	std::vector<int> want_counts(bins);

	for (int &x : numbers) {
		random = random * 1664525u + 1013904223u;
		x = static_cast<int>(random >> 12);
		want.sum += x;
		want.least = std::min(want.least, x);
		want.most = std::max(want.most, x);
		want_counts[static_cast<std::size_t>(x) % bins]++;
	}
	const facts got = measure(q, numbers);
	const bool right = got.sum == want.sum && got.least == want.least && got.most == want.most
		&& histogram(q, numbers) == want_counts;
	std::cout << "sum " << got.sum << ", from " << got.least << " to " << got.most << '\n' << (right ? "right" : "WRONG") << '\n';
	return right ? 0 : 1;
}
