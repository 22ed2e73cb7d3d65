/*
 * Loops in which the work-items of a sub-group part: some skip a group operation, some leave an inner loop before others.
 * Those that are at an operation together are in the same round.
 */
#include <sycl/sycl.hpp>

#include "check.hpp"

namespace ex = sycl::ext::oneapi::experimental;

/* How far apart those are that are here together; 0: they are in one round. */
inline int apart(int round)
{
	const auto here = ex::this_kernel::get_opportunistic_group();

	return sycl::reduce_over_group(here, round, sycl::maximum<>()) - sycl::reduce_over_group(here, round, sycl::minimum<>());
}

template <int Dimensions>
struct rounds {
	int *skipped, *left;
	int count;	/* of rounds: the loops stay loops */

	[[sycl::reqd_sub_group_size(16)]] void operator()(sycl::nd_item<Dimensions> item) const
	{
		const int id = static_cast<int>(item.get_local_linear_id());
		int skips = 0, leaves = 0;

		for (int round = 0; round < count; round++)
			if ((id + round) % 3 != 0)
				skips = 7 * skips + apart(round);
		for (int round = 0; round < count; round++)
			for (int inner = 0; inner <= id % 4; inner++)
				leaves += apart(count * round + inner);
		skipped[id] = skips;
		left[id] = leaves;
	}
};

template <int Dimensions>
static void run(sycl::queue &q, const sycl::range<Dimensions> &size)
{
	int *const skipped = sycl::malloc_shared<int>(size.size(), q), *const left = sycl::malloc_shared<int>(size.size(), q);
	int sum = 0;

	q.parallel_for(sycl::nd_range<Dimensions>(size, size), rounds<Dimensions>{ skipped, left, 5 }).wait();
	for (std::size_t i = 0; i < size.size(); i++)
		sum += skipped[i] + left[i];
	check(sum == 0);
	sycl::free(skipped, q);
	sycl::free(left, q);
}

int main()
{
	sycl::queue q;

	for (std::size_t n : { 1, 7, 16, 37, 64 }) {
		run<1>(q, { n });
		run<2>(q, { 2, n });
		run<3>(q, { 2, 1, n });
	}
	return done();
}
