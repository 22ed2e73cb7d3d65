/* 3.7.1: commands of an out-of-order queue are ordered by their data, those of an in-order queue by submission. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

int main()
{
	sycl::queue q, in_order{ sycl::property::queue::in_order() };
	sycl::buffer<int> a(sycl::range<1>(64)), b(sycl::range<1>(64));
	int *const p = sycl::malloc_shared<int>(64, in_order);

	for (int step = 0; step < 20; step++)
		q.submit([&](sycl::handler &h) {
			sycl::accessor to(a, h, sycl::read_write);
			sycl::accessor from(b, h, sycl::read_only);

			h.parallel_for(64, [=](sycl::id<1> i) { to[i] = step == 0 ? int(i[0]) : to[i] + 1; });
		});
	q.submit([&](sycl::handler &h) {
		sycl::accessor from(a, h, sycl::read_only);
		sycl::accessor to(b, h, sycl::write_only, sycl::no_init);

		h.parallel_for(64, [=](sycl::id<1> i) { to[i] = from[63 - i[0]]; });
	});
	for (int step = 0; step < 20; step++)
		in_order.parallel_for(64, [=](sycl::id<1> i) { p[i] = step == 0 ? 1 : p[i] * 3 % 1000; });
	in_order.wait();
	int expected = 1;
	for (int step = 1; step < 20; step++)
		expected = expected * 3 % 1000;
	check(p[0] == expected && p[63] == expected);
	const sycl::host_accessor result(b, sycl::read_only);
	check(result[0] == 63 + 19 && result[63] == 19);
	sycl::free(p, in_order);
	return done();
}
