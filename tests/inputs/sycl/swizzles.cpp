/* Swizzles: every member, operator and name, of vecs and of swizzles, on the host and in a kernel. */
#define SYCL_SIMPLE_SWIZZLES
#include <sycl/sycl.hpp>

#include <type_traits>

#include "check.hpp"

/* --- names: two, three and four letters, while this compiles --- */

constexpr sycl::int4 four(0, 1, 2, 3);
#define TWO(A, P, B, Q) static_assert(four.A##B()[0] == P && four.A##B()[1] == Q && four.A##B().size() == 2);
#define THREE(A, P, B, Q, C, R) static_assert(four.A##B##C()[0] == P && four.A##B##C()[1] == Q && four.A##B##C()[2] == R);
#define FOUR(A, P, B, Q, C, R, D, S) \
	static_assert(four.A##B##C##D()[0] == P && four.A##B##C##D()[1] == Q && four.A##B##C##D()[2] == R && four.A##B##C##D()[3] == S);
#define FOURS(...) THREE(__VA_ARGS__) FOUR(__VA_ARGS__, x, 0) FOUR(__VA_ARGS__, y, 1) FOUR(__VA_ARGS__, z, 2) FOUR(__VA_ARGS__, w, 3)
#define THREES(...) TWO(__VA_ARGS__) FOURS(__VA_ARGS__, x, 0) FOURS(__VA_ARGS__, y, 1) FOURS(__VA_ARGS__, z, 2) FOURS(__VA_ARGS__, w, 3)
#define TWOS(...) THREES(__VA_ARGS__, x, 0) THREES(__VA_ARGS__, y, 1) THREES(__VA_ARGS__, z, 2) THREES(__VA_ARGS__, w, 3)
TWOS(w, 3)
static_assert(four.xyyw()[2] == 1 && four.yxwz()[2] == 3 && four.zz()[1] == 2 && four.zxy()[0] == 2 && four.rgba()[3] == 3 && four.abgr()[0] == 3 && four.bbr()[2] == 0 && four.gg()[1] == 1);

using swizzle = decltype(std::declval<sycl::int4 &>().wzyx());
static_assert(std::is_same_v<swizzle::element_type, int> && swizzle::size() == 4 && swizzle::get_count() == 4);
static_assert(swizzle::byte_size() == 16 && swizzle::get_size() == 16);
static_assert(decltype(std::declval<sycl::int4 &>().xyz())::byte_size() == 16);

/* --- values --- */

constexpr int cases = 48;

/* same(i, given == wanted) for each case. */
template <typename Same>
void all_cases(Same same)
{
	using sycl::all;
	using sycl::int2;
	using sycl::int3;
	using sycl::int4;
	const int4 plain(1, 2, 3, 4);
	int4 a = plain, b(5, 6, 7, 8);
	int i = 0;

	/* with vecs, swizzles, numbers, on either side */
	same(i++, all(a.wzyx() + b == int4(9, 9, 9, 9)));
	same(i++, all(b - a.wzyx() == int4(1, 3, 5, 7)));
	same(i++, all(a.xy() * b.zw() == int2(7, 16)));
	same(i++, all(b.xy() / 2 == int2(2, 3)));
	same(i++, all(20 % b.xyz() == int3(0, 2, 6)));
	same(i++, all((a.xy() << 1) == int2(2, 4)));
	same(i++, all((b.zw() >> a.xy()) == int2(3, 2)));
	same(i++, all((a.xy() & 1) == int2(1, 0)));
	same(i++, all((a.xy() | int2(8, 8)) == int2(9, 10)));
	same(i++, all((a.xy() ^ a.yx()) == int2(3, 3)));
	same(i++, all((a.xy() && int2(0, 1)) == int2(0, -1)));
	same(i++, all((int2(0, 0) || a.xy()) == int2(-1, -1)));
	same(i++, all((a.xy() < 2) == int2(-1, 0)));
	same(i++, all((2 >= a.xy()) == int2(-1, -1)));
	same(i++, all((a.xy() != b.xy()) == int2(-1, -1)));
	same(i++, all((a.wzyx() > a) == int4(-1, -1, 0, 0)));
	/* one operand */
	same(i++, all(-a.zw() == int2(-3, -4)));
	same(i++, all(+a.zw() == int2(3, 4)));
	same(i++, all(~a.zw() == int2(-4, -5)));
	same(i++, all((!a.zw()) == int2(0, 0)));
	/* assignments write the vec */
	a.xy() = b.zw();
	same(i++, all(a == int4(7, 8, 3, 4)));
	a.zw() = 0;
	same(i++, all(a == int4(7, 8, 0, 0)));
	a.xz() += 1;
	same(i++, all(a == int4(8, 8, 1, 0)));
	a.yw() -= int2(1, 2);
	same(i++, all(a == int4(8, 7, 1, -2)));
	a.xy() <<= 1;
	a.xy() >>= b.xy() - 5;
	same(i++, all(a == int4(16, 7, 1, -2)));
	a.x() = 4;
	a.wz() *= a.xx();
	same(i++, all(a == int4(4, 7, 4, -8)));
	a.xyzw() |= 1;
	same(i++, all(a == int4(5, 7, 5, -7)));
	++a.xy();
	same(i++, all(a == int4(6, 8, 5, -7)));
	same(i++, all(a.zw()-- == int2(5, -7)) && all(a == int4(6, 8, 4, -8)));
	a += a.wzyx();
	same(i++, all(a == int4(-2, 12, 12, -2)));
	a.swizzle<0, 1>() = int2(0, 1);
	a.yxzw() = a;
	same(i++, all(a == int4(1, 0, 12, -2)));
	a.wzyx() = a.xyzw();
	same(i++, all(a == int4(-2, 12, 0, 1)));
	/* swizzles of swizzles, and their elements */
	a = plain;
	same(i++, all(a.wzyx().xy() == int2(4, 3)));
	a.wzyx().zw() = int2(20, 10);
	same(i++, all(a == int4(10, 20, 3, 4)));
	same(i++, a.wzyx().x() == 4 && a.wzyx().s3() == 10 && a.bgra().r() == 3 && a.wzyx()[1] == 3);
	a.wzyx().w() = 1;
	same(i++, all(a.wzyx().swizzle<3, 0>() == int2(1, 4)));
	/* halves, of vecs and swizzles; they can be assigned */
	a = plain;
	same(i++, all(a.lo() == int2(1, 2)) && all(a.hi() == int2(3, 4)) && all(a.odd() == int2(2, 4)) && all(a.even() == int2(1, 3)));
	same(i++, all(a.wzyx().lo() == int2(4, 3)) && all(a.wzyx().odd() == int2(3, 1)) && all(plain.hi() == int2(3, 4)));
	a.lo() = int2(9, 8);
	a.wzyx().even() = a.lo();
	same(i++, all(a == int4(9, 8, 3, 9)));
	same(i++, all(sycl::int3(1, 2, 3).hi() == int2(3, 0)) && all(a.xyz().hi() == int2(3, 0)) && all(a.xyz().odd() == int2(8, 0)));
	/* conversions */
	const float f = sycl::float2(1.5f, 2).swizzle<0>() + 0.0f;
	sycl::float2 two(1.5f, 2.5f);
	const float g = two.swizzle<1>();
	const double d = two.swizzle<1>();
	same(i++, f == 1.5f && g == 2.5f && d == 2.5);
	same(i++, all(two.yx().convert<int>() == int2(2, 1)) && all(a.xy().as<sycl::uint2>() == sycl::uint2(9, 8)));
	int memory[8] = { 0, 1, 2, 3, 4, 5, 6, 7 };
	a = plain;
	a.zx().load(3, static_cast<const int *>(memory));
	a.yw().store(0, static_cast<int *>(memory));
	same(i++, all(a == int4(7, 2, 6, 4)) && memory[0] == 2 && memory[1] == 4);
	/* in functions and constructors */
	same(i++, all(int4(a.xy(), 1, 2) == int4(7, 2, 1, 2)) && all(int4(0, a.xyz()) == int4(0, 7, 2, 6)));
	same(i++, all(sycl::max(a.xy(), a.zw()) == int2(7, 4)) && sycl::dot(two.xy(), two.yx()) == 7.5f);
	same(i++, all(sycl::clamp(a.xyzw(), 3, 6) == int4(6, 3, 6, 4)) && sycl::any(a.xy() == 7) && !sycl::all(a.xy() == 7));
	sycl::vec<int, 16> many(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
	many.swizzle<15, 0>() = many.swizzle<0, 15>();
	same(i++, many.sF() == 0 && many.s0() == 15 && all(many.hi().lo() == int4(8, 9, 10, 11)));
	const sycl::vec<float, 1> single(2.0f);
	same(i++, single.x() == 2.0f && (sycl::vec<float, 1>(two.swizzle<1>()) == 2.5f)[0] && single.lo()[0] == 2.0f);
	if (i != cases)
		same(0, false);
}

int main()
{
	sycl::queue queue;
	int *right = sycl::malloc_shared<int>(cases, queue);

	queue.memset(right, 0, cases * sizeof(int)).wait();
	queue.single_task([=] { all_cases([=](int i, bool good) { right[i] = good; }); }).wait();
	for (int i = 0; i < cases; i++)
		check(right[i] || (std::printf("case %d: ", i), false));
	all_cases([](int i, bool good) { check(good || (std::printf("case %d: ", i), false)); });
	sycl::free(right, queue);
	return done();
}
