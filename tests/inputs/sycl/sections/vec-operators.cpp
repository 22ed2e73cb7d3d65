/* 4.14.2: every operator of vecs and swizzles, with numbers on both sides, of integers and floating-point numbers, on host and device. */
#define SYCL_SIMPLE_SWIZZLES
#include <sycl/sycl.hpp>

#include <cstddef>
#include <type_traits>

#include "../check.hpp"

using namespace sycl;

template <typename T, int Size>
vec<T, Size> ramp(int from)
{
	vec<T, Size> v;
	for (int i = 0; i < Size; i++)
		v[i] = T(from + i % 5);
	return v;
}
template <typename T>
using truth = std::conditional_t<sizeof(T) == 1, std::int8_t, std::conditional_t<sizeof(T) == 2, std::int16_t, std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>>>;

/* Each operator of vecs against that of the elements. */
#define BINARY(OP)                                                                                                         \
	do {                                                                                                               \
		const vec<T, Size> vv = a OP b, vs = a OP s, sv = s OP b;                                                  \
		vec<T, Size> assigned = a, with = a;                                                                       \
		assigned OP##= b, with OP##= s;                                                                            \
		for (int i = 0; i < Size; i++)                                                                             \
			wrong += vv[i] != T(a[i] OP b[i]) || vs[i] != T(a[i] OP s) || sv[i] != T(s OP b[i])                \
				|| assigned[i] != vv[i] || with[i] != vs[i];                                                       \
	} while (0)
#define COMPARE(OP)                                                                                                        \
	do {                                                                                                               \
		static_assert(std::is_same_v<decltype(a OP b), vec<truth<T>, Size>> && std::is_same_v<decltype(a OP s), vec<truth<T>, Size>> && std::is_same_v<decltype(s OP a), vec<truth<T>, Size>>); \
		const auto vv = a OP b, vs = a OP s, sv = s OP b;                                                          \
		for (int i = 0; i < Size; i++)                                                                             \
			wrong += vv[i] != (a[i] OP b[i] ? -1 : 0) || vs[i] != (a[i] OP s ? -1 : 0) || sv[i] != (s OP b[i] ? -1 : 0); \
	} while (0)

template <typename T, int Size>
int operators()
{
	const auto a = ramp<T, Size>(3), b = ramp<T, Size>(1);
	const T s(2);
	int wrong = 0;

	BINARY(+);
	BINARY(-);
	BINARY(*);
	BINARY(/);
	COMPARE(==);
	COMPARE(!=);
	COMPARE(<);
	COMPARE(>);
	COMPARE(<=);
	COMPARE(>=);
	COMPARE(&&);
	COMPARE(||);
	static_assert(std::is_same_v<decltype(!a), vec<truth<T>, Size>> && std::is_same_v<decltype(-a), vec<T, Size>> && std::is_same_v<decltype(+a), vec<T, Size>>);
	auto up = a, down = a;
	const auto before = up++, after = ++up;
	down--, --down;
	for (int i = 0; i < Size; i++)
		wrong += before[i] != a[i] || after[i] != T(a[i] + T(2)) || down[i] != T(a[i] - T(2)) || (-a)[i] != T(-a[i]) || (+a)[i] != a[i] || (!a)[i] != 0;
	if constexpr (std::is_integral_v<T>) {
		BINARY(%);
		BINARY(&);
		BINARY(|);
		BINARY(^);
		BINARY(<<);
		BINARY(>>);
		for (int i = 0; i < Size; i++)
			wrong += (~a)[i] != T(~a[i]);
	}
	return wrong;
}

/* Swizzles as operands and as targets. */
template <typename T>
int swizzles()
{
	vec<T, 4> v(T(1), T(2), T(3), T(4));
	const vec<T, 2> two(T(10), T(20));
	int wrong = 0;

	static_assert(std::is_same_v<decltype(v.xy() + two), vec<T, 2>> && std::is_same_v<decltype(two - v.zw()), vec<T, 2>> && std::is_same_v<decltype(v.xy() * v.wz()), vec<T, 2>>);
	static_assert(std::is_same_v<decltype(v.xy() == two), vec<truth<T>, 2>> && std::is_same_v<decltype(T(1) + v.xy()), vec<T, 2>>);
	const vec<T, 2> s1 = v.wx() + two, s2 = T(5) - v.xy(), s3 = v.yz() * T(3), s4 = two / v.xy();
	wrong += s1[0] != T(14) || s1[1] != T(21) || s2[0] != T(4) || s2[1] != T(3) || s3[0] != T(6) || s3[1] != T(9) || s4[1] != T(10);
	v.xz() += two;
	wrong += v.x() != T(11) || v.y() != T(2) || v.z() != T(23);
	v.yw() = v.wy();
	wrong += v.y() != T(4) || v.w() != T(2);
	v.hi() = T(9), v.lo() -= T(1);
	wrong += v.x() != T(10) || v.y() != T(3) || v.z() != T(9) || v.w() != T(9);
	v.x()++, --v.y(), v.zw()++;
	wrong += v.x() != T(11) || v.y() != T(2) || v.z() != T(10) || v.w() != T(10);
	v.template swizzle<elem::w, elem::x>() = two;
	wrong += v.w() != T(10) || v.x() != T(20);
	const vec<T, 3> three = v.template swizzle<elem::s0, elem::s0, elem::s3>();
	wrong += three[0] != T(20) || three[1] != T(20) || three[2] != T(10) || all(three == three) == false;
	return wrong;
}

