/* 3.8.2: global, local, private and constant data of one kernel are different memory. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

static constexpr int table[4] = { 10, 20, 30, 40 };

int main()
{
	sycl::queue q;
	int *const result = sycl::malloc_shared<int>(16, q);

	q.submit([&](sycl::handler &h) {
		sycl::local_accessor<int, 2> local({ 2, 4 }, h);
		sycl::local_accessor<int, 0> one(h);

		h.parallel_for(sycl::nd_range<1>(16, 4), [=](sycl::nd_item<1> it) {
			const std::size_t me = it.get_local_id(0);
			int own[4];

			for (int i = 0; i < 4; i++)
				own[i] = int(me) * i;
			local[0][me] = own[3];
			local[1][me] = table[me];
			if (me == 0)
				one = int(it.get_group_linear_id());
			sycl::group_barrier(it.get_group());
			result[it.get_global_id(0)] = local[0][3 - me] + local[1][3 - me] + one * 1000;
		});
	}).wait();
	for (int i = 0; i < 16; i++)
		check(result[i] == 3 * (3 - i % 4) + table[3 - i % 4] + i / 4 * 1000);
	sycl::free(result, q);
	return done();
}
