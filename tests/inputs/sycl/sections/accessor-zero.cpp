/* 4.7.6.9: accessors without dimensions are one element: on the device, on the host, in local memory. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

int main()
{
	using namespace sycl;
	queue q;
	buffer<int> b(range<1>(1));
	{
		host_accessor<int, 0> h(b);

		h = 5;
		check(h == 5 && h.size() == 1 && h.byte_size() == sizeof(int));
	}
	q.submit([&](handler &h) {
		accessor<int, 0> a(b, h);
		local_accessor<int, 0> local(h);

		h.parallel_for(nd_range<1>(4, 4), [=](nd_item<1> it) {
			if (it.get_local_id(0) == 0)
				local = a + 1;
			group_barrier(it.get_group());
			if (it.get_local_id(0) == 3) {
				const int &old = local;

				a = old * 2;
			}
		});
	});
	buffer<float> numbers(range<1>(1));
	{
		host_accessor<float, 0> h(numbers);

		h = 16;
		check(sycl::sqrt(h) == 4 && sycl::max(h, 20.0f) == 20);
	}
	q.submit([&](handler &h) {
		accessor<float, 0> a(numbers, h);
		local_accessor<float, 0> local(h);

		h.parallel_for(nd_range<1>(1, 1), [=](nd_item<1>) {
			local = 2;
			a = sycl::sqrt(a) + sycl::fmin(float4(7), local)[3] + sycl::pow(local, a);
		});
	});
	check(host_accessor<float, 0>(numbers) == 4 + 2 + 65536);
	host_accessor<const int, 0> result(b);
	check(result == 12);
	return done();
}
