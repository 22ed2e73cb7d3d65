// Sum, minimum and maximum of a million numbers in one kernel; then where the
// maximum is, with an operator of the program.
#include <sycl/sycl.hpp>

#include <algorithm>
#include <climits>
#include <iostream>
#include <numeric>
#include <vector>

constexpr std::size_t n = 1000000;

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

// A number and where it is.
struct place {
	int value;
	std::size_t index;
};

// Where the first of the largest numbers is: a reduction of one's own type, with
// one's own operator, into memory that the host shares.
static std::size_t largest_at(sycl::queue &q, std::vector<int> &numbers)
{
	const auto larger = [](const place &a, const place &b) {
		return a.value > b.value || (a.value == b.value && a.index < b.index) ? a : b;
	};
	const place none{ INT_MIN, n };
	place *largest = sycl::malloc_shared<place>(1, q);

	*largest = none;
	{
		sycl::buffer<int> numbers_buffer(numbers);

		q.submit([&](sycl::handler &h) {
			sycl::accessor in(numbers_buffer, h, sycl::read_only);

			h.parallel_for(sycl::range<1>(n), sycl::reduction(largest, none, larger),
				[=](sycl::id<1> i, auto &found) { found.combine(place{ in[i], i[0] }); });
		}).wait();
	}
	const std::size_t index = largest->index;
	sycl::free(largest, q);
	return index;
}

int main()
{
	sycl::queue q;
	std::vector<int> numbers(n);
	unsigned random = 1;
	facts want;

	for (int &x : numbers) {
		random = random * 1664525u + 1013904223u;
		x = static_cast<int>(random >> 12);
		want.sum += x;
		want.least = std::min(want.least, x);
		want.most = std::max(want.most, x);
	}
	const facts got = measure(q, numbers);
	const std::size_t at = largest_at(q, numbers);
	const bool right = got.sum == want.sum && got.least == want.least && got.most == want.most
		&& at == static_cast<std::size_t>(std::max_element(numbers.begin(), numbers.end()) - numbers.begin());
	std::cout << "sum " << got.sum << ", from " << got.least << " to " << got.most << " at " << at << '\n'
		<< (right ? "right" : "WRONG") << '\n';
	return right ? 0 : 1;
}
