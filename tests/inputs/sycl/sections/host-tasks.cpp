/* 4.10: host tasks use accessors, take handles, come in order and report errors. */
#include <sycl/sycl.hpp>
#include <vector>

#include "../check.hpp"

int main()
{
	using namespace sycl;
	queue q;
	buffer<int> b(range<1>(8));
	std::vector<int> order;

	q.submit([&](handler &h) {
		accessor a(b, h, write_only, no_init);

		h.parallel_for(8, [=](id<1> i) { a[i] = int(i[0]); });
	});
	q.submit([&](handler &h) {
		accessor a(b, h, read_write_host_task);

		h.host_task([=, &order] {
			for (int &v : a)
				v *= 2;
			order.push_back(1);
		});
	});
	q.submit([&](handler &h) {
		accessor<int, 1, access_mode::read, target::host_task> a(b, h);

		h.host_task([=, &order](interop_handle) { order.push_back(a[7]); });
	});
	q.submit([&](handler &h) {
		accessor a(b, h);

		h.parallel_for(8, [=](id<1> i) { a[i] += 1; });
	});
	const host_accessor in(b);
	check(order.size() == 2 && order[0] == 1 && order[1] == 14 && in[7] == 15);
	const event first = q.submit([&](handler &h) { h.host_task([&] { order.push_back(3); }); });
	q.submit([&](handler &h) {
		h.depends_on(first);
		h.host_task([&] { order.push_back(4); });
	}).wait();
	check(order.back() == 4 && order.size() == 4);
	return done();
}
