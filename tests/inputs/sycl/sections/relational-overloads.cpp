/* 4.17.9: every relational function of numbers, vecs and marrays of float, double and half: types of results and special values; select, bitselect, any and all. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

template <typename T, typename Integer, typename Unsigned>
int of()
{
	using V = vec<T, 4>;
	using I = vec<Integer, 4>;
	using M = marray<T, 4>;
	using B = marray<bool, 4>;
	const T inf = std::numeric_limits<T>::infinity(), none = std::numeric_limits<T>::quiet_NaN(), small = std::numeric_limits<T>::denorm_min();
	const T values[] = { T(0), T(-1), T(2.5f), inf, -inf, none, small, std::numeric_limits<T>::max() };
	int wrong = 0;

#define TWO(f, expression)                                                                                                 \
	do {                                                                                                               \
		static_assert(std::is_same_v<decltype(f(a, b)), bool> && std::is_same_v<decltype(f(va, vb)), I> && std::is_same_v<decltype(f(ma, mb)), B> && std::is_same_v<decltype(f(va.xy(), vb.yx())), vec<Integer, 2>>); \
		const bool w = expression;                                                                                 \
		wrong += f(a, b) != w || f(va, vb)[1] != (w ? -1 : 0) || f(ma, mb)[3] != w;                                \
	} while (0)
#define ONE(f, expression)                                                                                                 \
	do {                                                                                                               \
		static_assert(std::is_same_v<decltype(f(a)), bool> && std::is_same_v<decltype(f(va)), I> && std::is_same_v<decltype(f(ma)), B> && std::is_same_v<decltype(f(va.zyx())), vec<Integer, 3>>); \
		const bool w = expression;                                                                                 \
		wrong += f(a) != w || f(va)[2] != (w ? -1 : 0) || f(ma)[0] != w;                                           \
	} while (0)
	for (const T a : values)
		for (const T b : values) {
			const V va(a), vb(b);
			const M ma(a), mb(b);
			const bool odd = a != a || b != b;
			TWO(isequal, a == b);
			TWO(isnotequal, a != b);
			TWO(isgreater, a > b);
			TWO(isgreaterequal, a >= b);
			TWO(isless, a < b);
			TWO(islessequal, a <= b);
			TWO(islessgreater, !odd && a != b);
			TWO(isordered, !odd);
			TWO(isunordered, odd);
			ONE(isnan, a != a);
			ONE(isinf, a == inf || a == -inf);
			ONE(isfinite, a == a && a != inf && a != -inf);
			ONE(isnormal, a == T(-1) || a == T(2.5f) || a == std::numeric_limits<T>::max());
			ONE(signbit, a < T(0) || (a != a && signbit(none)));
		}
	static_assert(std::is_same_v<decltype(select(V(), V(), I())), V> && std::is_same_v<decltype(select(V(), V(), vec<Unsigned, 4>())), V> && std::is_same_v<decltype(select(M(), M(), B())), M> && std::is_same_v<decltype(select(T(), T(), true)), T>);
	const V x(T(1), T(2), T(3), T(4)), y(T(5), T(6), T(7), T(8));
	const V chosen = select(x, y, I(0, -1, 1, std::numeric_limits<Integer>::min()));
	wrong += chosen[0] != T(1) || chosen[1] != T(6) || chosen[2] != T(3) || chosen[3] != T(8) || select(T(1), T(2), true) != T(2) || select(T(1), T(2), false) != T(1);
	const M many = select(M(T(1)), M(T(2)), B(true, false, true, false));
	wrong += many[0] != T(2) || many[1] != T(1) || bitselect(T(1), T(-2), T(-0.0f)) != T(-1) || bitselect(x, -y, V(T(-0.0f)))[2] != T(-3) || bitselect(M(T(4)), M(T(-1)), M(T(-0.0f)))[1] != T(-4);
	return wrong;
}

template <typename T>
int of_integers()
{
	const vec<T, 3> a(T(1), T(2), T(3)), b(T(4), T(5), T(6)), mask(T(-1), T(0), T(1));
	const auto chosen = select(a, b, vec<std::make_signed_t<T>, 3>(-1, 0, -1));
	const auto by_unsigned = select(a, b, vec<std::make_unsigned_t<T>, 3>(std::make_unsigned_t<T>(-1), std::make_unsigned_t<T>(0), std::make_unsigned_t<T>(1)));
	const vec<T, 3> bits = bitselect(a, b, mask);
	int wrong = chosen[0] != T(4) || chosen[1] != T(2) || chosen[2] != T(6) || by_unsigned[0] != T(4) || by_unsigned[2] != T(3) || bits[0] != T(4) || bits[1] != T(2) || bits[2] != T(2);
	const marray<T, 2> many = select(marray<T, 2>(T(7), T(8)), marray<T, 2>(T(1), T(2)), marray<bool, 2>(false, true));
	wrong += many[0] != T(7) || many[1] != T(2) || bitselect(T(12), T(10), T(6)) != T(10) || select(T(3), T(4), true) != T(4);
	using S = std::make_signed_t<T>;
	static_assert(std::is_same_v<decltype(any(vec<S, 3>())), int> || std::is_same_v<decltype(any(vec<S, 3>())), bool>);
	wrong += !any(vec<S, 3>(0, -1, 0)) || any(vec<S, 3>(0, 1, 0)) || !all(vec<S, 3>(-1, -2, std::numeric_limits<S>::min())) || all(vec<S, 3>(-1, 1, -1));
	return wrong;
}

int main()
{
	check(of<float, std::int32_t, std::uint32_t>() == 0);
	check(of<double, std::int64_t, std::uint64_t>() == 0);
	check(of<half, std::int16_t, std::uint16_t>() == 0);
	check(of_integers<signed char>() + of_integers<unsigned char>() + of_integers<short>() + of_integers<unsigned>() + of_integers<long>() + of_integers<unsigned long>() == 0);
	check(nextafter(half(1), half(2)) == half(1.0009765625f) && nextafter(half(0), half(-1)) == half(-5.9604645e-8f) && isinf(nextafter(half(65504), half(INFINITY))));
	check(any(marray<bool, 3>(false, true, false)) && !all(marray<bool, 3>(true, true, false)) && all(marray<bool, 2>(true)) && any(true) && !all(false));
	queue q;
	int *const bad = malloc_shared<int>(3, q);
	q.single_task([=] { bad[0] = of<float, std::int32_t, std::uint32_t>(); }).wait();
	q.single_task([=] { bad[1] = of<half, std::int16_t, std::uint16_t>(); }).wait();
	q.single_task([=] { bad[2] = of_integers<short>() + of_integers<unsigned long>(); }).wait();
	check(bad[0] == 0 && bad[1] == 0 && bad[2] == 0);
	free(bad, q);
	return done();
}
