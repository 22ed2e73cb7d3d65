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
	std::vector<int> data(60);
	for (std::size_t i = 0; i < 60; i++)
		data[i] = int(i);
	{
		buffer<int> whole(data);
		buffer<int> a(whole, id<1>(0), range<1>(20)), b(whole, id<1>(20), range<1>(20));
		check(a.is_sub_buffer() && !whole.is_sub_buffer() && a.size() == 20 && b.get_range() == range<1>(20) && b.byte_size() == 80 && a != b);
		q.submit([&](handler &h) { accessor x(a, h); h.parallel_for(20, [=](id<1> i) { x[i] = -x[i]; }); });
		q.submit([&](handler &h) { accessor x(b, h); h.parallel_for(20, [=](id<1> i) { x[i] += 1000; }); });
		q.submit([&](handler &h) {
			accessor x(a, h, read_only);
			accessor y(b, h);
			h.parallel_for(20, [=](id<1> i) { y[i] += x[i]; });
		});
		{
			const host_accessor all(whole, read_only);
			check(all[5] == -5 && all[25] == 1025 - 5 && all[45] == 45);
		}
		{
			host_accessor part(b, range<1>(2), id<1>(3));
			check(part[0] == 1023 - 3);
			part[1] = 7;
		}
		check(host_accessor(whole, read_only)[24] == 7);
		check(refused([&] { buffer<int> x(whole, id<1>(50), range<1>(11)); }) && refused([&] { buffer<int> x(a, id<1>(0), range<1>(5)); }) && !refused([&] { buffer<int> x(whole, id<1>(59), range<1>(1)); }));
	}
	check(data[3] == -3 && data[24] == 7);
	/* whole rows of more dimensions are contiguous, other parts are not */
	buffer<int, 2> two(data.data(), range<2>(6, 10));
	buffer<int, 2> rows(two, id<2>(2, 0), range<2>(2, 10));
	q.submit([&](handler &h) { accessor x(rows, h, write_only, no_init); h.parallel_for(rows.get_range(), [=](item<2> i) { x[i] = 500 + int(i.get_linear_id()); }); });
	{
		const host_accessor all(two, read_only);
		check(all[2][0] == 500 && all[3][9] == 519 && all[4][0] == 40);
	}
	check(refused([&] { buffer<int, 2> x(two, id<2>(1, 2), range<2>(2, 5)); }));
	buffer<int, 3> three(data.data(), range<3>(3, 4, 5));
	buffer<int, 3> slab(three, id<3>(1, 0, 0), range<3>(1, 4, 5));
	check(slab.size() == 20 && host_accessor(slab, read_only)[0][1][2] == host_accessor(three, read_only)[1][1][2]);
	check(refused([&] { buffer<int, 3> x(three, id<3>(0, 1, 1), range<3>(2, 2, 2)); }));
	return done();
}
