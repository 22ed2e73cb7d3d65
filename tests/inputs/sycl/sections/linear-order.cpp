/* 3.11: the last dimension is the fastest: of ids, buffers, accessors, copies, parts and items. */
#include <sycl/sycl.hpp>

#include <numeric>

#include "../check.hpp"

using namespace sycl;

int main()
{
	queue q;
	const range<3> r(2, 3, 5);
	std::vector<int> plain(r.size());
	{
		buffer<int, 3> b(plain.data(), r);
		q.submit([&](handler &h) {
			accessor a(b, h, write_only, no_init);
			h.parallel_for(r, [=](item<3> i) {
				const id<3> at = i;
				a[at[0]][at[1]][at[2]] = int(at[0] * 15 + at[1] * 5 + at[2]) - int(i.get_linear_id());
			});
		});
		q.submit([&](handler &h) {
			accessor a(b, h);
			h.parallel_for(nd_range<3>(r, { 2, 1, 5 }), [=](nd_item<3> it) {
				a[it.get_global_id()] += int(it.get_global_linear_id() * 100 + it.get_local_linear_id() * 10 + it.get_group_linear_id());
			});
		});
	}
	int wrong = 0;
	for (int i = 0; i < 30; i++)
		wrong += plain[std::size_t(i)] != i * 100 + (i / 15 * 5 + i % 5) * 10 + i / 5 % 3;
	check(wrong == 0);
	/* a part of a 2-D buffer is copied row by row */
	int rows[4 * 6], part[2 * 3] = {};
	std::iota(rows, rows + 24, 0);
	buffer<int, 2> two(rows, range<2>(4, 6));
	q.submit([&](handler &h) { accessor a(two, h, range<2>(2, 3), id<2>(1, 2), read_only); h.copy(a, part); }).wait();
	check(part[0] == 8 && part[2] == 10 && part[3] == 14 && part[5] == 16);
	const int back[] = { -1, -2, -3, -4, -5, -6 };
	q.submit([&](handler &h) { accessor a(two, h, range<2>(3, 2), id<2>(1, 4), write_only); h.copy(back, a); }).wait();
	const host_accessor a(two, read_only);
	check(a[1][4] == -1 && a[1][5] == -2 && a[2][4] == -3 && a[3][5] == -6 && a[0][4] == 4 && a[3][3] == 21);
	buffer<int> flat = two.reinterpret<int, 1>(range<1>(24));
	buffer<int, 3> cube = two.reinterpret<int>(range<3>(2, 2, 6));
	check(host_accessor(flat, read_only)[10] == -1 && host_accessor(cube, read_only)[0][1][4] == -1 && host_accessor(cube, read_only)[id<3>(1, 1, 5)] == -6);
	return done();
}
