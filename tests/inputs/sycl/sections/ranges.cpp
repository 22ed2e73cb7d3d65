/* 4.9.1.1: arithmetic of ranges and ids, element by element, with numbers on both sides. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

int main()
{
	using namespace sycl;
	const range<3> a(8, 12, 20);
	const id<3> i(1, 2, 3);

	check(a.size() == 8 * 12 * 20 && a.get(1) == 12 && a[2] == 20 && range<2>(3, 4).size() == 12);
	check(a + range<3>(1, 2, 3) == range<3>(9, 14, 23) && a / 4 == range<3>(2, 3, 5) && 100 - a == range<3>(92, 88, 80));
	check(a % 5 == range<3>(3, 2, 0) && (a << 1) == range<3>(16, 24, 40) && (a >> 2) == range<3>(2, 3, 5) && (a & 12) == range<3>(8, 12, 4));
	check((a | 1) == range<3>(9, 13, 21) && (a ^ 4) == range<3>(12, 8, 16) && (a > 10) == range<3>(0, 1, 1) && (a <= 12) == range<3>(1, 1, 0));
	check((a && range<3>(0, 1, 0)) == range<3>(0, 1, 0) && (i || 0) == id<3>(1, 1, 1) && (i < id<3>(2, 2, 2)) == id<3>(1, 0, 0));
	id<3> j = i;
	j += 2;
	j *= id<3>(1, 2, 3);
	check(j == id<3>(3, 8, 15) && ++j == id<3>(4, 9, 16) && j++ == id<3>(4, 9, 16) && --j == id<3>(4, 9, 16) && +j == j);
	j <<= 1;
	j %= 7;
	check(j == id<3>(1, 4, 4) && id<3>(a) == id<3>(8, 12, 20) && -id<1>(1) == id<1>(std::size_t(-1)));
	const std::size_t number = id<1>(7);
	check(number == 7 && id<1>(3) + 4 == id<1>(7) && id<1>(3) == 3 && id<2>() == id<2>(0, 0));
	static_assert(std::is_same_v<decltype(range(1, 2, 3)), range<3>> && std::is_same_v<decltype(id(1)), id<1>>);
	static_assert(!std::is_default_constructible_v<range<1>> || sizeof(range<1>) == sizeof(std::size_t));
	return done();
}
