/* 4.17.8: geometric functions of numbers, vecs of two to four elements, swizzles and marrays, of float, double and half. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

/* Of more than four elements there are none. */
#define OF(NAME, EXPRESSION)                                                                      \
	template <typename Operand, typename = void>                                              \
	constexpr bool has_##NAME = false;                                                        \
	template <typename Operand>                                                               \
	constexpr bool has_##NAME<Operand, std::void_t<decltype(EXPRESSION)>> = true;
OF(dot, sycl::dot(std::declval<Operand>(), std::declval<Operand>()))
OF(length, sycl::length(std::declval<Operand>()))
OF(distance, sycl::distance(std::declval<Operand>(), std::declval<Operand>()))
OF(normalize, sycl::normalize(std::declval<Operand>()))
OF(fast_distance, sycl::fast_distance(std::declval<Operand>(), std::declval<Operand>()))
template <typename Operand>
constexpr bool has_all = has_dot<Operand> && has_length<Operand> && has_distance<Operand> && has_normalize<Operand> && has_fast_distance<Operand>;
template <typename Operand>
constexpr bool has_any = has_dot<Operand> || has_length<Operand> || has_distance<Operand> || has_normalize<Operand> || has_fast_distance<Operand>;
static_assert(has_all<float> && has_all<vec<float, 2>> && has_all<marray<float, 4>> && has_all<decltype(vec<float, 8>().lo())>);
static_assert(!has_any<vec<float, 8>> && !has_any<vec<half, 16>> && !has_any<marray<double, 5>> && !has_any<decltype(vec<float, 16>().lo())>);

template <typename T>
bool near(T a, double b)
{
	return std::fabs(double(a) - b) < (sizeof(T) == 2 ? 0.02 : 1e-5);
}

template <typename T>
int of()
{
	const vec<T, 4> a(T(1), T(2), T(3), T(0)), b(T(4), T(-5), T(6), T(0));
	const vec<T, 3> c = a.xyz(), d = b.xyz();
	const marray<T, 3> ma(T(1), T(2), T(3)), mb(T(4), T(-5), T(6));
	int wrong = 0;

	static_assert(std::is_same_v<decltype(cross(c, d)), vec<T, 3>> && std::is_same_v<decltype(cross(a, b)), vec<T, 4>> && std::is_same_v<decltype(cross(ma, mb)), marray<T, 3>> && std::is_same_v<decltype(cross(a.xyz(), d)), vec<T, 3>>);
	static_assert(std::is_same_v<decltype(dot(a, b)), T> && std::is_same_v<decltype(dot(T(1), T(2))), T> && std::is_same_v<decltype(dot(ma, mb)), T> && std::is_same_v<decltype(dot(a.xy(), b.zw())), T>);
	static_assert(std::is_same_v<decltype(length(a)), T> && std::is_same_v<decltype(distance(ma, mb)), T> && std::is_same_v<decltype(normalize(a.xy())), vec<T, 2>> && std::is_same_v<decltype(normalize(T(2))), T>);
	const vec<T, 3> x = cross(c, d);
	const vec<T, 4> x4 = cross(a, b);
	const marray<T, 3> mx = cross(ma, mb);
	const double wanted[] = { 27, 6, -13 };
	for (int i = 0; i < 3; i++)
		wrong += !near(x[i], wanted[i]) || !near(x4[i], wanted[i]) || !near(mx[std::size_t(i)], wanted[i]);
	wrong += x4[3] != T(0) || !near(dot(a, b), 12) || !near(dot(c, d), 12) || !near(dot(ma, mb), 12) || !near(dot(a.xy(), b.xy()), -6) || !near(dot(T(3), T(4)), 12);
	wrong += !near(length(c), std::sqrt(14.0)) || !near(length(ma), std::sqrt(14.0)) || !near(length(T(-3)), 3) || !near(length(vec<T, 2>(T(3), T(4))), 5) || !near(length(a.zy()), std::sqrt(13.0));
	wrong += !near(distance(c, d), std::sqrt(9.0 + 49 + 9)) || !near(distance(T(1), T(4)), 3) || !near(distance(ma, mb), std::sqrt(67.0)) || !near(distance(a.xy(), b.xy()), std::sqrt(58.0));
	wrong += !near(normalize(vec<T, 2>(T(3), T(4)))[1], 0.8) || !near(normalize(vec<T, 3>(T(0), T(5), T(0)))[1], 1) || !near(normalize(marray<T, 2>(T(3), T(4)))[0], 0.6) || !near(normalize(T(-7)), -1) || !near(normalize(b)[2], 6 / std::sqrt(77.0));
	return wrong;
}

int main()
{
	check(of<float>() == 0);
	check(of<double>() == 0);
	check(of<half>() == 0);
	queue q;
	int *const n = malloc_shared<int>(3, q);
	q.single_task([=] { n[0] = of<float>(); }).wait();
	q.single_task([=] { n[1] = of<double>(); }).wait();
	q.single_task([=] { n[2] = of<half>(); }).wait();
	check(n[0] == 0 && n[1] == 0 && n[2] == 0);
	free(n, q);
	return done();
}
