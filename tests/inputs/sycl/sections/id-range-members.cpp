/* 4.9.1: ids and ranges in 1-D, 2-D and 3-D: constructors, constness, every operator with ids, ranges and numbers, deduction. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

#define OPERATOR(OP)                                                                                                       \
	do {                                                                                                               \
		const Kind vv = a OP b, vs = a OP number, sv = number OP b;                                                \
		Kind with = a, with_number = a;                                                                            \
		static_assert(std::is_same_v<decltype(with OP##= b), Kind &> && std::is_same_v<decltype(with OP##= number), Kind &>); \
		with OP##= b, with_number OP##= number;                                                                    \
		for (int d = 0; d < Kind::dimensions; d++)                                                                 \
			wrong += vv[d] != (a[d] OP b[d]) || vs[d] != (a[d] OP number) || sv[d] != (number OP b[d]) || with[d] != vv[d] || with_number[d] != vs[d]; \
	} while (0)
#define COMPARE(OP)                                                                                                        \
	do {                                                                                                               \
		const Kind vv = a OP b, vs = a OP number, sv = number OP b;                                                \
		for (int d = 0; d < Kind::dimensions; d++)                                                                 \
			wrong += vv[d] != std::size_t(a[d] OP b[d]) || vs[d] != std::size_t(a[d] OP number) || sv[d] != std::size_t(number OP b[d]); \
	} while (0)

template <typename Kind>
int operators(const Kind &a, const Kind &b)
{
	const std::size_t number = 3;
	int wrong = 0;

	OPERATOR(+);
	OPERATOR(-);
	OPERATOR(*);
	OPERATOR(/);
	OPERATOR(%);
	OPERATOR(<<);
	OPERATOR(>>);
	OPERATOR(&);
	OPERATOR(|);
	OPERATOR(^);
	COMPARE(&&);
	COMPARE(||);
	COMPARE(<);
	COMPARE(>);
	COMPARE(<=);
	COMPARE(>=);
	Kind up = a, down = a;
	const Kind before = up++, after = ++up, plus = +a, minus = -a;
	down--, --down;
	for (int d = 0; d < Kind::dimensions; d++)
		wrong += before[d] != a[d] || after[d] != a[d] + 2 || down[d] != a[d] - 2 || plus[d] != a[d] || minus[d] != std::size_t(0) - a[d] || a.get(d) != a[d];
	static_assert(std::is_same_v<decltype(std::declval<Kind &>()[0]), std::size_t &> && std::is_same_v<decltype(std::declval<const Kind &>()[0]), std::size_t>);
	static_assert(std::is_same_v<decltype(std::declval<const Kind &>().get(0)), std::size_t> && std::is_trivially_copyable_v<Kind> && is_device_copyable_v<Kind>);
	up[0] = 99;
	wrong += up.get(0) != 99 || up == a || !(up != a) || !(a == Kind(a));
	/* numbers of other types too */
	wrong += (a + 1)[0] != a[0] + 1 || (2u * a)[0] != 2 * a[0] || (a - 1L)[0] != a[0] - 1;
	return wrong;
}

static int wrong_ones()
{
	int wrong = operators(id<1>(9), id<1>(2)) + operators(id<2>(9, 4), id<2>(2, 5)) + operators(id<3>(9, 4, 7), id<3>(2, 5, 1))
		+ operators(range<1>(9), range<1>(2)) + operators(range<2>(9, 4), range<2>(2, 5)) + operators(range<3>(9, 4, 7), range<3>(2, 5, 1));
	const id<3> zero;
	const range<2> r = { 3, 4 };
	const id<2> of_range = r;
	const id<1> one = 5;
	const std::size_t number = one;
	wrong += zero != id<3>(0, 0, 0) || r.size() != 12 || of_range != id<2>(3, 4) || number != 5 || one + 1 != id<1>(6) || range<3>(2, 3, 4).size() != 24 || range<1>(7).size() != 7;
	int plain[8] = { 0, 1, 2, 3, 4, 5, 6, 7 };
	wrong += plain[one] != 5 || !(one == 5) || !(one < 6);
	return wrong;
}

static_assert(std::is_same_v<decltype(id(1)), id<1>> && std::is_same_v<decltype(id(1, 2)), id<2>> && std::is_same_v<decltype(id(1, 2, 3)), id<3>>);
static_assert(std::is_same_v<decltype(range(1)), range<1>> && std::is_same_v<decltype(range(1, 2)), range<2>> && std::is_same_v<decltype(range(1, 2, 3)), range<3>>);
static_assert(id<2>::dimensions == 2 && range<3>::dimensions == 3 && std::is_same_v<id<>, id<1>> && std::is_same_v<range<>, range<1>>);
static_assert(std::is_default_constructible_v<id<1>> && std::is_convertible_v<range<3>, id<3>> && !std::is_convertible_v<id<2>, std::size_t> && std::is_convertible_v<item<2>, id<2>>);

int main()
{
	check(wrong_ones() == 0);
	queue q;
	int *const n = malloc_shared<int>(1, q);
	q.single_task([=] { *n = wrong_ones(); }).wait();
	check(*n == 0);
	free(n, q);
	return done();
}
