/* 4.7.2: sub-buffers in 1-D to 3-D: what their ranges say, what they share, of which parts of a buffer they can be. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

template <typename Function>
bool refused(const Function &f)
{
	try {
		f();
	} catch (const sycl::exception &e) {
		return e.code() == errc::invalid;
	}
	return false;
}

int main()
{
	queue q;
	std::vector<int> data(120);
	for (std::size_t i = 0; i < 120; i++)
		data[i] = int(i);
	{
		buffer<int> whole(data);
		buffer<int> a(whole, id<1>(0), range<1>(32)), b(whole, id<1>(32), range<1>(32));
		check(a.is_sub_buffer() && !whole.is_sub_buffer() && a.size() == 32 && b.get_range() == range<1>(32) && b.byte_size() == 128 && a != b);
		q.submit([&](handler &h) { accessor x(a, h); h.parallel_for(32, [=](id<1> i) { x[i] = -x[i]; }); });
		q.submit([&](handler &h) { accessor x(b, h); h.parallel_for(32, [=](id<1> i) { x[i] += 1000; }); });
		q.submit([&](handler &h) {
			accessor x(a, h, read_only);
			accessor y(b, h);
			h.parallel_for(32, [=](id<1> i) { y[i] += x[i]; });
		});
		{
			const host_accessor all(whole, read_only);
			check(all[5] == -5 && all[37] == 1037 - 5 && all[75] == 75);
		}
		{
			host_accessor part(b, range<1>(2), id<1>(3));
			check(part[0] == 1035 - 3);
			part[1] = 7;
		}
		check(host_accessor(whole, read_only)[36] == 7);
		check(refused([&] { buffer<int> x(whole, id<1>(110), range<1>(11)); }) && refused([&] { buffer<int> x(a, id<1>(0), range<1>(5)); }) && !refused([&] { buffer<int> x(whole, id<1>(119), range<1>(1)); }));
	}
	check(data[3] == -3 && data[36] == 7);
	/* Where a device uses it, one begins at a multiple of the device's alignment. */
	{
		const std::size_t alignment = q.get_device().get_info<info::device::mem_base_addr_align>() / 8;
		check(alignment >= sizeof(vec<std::int64_t, 16>) && alignment % sizeof(int) == 0 && alignment < 100 * sizeof(int));
		buffer<int> whole(data);
		buffer<int> right(whole, id<1>(alignment / sizeof(int)), range<1>(4)), wrong(whole, id<1>(alignment / sizeof(int) - 1), range<1>(4));
		auto bytes = wrong.reinterpret<char>(range<1>(16));
		const auto by_handler = [&](auto &b) { q.submit([&](handler &h) { accessor x(b, h); h.single_task([=] { x[0] = 9; }); }); };
		const auto required = [&](auto &b) {
			accessor x(b, write_only);
			check(x.is_placeholder());
			q.submit([&](handler &h) { h.require(x); h.single_task([=] { x[1] = 9; }); });
		};
		check(!refused([&] { by_handler(right); }) && !refused([&] { required(right); }));
		check(refused([&] { by_handler(wrong); }) && refused([&] { required(wrong); }) && refused([&] { by_handler(bytes); }));
		check(refused([&] { q.copy(accessor(wrong, read_only), data.data()); }));
		q.submit([&](handler &h) { accessor x(wrong, h, read_write_host_task); h.host_task([=] { x[3] = 5; }); });
		check(host_accessor(wrong)[3] == 5 && host_accessor(wrong)[1] == 9 && host_accessor(right)[1] == 9);
	}
	/* whole rows of more dimensions are contiguous, other parts are not */
	buffer<int, 2> two(data.data(), range<2>(6, 16));
	buffer<int, 2> rows(two, id<2>(2, 0), range<2>(2, 16));
	q.submit([&](handler &h) { accessor x(rows, h, write_only, no_init); h.parallel_for(rows.get_range(), [=](item<2> i) { x[i] = 500 + int(i.get_linear_id()); }); });
	{
		const host_accessor all(two, read_only);
		check(all[2][0] == 500 && all[3][15] == 531 && all[4][0] == 64);
	}
	check(refused([&] { buffer<int, 2> x(two, id<2>(1, 2), range<2>(2, 5)); }));
	buffer<int, 3> three(data.data(), range<3>(3, 4, 5));
	buffer<int, 3> slab(three, id<3>(1, 0, 0), range<3>(1, 4, 5));
	check(slab.size() == 20 && host_accessor(slab, read_only)[0][1][2] == host_accessor(three, read_only)[1][1][2]);
	check(refused([&] { buffer<int, 3> x(three, id<3>(0, 1, 1), range<3>(2, 2, 2)); }));
	return done();
}
