/* 4.10.7: explicit copies and fills between accessors, pointers and shared pointers. */
#include <sycl/sycl.hpp>
#include <memory>

#include "../check.hpp"

int main()
{
	using namespace sycl;
	queue q;
	buffer<int, 2> a(range<2>(4, 4));
	buffer<int> b(range<1>(16));
	int raw[16];
	const std::shared_ptr<int> shared(new int[16], std::default_delete<int[]>());

	for (int i = 0; i < 16; i++)
		raw[i] = i;
	q.submit([&](handler &h) { h.copy(static_cast<const int *>(raw), accessor(a, h, write_only, no_init)); });
	q.submit([&](handler &h) { h.fill(accessor(b, h, write_only), 9); });
	q.submit([&](handler &h) { h.copy(accessor(a, h, range<2>(2, 2), id<2>(1, 1), read_only), shared); }).wait();
	check(shared.get()[0] == 5 && shared.get()[1] == 6 && shared.get()[2] == 9 && shared.get()[3] == 10);
	q.submit([&](handler &h) {
		accessor from(a, h, read_only);
		accessor to(b, h, write_only);

		h.copy(from, to);
	});
	q.submit([&](handler &h) { h.copy(accessor(b, h, read_only), raw); }).wait();
	check(raw[0] == 0 && raw[15] == 15);
	q.submit([&](handler &h) { h.fill(accessor(a, h, range<2>(1, 4), id<2>(2, 0)), -1); });
	q.submit([&](handler &h) { h.update_host(accessor(a, h)); });
	const host_accessor in(a, read_only);
	check(in[2][0] == -1 && in[2][3] == -1 && in[1][3] == 7 && in[3][0] == 12);
	q.submit([&](handler &h) {
		accessor from(b, h, read_only);
		accessor small(b, h, range<1>(2), read_write);

		try {
			h.copy(from, small);
			check(false);
		} catch (const exception &e) {
			check(e.code() == errc::invalid);
		}
	});
	return done();
}
