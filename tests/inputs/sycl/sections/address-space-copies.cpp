/* 4.7.7.1: a pointer to local memory that comes to global memory in a copy of an object is one for all, too. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;
using access::address_space;
using access::decorated;

struct parts {
	int *part[8];
};

int main()
{
	queue q;
	int *const r = malloc_shared<int>(8, q);
	parts *const whole = malloc_shared<parts>(2, q);

	q.fill(r, 1, 8).wait();
	q.submit([&](handler &h) {
		const local_accessor<int> l(8, h);
		const local_accessor<parts> own(1, h);

		h.parallel_for(nd_range<1>(8, 8), [=](nd_item<1> it) {
			const int i = static_cast<int>(it.get_local_id(0));

			l[i] = i;
			own[0].part[i] = &l[7 - i];
			group_barrier(it.get_group());
			if (i == 0)
				whole[r[0]] = own[0];
			group_barrier(it.get_group());

			const auto local = address_space_cast<address_space::local_space, decorated::no>(whole[1].part[i]);

			r[i] = local != nullptr ? *local : -1;
		});
	}).wait();
	for (int i = 0; i < 8; i++)
		check(r[i] == 7 - i);
	free(whole, q);
	free(r, q);
	return done();
}
