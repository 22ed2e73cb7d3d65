/* 4.9.1: operators of ids and ranges, subscripts of accessors and arithmetic of multi_ptrs convert what they get: enumerators, floating point, objects. */
#include <sycl/sycl.hpp>

#include <atomic>

#include "../check.hpp"

using namespace sycl;

enum { none, tile = 4 };
struct as_int {
	operator int() const { return 2; }
};
struct as_id {
	operator id<2>() const { return { 1, 2 }; }
};
using two = std::integral_constant<int, 2>;

template <typename T>
void operators()
{
	T a(8, 12);
	const T same = a;

	check(a / tile == T(2, 3) && a * as_int() == T(16, 24) && two() + a == T(10, 14) && a - 1.5 == T(7, 11));
	check((tile < a) == T(1, 1) && (a && none) == T(0, 0) && a % std::integral_constant<std::size_t, 5>() == T(3, 2));
	a += tile;
	a *= as_int();
	a >>= two();
	check(a == T(6, 8));
	static_assert(std::is_same_v<decltype(same * tile), T> && std::is_same_v<decltype(as_int() << same), T> && std::is_same_v<decltype(a |= tile), T &>);
}

int main()
{
	queue q;
	const id<1> one(tile);

	operators<id<2>>();
	operators<range<2>>();
	check(id<2>(1, 1) + as_id() == id<2>(2, 3) && as_id() * id<2>(2, 2) == id<2>(2, 4));
	check(one == tile && none != one && one * as_int() == 8 && one < tile * 2 && range<1>(tile) * two() == range<1>(8));
	check(0.5 * id<1>(5) == 2.5 && id<1>(5) / 2.f == 2.5f && id<1>(2) < 2.5 && !(2.5 >= id<1>(3)) && id<1>(2) != 2.5 && half(2.5f) * one == 10);
	static_assert(std::is_same_v<decltype(one - 1.f), float> && std::is_same_v<decltype(1.0 + one), double> && std::is_same_v<decltype(one - 1), id<1>>);
	static_assert(std::is_same_v<decltype(range<1>(3) * 1.5), range<1>>);
	id<1> moved(6);
	moved -= two();
	moved += half(1.5f);
	moved <<= as_int();
	check(moved == 20 && (moved * as_int())[0] == 40 && (two() + moved)[0] == 22 && (moved % 8.0)[0] == 4 && (moved >> 1.f)[0] == 10);
	check((one && two())[0] == 1 && std::atomic<int>(2) * one == 8);
	static_assert(std::is_same_v<decltype(one + one), id<1>> && std::is_same_v<decltype(range<1>(1) * one), id<1>>);

	buffer<int> b(range<1>(8)), at(range<1>(1));
	{
		host_accessor h(b);
		const host_accessor<int, 0> i(at);

		i = 3;
		for (int n = 0; n < 8; n++)
			h[n] = n;
		check(h[as_int()] == 2 && h[two()] == 2 && h[tile] == 4 && h[i] == 3 && h[one] == 4 && h[{ 5 }] == 5);
	}
	q.submit([&](handler &h) {
		accessor a(b, h);
		accessor<int, 0, access_mode::read> i(at, h);
		local_accessor<int> l(8, h);

		h.parallel_for(nd_range<1>(1, 1), [=](nd_item<1> it) {
			const auto p = a.get_multi_ptr<access::decorated::yes>();

			static_assert(std::is_same_v<decltype(p + tile), std::remove_const_t<decltype(p)>> && std::is_same_v<decltype(p - as_int()), decltype(p + 1)>);
			l[as_int()] = 10;
			l[i] = 20;
			l[tile] = 30;
			l[it.get_global_id()] = 40;
			a[i] = l[two()] + l[3] + l[4] + l[0];
			a[as_int()] = *(p + tile) + *(p + i) + *(p + tile - two());
		});
	});
	const host_accessor h(b);
	check(h[3] == 100 && h[2] == 4 + 100 + 2);
	return done();
}
