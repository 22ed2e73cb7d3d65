/* 3.8.3.1: what a work-group wrote before a barrier is there after it, in local and in global memory. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

int main()
{
	sycl::queue q;
	constexpr int groups = 8, size = 32;
	int *const result = sycl::malloc_shared<int>(groups * size, q);

	q.submit([&](sycl::handler &h) {
		sycl::local_accessor<int, 1> row(size, h);

		h.parallel_for(sycl::nd_range<1>(groups * size, size), [=](sycl::nd_item<1> it) {
			const int me = int(it.get_local_id(0));
			int *const own = result + it.get_group_linear_id() * size;

			row[me] = me;
			for (int step = 0; step < 5; step++) {
				sycl::group_barrier(it.get_group());
				const int next = row[(me + 1) % size];
				it.barrier(sycl::access::fence_space::local_space);
				row[me] = next;
			}
			own[me] = row[me];
			sycl::group_barrier(it.get_group(), sycl::memory_scope::work_group);
			const int other = own[size - 1 - me];
			it.barrier();
			own[me] = other;
		});
	}).wait();
	for (int g = 0; g < groups; g++)
		for (int i = 0; i < size; i++)
			check(result[g * size + i] == (size - 1 - i + 5) % size);
	sycl::free(result, q);
	return done();
}
