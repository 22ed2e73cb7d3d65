/* 4.7.7.1: a pointer to local memory that a work-item leaves in global memory is one for the others, too. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;
using access::address_space;
using access::decorated;

int main()
{
	queue q;
	int *const r = malloc_shared<int>(8, q), **const left = malloc_shared<int *>(8, q);

	q.submit([&](handler &h) {
		const local_accessor<int> l(8, h);

		h.parallel_for(nd_range<1>(8, 8), [=](nd_item<1> it) {
			const int i = static_cast<int>(it.get_local_id(0));

			l[i] = i;
			left[i] = &l[(i + 3) % 8];
			group_barrier(it.get_group());

			const auto local = address_space_cast<address_space::local_space, decorated::no>(left[(i + 1) % 8]);
			const auto global = address_space_cast<address_space::global_space, decorated::no>(r + i);

			*global = local != nullptr ? *local : -1;
		});
	}).wait();
	for (int i = 0; i < 8; i++)
		check(r[i] == (i + 4) % 8);
	free(left, q);
	free(r, q);
	return done();
}