template <typename T>
int of()
{
	return operators<T, 1>() + operators<T, 2>() + operators<T, 3>() + operators<T, 16>() + swizzles<T>();
}
template <typename T>
void one(queue &q, int *n)
{
	q.single_task([=] { *n = operators<T, 3>() + swizzles<T>(); }).wait();
	check(*n == 0);
}
/* Host: all sizes; device: a kernel for each type. */
template <typename... Ts>
void run(queue &q)
{
	int *const n = malloc_shared<int>(1, q);

	check((0 + ... + of<Ts>()) == 0);
	(one<Ts>(q, n), ...);
	free(n, q);
}

/* Which operators there are: those of bits of integers and bytes alone. */
template <typename Left, typename Right = Left, typename = void>
constexpr bool has_modulo = false;
template <typename Left, typename Right>
constexpr bool has_modulo<Left, Right, std::void_t<decltype(std::declval<Left>() % std::declval<Right>())>> = true;
template <typename Left, typename = void>
constexpr bool has_not = false;
template <typename Left>
constexpr bool has_not<Left, std::void_t<decltype(~std::declval<Left>())>> = true;
template <typename T>
using choice = decltype(std::declval<vec<T, 4> &>().wzyx());
static_assert(has_modulo<vec<int, 2>> && has_modulo<vec<int, 1>, int> && has_modulo<choice<int>> && has_modulo<choice<int>, int> && has_modulo<marray<int, 2>, int>);
static_assert(!has_modulo<vec<float, 2>> && !has_modulo<vec<half, 1>, half> && !has_modulo<choice<double>> && !has_modulo<float, choice<float>> && !has_modulo<marray<half, 2>>);
static_assert(has_not<vec<std::uint8_t, 3>> && has_not<vec<std::byte, 2>> && has_not<choice<long>> && !has_not<vec<float, 4>> && !has_not<choice<half>> && !has_not<marray<double, 3>>);
static_assert(!has_modulo<choice<int>, vec<int, 2>> && !has_modulo<choice<int>, choice<long>> && !has_modulo<choice<int>, vec<long, 4>>);

/* One element converts to what its type converts to, and half and bytes when told so; the classes stay what they are. */
static_assert(std::is_convertible_v<vec<int, 1>, bool> && std::is_convertible_v<vec<float, 1>, double> && std::is_convertible_v<marray<int, 1>, float>);
static_assert(std::is_constructible_v<float, vec<half, 1>> && std::is_constructible_v<int, vec<std::byte, 1>> && !std::is_convertible_v<vec<std::byte, 1>, int>);
static_assert(!std::is_convertible_v<vec<int, 2>, bool> && !std::is_constructible_v<float, vec<half, 2>> && !std::is_convertible_v<marray<int, 2>, float>);
static_assert(sizeof(vec<char, 1>) == 1 && sizeof(marray<half, 1>) == 2 && std::is_standard_layout_v<vec<double, 1>>);

/* Names that the headers have functions of, too: a swizzle finds the program's alone. */
template <typename Vec>
auto pick(const Vec &v, std::size_t i)
{
	return v[static_cast<int>(i)];
}

int conversions()
{
	const vec<float, 1> one(3.5f);
	const vec<half, 1> small(half(2.5f));
	const marray<int, 1> single(3);
	vec<int, 4> v(1, 2, 3, 4);
	const double wide = one;
	const bool equal = v.swizzle<1>() == 2, first = vec<int, 1>(0);
	const float part = vec<int, 1>(v.swizzle<2>()), of_single = single;
	vec<std::byte, 4> bytes(std::byte{ 1 }, std::byte{ 2 }, std::byte{ 4 }, std::byte{ 8 });
	const vec<std::byte, 1> byte_alone(std::byte{ 7 });
	int wrong = !(wide == 3.5 && equal && !first && part == 3 && of_single == 3 && static_cast<float>(small) == 2.5f && static_cast<int>(small) == 2 && half(small) == 2.5f);

	bytes |= std::byte{ 16 };
	bytes.xy() ^= bytes.zw();
	wrong += !(bytes[0] == std::byte{ 5 } && (~bytes)[3] == std::byte{ 0xe7 } && (std::byte{ 4 } & bytes)[2] == std::byte{ 4 } && (bytes.zw() == std::byte{ 20 })[0] == -1);
	wrong += !(static_cast<int>(byte_alone) == 7 && std::byte(byte_alone) == std::byte{ 7 } && pick(v.yx(), std::size_t(0)) == 2);
	return wrong;
}

/* A type whose argument is a vec of one element is no vec, though it converts to bool. */
static_assert(!std::is_same<vec<int, 1>, int>() && !std::is_const<vec<half, 1>>{});

int main()
{
	queue q;
	int *const wrong = malloc_shared<int>(1, q);

	q.single_task([=] { *wrong = conversions(); }).wait();
	check(*wrong == 0 && conversions() == 0);
	free(wrong, q);
	run<signed char, unsigned char, short>(q);
	run<int, unsigned, unsigned long>(q);
	run<half, float, double>(q);
	return done();
}
