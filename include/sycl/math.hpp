/*
 * Built-in functions: mathematics, integers, common, geometric and relational.
 *
 * On devices float and double functions are those of OpenCL C under their
 * mangled names; half goes through float.  On the host they are <cmath>'s.
 * Numbers convert as for <cmath>: the widest floating-point argument decides,
 * integers alone count as double.
 */
#ifndef SYCL_MATH_HPP
#define SYCL_MATH_HPP

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <sycl/detail/defines.hpp>
#include <sycl/multi_ptr.hpp>
#include <sycl/vec.hpp>

namespace sycl {

namespace detail {

/* --- which overload --- */

template <typename T>
inline constexpr bool is_half = std::is_same_v<T, half>;

/* Arguments with several elements: the type to compute with, and that of the elements. */
template <typename Operand>
struct element {
	using type = Operand;
	static constexpr bool many = false;
	static constexpr std::size_t count = 1;
};
template <typename T, int Count>
struct element<vec<T, Count>> {
	using type = T;
	static constexpr bool many = true;
	template <typename Result>
	using with = vec<Result, Count>;
	static constexpr std::size_t count = Count;
};
template <typename T, int Count, int... Indices>
struct element<swizzled<T, Count, Indices...>> : element<vec<std::remove_const_t<T>, sizeof...(Indices)>> {};
template <typename T, std::size_t Count>
struct element<marray<T, Count>> {
	using type = T;
	static constexpr bool many = true;
	template <typename Result>
	using with = marray<Result, Count>;
	static constexpr std::size_t count = Count;
};

template <typename Operand>
using element_type = typename element<Operand>::type;

/* The first argument with several elements. */
template <typename First, typename... Rest>
struct shape_of : std::conditional_t<element<First>::many, element<First>, shape_of<Rest...>> {};
template <typename Last>
struct shape_of<Last> : element<Last> {};

/* The result type of a function with this result for each element. */
template <typename Result, typename... Operands>
using mapped = typename shape_of<Operands...>::template with<Result>;
/* The type of a result like this argument: a vec for a swizzle. */
template <typename Operand>
using plain = decltype(settle(std::declval<const Operand &>()));

/*
 * Conditions of overloads.  They accept only arguments with which the function
 * compiles, so that other calls are left to the program's own overloads.
 */
template <typename First, typename Second>
constexpr bool same_shape()
{
	if constexpr (element<First>::many && element<Second>::many)
		return std::is_same_v<typename element<First>::template with<char>, typename element<Second>::template with<char>>;
	else
		return false;
}
/* Several elements, the same number in each argument that is not a number. */
template <typename... Operands>
constexpr bool have_elements()
{
	if constexpr ((element<Operands>::many || ...))
		return ((is_number<Operands> || same_shape<Operands, mapped<char, Operands...>>()) && ...);
	else
		return false;
}
/* The same, and of one type. */
template <typename... Operands>
constexpr bool have_one_type()
{
	if constexpr (have_elements<Operands...>())
		return ((!element<Operands>::many || std::is_same_v<element_type<Operands>, typename shape_of<Operands...>::type>) && ...);
	else
		return false;
}
/* The same, and floating point. */
template <typename... Operands>
constexpr bool have_reals()
{
	if constexpr (have_one_type<Operands...>())
		return is_real<typename shape_of<Operands...>::type>;
	else
		return false;
}
template <typename Operand>
inline constexpr bool is_integer = std::is_integral_v<Operand> && !std::is_same_v<Operand, bool> && sizeof(Operand) <= 8;

template <typename... Operands>
struct if_numbers : std::enable_if<sizeof...(Operands) != 0 && (is_number<Operands> && ...), int> {};
template <typename... Operands>
struct if_elements : std::enable_if<have_elements<Operands...>(), int> {};
template <typename... Operands>
struct if_one_type : std::enable_if<have_one_type<Operands...>(), int> {};
template <typename... Operands>
struct if_reals : std::enable_if<have_reals<Operands...>(), int> {};
/* Floating point, one or several. */
template <typename... Operands>
struct if_real : std::enable_if<have_reals<Operands...>() || (is_real<Operands> && ...), int> {};
/* The same for geometric functions, which are of up to four. */
template <typename... Operands>
struct if_coordinates : std::enable_if<have_reals<Operands...>() && ((element<Operands>::count <= 4) && ...), int> {};
template <typename Operand>
struct if_place : std::enable_if<(have_reals<Operand>() || is_real<Operand>) && element<Operand>::count <= 4, int> {};
template <typename... Operands>
constexpr bool have_floats()
{
	if constexpr (have_reals<Operands...>())
		return std::is_same_v<typename shape_of<Operands...>::type, float>;
	else
		return false;
}
template <typename... Operands>
struct if_float_elements : std::enable_if<have_floats<Operands...>(), int> {};
template <typename... Operands>
struct if_integers : std::enable_if<(is_integer<Operands> && ...), int> {};

/*
 * An object of another class counts as the number that it converts to when there are functions of float, of double and of
 * half: accessors of no dimension, device globals, classes of the program.  Other arguments stay what they are.
 */
float as_real(float);
double as_real(double);
half as_real(half);
template <typename T, typename = void>
struct object {
	static constexpr bool is = false;
};
template <typename T>
struct object<T, typename std::enable_if<std::is_class_v<T> && !element<T>::many && !is_real<T>,
	std::void_t<decltype(as_real(std::declval<const T &>()))>>::type> {
	static constexpr bool is = true;
	using type = decltype(as_real(std::declval<const T &>()));
};
template <typename... Operands>
struct if_objects : std::enable_if<(object<Operands>::is || ...), int> {};
template <typename T>
SYCL_CC_INLINE decltype(auto) number_of(const T &a)
{
	if constexpr (object<T>::is) {
		const typename object<T>::type number = a;

		return static_cast<typename object<T>::type>(number);
	} else {
		return (a);
	}
}

template <typename... Operands>
constexpr auto widest()
{
	if constexpr ((std::is_same_v<Operands, double> || ...) || (std::is_same_v<Operands, long double> || ...))
		return double();
	else if constexpr ((std::is_same_v<Operands, float> || ...) || (std::is_same_v<Operands, ext::oneapi::bfloat16> || ...))
		return float();
	else if constexpr ((is_half<Operands> || ...))
		return half();
	else
		return double();
}
/* The floating-point type that these arguments compute in. */
template <typename... Operands>
using real = decltype(widest<Operands...>());
/* The type for what lies between: a half has no room for the square of 256. */
template <typename T>
using roomy = std::conditional_t<sizeof(T) == 2, float, T>;
/* The usual arithmetic conversions; not between half and a number of another type. */
template <typename... Operands>
using common = std::common_type_t<Operands...>;

/* Element number i of an argument; a number is the value of every element. */
template <typename Operand>
SYCL_CC_INLINE auto pick(const Operand &a, std::size_t i)
{
	if constexpr (is_swizzled<Operand>::value)
		return settle(a)[static_cast<int>(i)];
	else if constexpr (element<Operand>::many)
		return a[static_cast<decltype(Operand::size())>(i)];
	else
		return a;
}
template <typename T, int Count>
SYCL_CC_INLINE T pick(const vec<T, Count> &a, std::size_t i)
{
	return a[static_cast<int>(i)];
}

/* f on each element. */
template <typename Function, typename... Operands>
SYCL_CC_INLINE auto map(Function f, const Operands &...a)
{
	using shape = shape_of<Operands...>;
	using value = decltype(f(pick(a, 0)...));
	typename shape::template with<value> result;

	for (std::size_t i = 0; i < shape::count; i++) {
		if constexpr (is_vec<decltype(result)>)
			result[static_cast<int>(i)] = f(pick(a, i)...);
		else
			result[i] = f(pick(a, i)...);
	}
	return result;
}
/* The same for elements of one type, which numbers are converted to. */
template <typename Function, typename... Operands>
SYCL_CC_INLINE auto map_one_type(Function f, const Operands &...a)
{
	using T = typename shape_of<Operands...>::type;

	return map([f](auto... e) { return static_cast<T>(f(static_cast<T>(e)...)); }, a...);
}
/* The same, computed in floating point. */
template <typename Function, typename... Operands>
SYCL_CC_INLINE auto map_real(Function f, const Operands &...a)
{
	using T = typename shape_of<Operands...>::type;

	return map([f](auto... e) { return static_cast<T>(f(static_cast<real<T>>(static_cast<T>(e))...)); }, a...);
}

namespace math {

/* --- functions of one, two and three numbers of one type, float or double: each a class with a function of() --- */

#ifdef SYCL_CC_DEVICE
#define SYCL_CC_MATH_1(LENGTH, NAME, HOST)                                                \
	struct NAME {                                                                     \
		SYCL_CC_BUILTIN static float of(float) __asm__("_Z" #LENGTH #NAME "f");   \
		SYCL_CC_BUILTIN static double of(double) __asm__("_Z" #LENGTH #NAME "d"); \
	};
#define SYCL_CC_MATH_2(LENGTH, NAME, HOST)                                                \
	struct NAME {                                                                     \
		SYCL_CC_BUILTIN static float of(float, float) __asm__("_Z" #LENGTH #NAME "ff"); \
		SYCL_CC_BUILTIN static double of(double, double) __asm__("_Z" #LENGTH #NAME "dd"); \
	};
#define SYCL_CC_MATH_3(LENGTH, NAME, HOST)                                                \
	struct NAME {                                                                     \
		SYCL_CC_BUILTIN static float of(float, float, float) __asm__("_Z" #LENGTH #NAME "fff"); \
		SYCL_CC_BUILTIN static double of(double, double, double) __asm__("_Z" #LENGTH #NAME "ddd"); \
	};
#else
/* Functions of pi times a number, which is reduced to a multiple up to 1/4 before it is multiplied: that is exact. */
template <typename T>
T times_pi(T a)
{
	return a * T(3.14159265358979323846L);
}
template <typename T>
T host_cospi(T a)
{
	const T rest = std::fabs(std::remainder(a, T(2)));

	if (rest > T(0.75))
		return -std::cos(times_pi(1 - rest));
	return rest > T(0.25) ? std::sin(times_pi(T(0.5) - rest)) : std::cos(times_pi(rest));
}
template <typename T>
T host_sinpi(T a)
{
	const T signed_rest = std::remainder(a, T(2)), rest = std::fabs(signed_rest), half_turn = rest > T(0.5) ? 1 - rest : rest;
	const T value = half_turn > T(0.25) ? std::cos(times_pi(T(0.5) - half_turn)) : std::sin(times_pi(half_turn));

	return std::copysign(value, value > 0 ? signed_rest : a);
}
/* exp(b * log(a)), which pow is not at its special values. */
template <typename T>
T host_powr(T a, T b)
{
	if (!(a >= 0) || b != b || (b == 0 && (a == 0 || std::isinf(a))) || (a == 1 && std::isinf(b)))
		return std::numeric_limits<T>::quiet_NaN();
	return std::pow(std::fabs(a), b);
}
#define SYCL_CC_MATH_OF(NAME, HOST, ...)              \
	struct NAME {                                 \
		template <typename T>                 \
		static T of(__VA_ARGS__)              \
		{                                     \
			return static_cast<T>(HOST);  \
		}                                     \
	};
#define SYCL_CC_MATH_1(LENGTH, NAME, HOST) SYCL_CC_MATH_OF(NAME, HOST, T a)
#define SYCL_CC_MATH_2(LENGTH, NAME, HOST) SYCL_CC_MATH_OF(NAME, HOST, T a, T b)
#define SYCL_CC_MATH_3(LENGTH, NAME, HOST) SYCL_CC_MATH_OF(NAME, HOST, T a, T b, T c)
#endif

/* Each line: length and name of the OpenCL C function, then the host's expression. */
#define SYCL_CC_MATH_TABLE_1(APPLY)                                       \
	APPLY(4, acos, std::acos(a)) APPLY(5, acosh, std::acosh(a))       \
	APPLY(6, acospi, std::acos(a) / T(3.14159265358979323846L))       \
	APPLY(4, asin, std::asin(a)) APPLY(5, asinh, std::asinh(a))       \
	APPLY(6, asinpi, std::asin(a) / T(3.14159265358979323846L))       \
	APPLY(4, atan, std::atan(a)) APPLY(5, atanh, std::atanh(a))       \
	APPLY(6, atanpi, std::atan(a) / T(3.14159265358979323846L))       \
	APPLY(4, cbrt, std::cbrt(a)) APPLY(4, ceil, std::ceil(a))         \
	APPLY(3, cos, std::cos(a)) APPLY(4, cosh, std::cosh(a))           \
	APPLY(5, cospi, host_cospi(a))                                    \
	APPLY(4, erfc, std::erfc(a)) APPLY(3, erf, std::erf(a))           \
	APPLY(3, exp, std::exp(a)) APPLY(4, exp2, std::exp2(a))           \
	APPLY(5, exp10, std::pow(T(10), a)) APPLY(5, expm1, std::expm1(a)) \
	APPLY(4, fabs, std::fabs(a)) APPLY(5, floor, std::floor(a))       \
	APPLY(6, lgamma, std::lgamma(a)) APPLY(3, log, std::log(a))       \
	APPLY(4, log2, std::log2(a)) APPLY(5, log10, std::log10(a))       \
	APPLY(5, log1p, std::log1p(a)) APPLY(4, logb, std::logb(a))       \
	APPLY(4, rint, std::rint(a)) APPLY(5, round, std::round(a))       \
	APPLY(5, rsqrt, T(1) / std::sqrt(a)) APPLY(3, sin, std::sin(a))   \
	APPLY(4, sinh, std::sinh(a))                                      \
	APPLY(5, sinpi, host_sinpi(a))                                    \
	APPLY(4, sqrt, std::sqrt(a)) APPLY(3, tan, std::tan(a))           \
	APPLY(4, tanh, std::tanh(a))                                      \
	APPLY(5, tanpi, host_sinpi(a) / host_cospi(a))                    \
	APPLY(5, trunc, std::trunc(a))
#define SYCL_CC_MATH_TABLE_2(APPLY)                                       \
	APPLY(5, atan2, std::atan2(a, b))                                 \
	APPLY(7, atan2pi, std::atan2(a, b) / T(3.14159265358979323846L))  \
	APPLY(8, copysign, std::copysign(a, b)) APPLY(4, fdim, std::fdim(a, b)) \
	APPLY(4, fmax, std::fmax(a, b)) APPLY(4, fmin, std::fmin(a, b))   \
	APPLY(4, fmod, std::fmod(a, b)) APPLY(5, hypot, std::hypot(a, b)) \
	APPLY(6, maxmag, std::fabs(a) > std::fabs(b) ? a : std::fabs(b) > std::fabs(a) ? b : std::fmax(a, b)) \
	APPLY(6, minmag, std::fabs(a) < std::fabs(b) ? a : std::fabs(b) < std::fabs(a) ? b : std::fmin(a, b)) \
	APPLY(9, nextafter, std::nextafter(a, b)) \
	APPLY(4, powr, host_powr(a, b)) APPLY(9, remainder, std::remainder(a, b))
#define SYCL_CC_MATH_TABLE_3(APPLY)                                           \
	APPLY(3, fma, std::fma(a, b, c)) APPLY(3, mad, a * b + c)

SYCL_CC_MATH_TABLE_1(SYCL_CC_MATH_1)
SYCL_CC_MATH_TABLE_2(SYCL_CC_MATH_2)
SYCL_CC_MATH_TABLE_3(SYCL_CC_MATH_3)
/* That of C is right next to 0 and far below it, where libclc's is not (share/device/real.h). */
#ifdef SYCL_CC_DEVICE
struct tgamma {
	SYCL_CC_BUILTIN static float of(float) __asm__("tgammaf");
	SYCL_CC_BUILTIN static double of(double) __asm__("tgamma");
};
/* A square is a product where the compiler knows the exponent; a call takes forty times as long. */
SYCL_CC_BUILTIN float call_pow(float, float) __asm__("_Z3powff");
SYCL_CC_BUILTIN double call_pow(double, double) __asm__("_Z3powdd");
struct pow {
	template <typename T>
	SYCL_CC_INLINE static T of(T a, T b)
	{
		return __builtin_constant_p(b) && b == 2 ? a * a : call_pow(a, b);
	}
};
#else
SYCL_CC_MATH_1(6, tgamma, std::tgamma(a))
SYCL_CC_MATH_2(3, pow, std::pow(a, b))
#endif

#undef SYCL_CC_MATH_1
#undef SYCL_CC_MATH_2
#undef SYCL_CC_MATH_3
#undef SYCL_CC_MATH_OF

/* --- functions with an integer --- */

#ifdef SYCL_CC_DEVICE
SYCL_CC_BUILTIN float ldexp(float, int) __asm__("_Z5ldexpfi");
SYCL_CC_BUILTIN double ldexp(double, int) __asm__("_Z5ldexpdi");
SYCL_CC_BUILTIN float call_pown(float, int) __asm__("_Z4pownfi");
SYCL_CC_BUILTIN double call_pown(double, int) __asm__("_Z4powndi");
/* As pow; where a * a leaves the range of numbers, so do the third and the fourth power. */
template <typename T>
SYCL_CC_INLINE T pown(T a, int n)
{
	if (__builtin_constant_p(n) && n >= 2 && n <= 4)
		return n == 2 ? a * a : n == 3 ? a * a * a : (a * a) * (a * a);
	return call_pown(a, n);
}
SYCL_CC_BUILTIN float rootn(float, int) __asm__("_Z5rootnfi");
SYCL_CC_BUILTIN double rootn(double, int) __asm__("_Z5rootndi");
SYCL_CC_BUILTIN int ilogb(float) __asm__("_Z5ilogbf");
SYCL_CC_BUILTIN int ilogb(double) __asm__("_Z5ilogbd");
#else
template <typename T>
T ldexp(T a, int n) { return std::ldexp(a, n); }
template <typename T>
T pown(T a, int n) { return static_cast<T>(std::pow(a, n)); }
/* In long double: the exponent's rounding counts as often as the result has binary places. */
template <typename T>
T rootn(T a, int n)
{
	const T root = static_cast<T>(std::pow(std::fabs(static_cast<long double>(a)), 1.0L / n));

	if (n == 0 || (n % 2 == 0 && a < 0))
		return std::numeric_limits<T>::quiet_NaN();
	return n % 2 ? std::copysign(root, a) : root;
}
template <typename T>
int ilogb(T a) { return std::ilogb(a); }
#endif

/* --- fast ones, float only --- */

#ifdef SYCL_CC_DEVICE
#define SYCL_CC_NATIVE(LENGTH, NAME, HOST) SYCL_CC_BUILTIN float native_##NAME(float) __asm__("_Z" #LENGTH "native_" #NAME "f");
#else
#define SYCL_CC_NATIVE(LENGTH, NAME, HOST) inline float native_##NAME(float a) { return HOST; }
#endif
SYCL_CC_NATIVE(10, cos, std::cos(a))
SYCL_CC_NATIVE(10, exp, std::exp(a))
SYCL_CC_NATIVE(11, exp2, std::exp2(a))
SYCL_CC_NATIVE(12, exp10, std::pow(10.0f, a))
SYCL_CC_NATIVE(10, log, std::log(a))
SYCL_CC_NATIVE(11, log2, std::log2(a))
SYCL_CC_NATIVE(12, log10, std::log10(a))
SYCL_CC_NATIVE(12, recip, 1.0f / a)
SYCL_CC_NATIVE(12, rsqrt, 1.0f / std::sqrt(a))
SYCL_CC_NATIVE(10, sin, std::sin(a))
SYCL_CC_NATIVE(11, sqrt, std::sqrt(a))
SYCL_CC_NATIVE(10, tan, std::tan(a))
#undef SYCL_CC_NATIVE

}

/* A function of numbers of one type; half goes through float. */
template <typename Function, typename T, typename... Rest>
SYCL_CC_INLINE T compute(T a, Rest... b)
{
	if constexpr (is_half<T>)
		return half(Function::of(static_cast<float>(a), static_cast<float>(b)...));
	else
		return Function::of(a, b...);
}
/* The neighbour of a half is not that of the float. */
template <>
SYCL_CC_INLINE half compute<math::nextafter>(half a, half b)
{
	const float from = a, to = b;
	std::uint16_t bits = bits_as<std::uint16_t>(a);

	if (from != from || to != to)
		return half(from + to);
	if (from == to)
		return b;
	if (from == 0)
		bits = to < 0 ? 0x8001 : 1;
	else if ((from < to) == (from > 0))
		bits++;
	else
		bits--;
	return bits_as<half>(bits);
}
/*
 * Rounded once: the product is exact as a float, and a sum that is not gets an odd
 * last bit, from which the half is rounded as from the exact sum.
 */
template <>
SYCL_CC_INLINE half compute<math::fma>(half a, half b, half c)
{
	const float product = static_cast<float>(a) * static_cast<float>(b), addend = c;
	const float sum = product + addend, part = sum - product;
	const float lost = (product - (sum - part)) + (addend - part);
	const std::uint32_t bits = bits_as<std::uint32_t>(sum);

	if ((lost < 0 || lost > 0) && (bits & 1) == 0)
		return half(bits_as<float>((lost > 0) == (sum > 0) ? bits + 1 : bits - 1));
	return half(sum);
}
/* Of any numbers, or of elements. */
template <typename Function, typename... Operands>
SYCL_CC_INLINE auto compute_all(const Operands &...a)
{
	if constexpr ((element<Operands>::many || ...))
		return map_real([](auto... e) { return compute<Function>(e...); }, a...);
	else
		return compute<Function>(static_cast<real<Operands...>>(a)...);
}

/* The type of its result; none for arguments that it does not take. */
template <bool AreNumbers, bool AreElements, typename... Operands>
struct math_type {};
template <typename... Operands>
struct math_type<true, false, Operands...> {
	using type = real<Operands...>;
};
template <typename... Operands>
struct math_type<false, true, Operands...> {
	using type = mapped<typename shape_of<Operands...>::type, Operands...>;
};
template <int Count, typename... Operands>
struct math_result : math_type<sizeof...(Operands) == Count && (is_number<Operands> && ...),
	sizeof...(Operands) == Count && have_reals<Operands...>(), Operands...> {};

}

/* --- the functions of the standard --- */

/* The same with an object among the arguments. */
#define SYCL_CC_OF_OBJECTS(NAME)                                                                  \
	template <typename... Operands, typename detail::if_objects<Operands...>::type = 0>       \
	SYCL_CC_INLINE auto NAME(const Operands &...a) -> decltype(sycl::NAME(detail::number_of(a)...)) \
	{                                                                                         \
		return sycl::NAME(detail::number_of(a)...);                                       \
	}
#define SYCL_CC_PUBLIC(LENGTH, NAME, HOST)                                                        \
	template <typename... Operands>                                                           \
	SYCL_CC_INLINE typename detail::math_result<SYCL_CC_COUNT, Operands...>::type NAME(Operands... a) \
	{                                                                                         \
		return detail::compute_all<detail::math::NAME>(a...);                             \
	}                                                                         \
	SYCL_CC_OF_OBJECTS(NAME)
#define SYCL_CC_COUNT 1
SYCL_CC_MATH_TABLE_1(SYCL_CC_PUBLIC)
SYCL_CC_PUBLIC(6, tgamma, )
#undef SYCL_CC_COUNT
#define SYCL_CC_COUNT 2
SYCL_CC_MATH_TABLE_2(SYCL_CC_PUBLIC)
SYCL_CC_PUBLIC(3, pow, )
#undef SYCL_CC_COUNT
#define SYCL_CC_COUNT 3
SYCL_CC_MATH_TABLE_3(SYCL_CC_PUBLIC)
#undef SYCL_CC_COUNT
#undef SYCL_CC_PUBLIC
#undef SYCL_CC_MATH_TABLE_1
#undef SYCL_CC_MATH_TABLE_2
#undef SYCL_CC_MATH_TABLE_3

/* f on each element when an argument has several, where there is an f of elements. */
#define SYCL_CC_ELEMENTWISE(NAME)                                                                 \
	template <typename... Operands, typename detail::if_elements<Operands...>::type = 0,      \
		typename Result = decltype(sycl::NAME(std::declval<detail::element_type<Operands>>()...))> \
	SYCL_CC_INLINE detail::mapped<Result, Operands...> NAME(const Operands &...a)             \
	{                                                                                         \
		return detail::map([](auto... e) { return sycl::NAME(e...); }, a...);             \
	}
/* The same for elements of one type, which numbers are converted to. */
#define SYCL_CC_ELEMENTWISE_OF(CONDITION, COUNT, NAME)                                            \
	template <typename... Operands, typename detail::CONDITION<Operands...>::type = 0,        \
		typename std::enable_if<sizeof...(Operands) == COUNT, int>::type = 0>             \
	SYCL_CC_INLINE auto NAME(const Operands &...a)                                            \
	{                                                                                         \
		return detail::map_one_type([](auto... e) { return sycl::NAME(e...); }, a...);    \
	}

#define SYCL_CC_WITH_INTEGER(NAME)                                                                \
	template <typename Operand, typename detail::if_numbers<Operand>::type = 0>                              \
	SYCL_CC_INLINE detail::real<Operand> NAME(Operand a, int n)                               \
	{                                                                                         \
		if constexpr (detail::is_half<Operand>)                                           \
			return half(detail::math::NAME(static_cast<float>(a), n));                \
		else                                                                              \
			return detail::math::NAME(static_cast<detail::real<Operand>>(a), n);      \
	}                                                                                         \
	SYCL_CC_OF_OBJECTS(NAME)                                                                  \
	SYCL_CC_ELEMENTWISE(NAME)
SYCL_CC_WITH_INTEGER(ldexp)
SYCL_CC_WITH_INTEGER(pown)
SYCL_CC_WITH_INTEGER(rootn)
#undef SYCL_CC_WITH_INTEGER

template <typename Operand, typename detail::if_numbers<Operand>::type = 0>
SYCL_CC_INLINE int ilogb(Operand a)
{
	if constexpr (detail::is_half<Operand>)
		return detail::math::ilogb(static_cast<float>(a));
	else
		return detail::math::ilogb(static_cast<detail::real<Operand>>(a));
}
SYCL_CC_ELEMENTWISE(ilogb)

/* --- relational functions: bool of numbers, truth values of vecs --- */

namespace detail {

/* A relation of numbers of one type, or of the elements: of vecs -1 and 0 in integers of the element's size, of marrays bools. */
template <typename Function, typename... Operands>
SYCL_CC_INLINE auto relate(const Operands &...a)
{
	if constexpr ((element<Operands>::many || ...)) {
		using shape = shape_of<Operands...>;

		if constexpr (is_vec<mapped<char, Operands...>>)
			return map([](auto... e) { return static_cast<truth<typename shape::type>>(relate<Function>(e...) ? -1 : 0); }, a...);
		else
			return map([](auto... e) { return relate<Function>(e...); }, a...);
	} else {
		using T = std::conditional_t<std::is_same_v<real<Operands...>, double>, double, float>;
		const T v[] = { static_cast<T>(a)... };

		return Function::template of<real<Operands...>>(v);
	}
}

/* The type of its result; none for arguments that it does not take. */
template <bool AreNumbers, bool AreElements, typename... Operands>
struct relation_type {};
template <typename... Operands>
struct relation_type<true, false, Operands...> {
	using type = bool;
};
template <typename... Operands>
struct relation_type<false, true, Operands...> {
	using type = mapped<std::conditional_t<is_vec<mapped<char, Operands...>>, truth<typename shape_of<Operands...>::type>, bool>, Operands...>;
};
template <int Count, typename... Operands>
struct relation_result : relation_type<sizeof...(Operands) == Count && (is_number<Operands> && ...),
	sizeof...(Operands) == Count && have_reals<Operands...>(), Operands...> {};

}

#define SYCL_CC_RELATION(NAME, COUNT, EXPRESSION)                                                 \
	namespace detail::math {                                                                  \
	struct NAME {                                                                             \
		template <typename Real, typename T>                                              \
		static SYCL_CC_INLINE bool of(const T *v)                                         \
		{                                                                                 \
			return EXPRESSION;                                                        \
		}                                                                                 \
	};                                                                                        \
	}                                                                                         \
	template <typename... Operands>                                                           \
	SYCL_CC_INLINE typename detail::relation_result<COUNT, Operands...>::type NAME(Operands... a) \
	{                                                                                         \
		return detail::relate<detail::math::NAME>(a...);                                  \
	}                                                                         \
	SYCL_CC_OF_OBJECTS(NAME)
SYCL_CC_RELATION(isequal, 2, v[0] == v[1])
SYCL_CC_RELATION(isnotequal, 2, v[0] != v[1])
SYCL_CC_RELATION(isgreater, 2, v[0] > v[1])
SYCL_CC_RELATION(isgreaterequal, 2, v[0] >= v[1])
SYCL_CC_RELATION(isless, 2, v[0] < v[1])
SYCL_CC_RELATION(islessequal, 2, v[0] <= v[1])
SYCL_CC_RELATION(islessgreater, 2, v[0] < v[1] || v[0] > v[1])
SYCL_CC_RELATION(isordered, 2, v[0] == v[0] && v[1] == v[1])
SYCL_CC_RELATION(isunordered, 2, v[0] != v[0] || v[1] != v[1])
SYCL_CC_RELATION(isfinite, 1, __builtin_isfinite(v[0]))
SYCL_CC_RELATION(isinf, 1, __builtin_isinf(v[0]))
SYCL_CC_RELATION(isnan, 1, __builtin_isnan(v[0]))
/* Numbers that are denormal as half are normal as float. */
SYCL_CC_RELATION(isnormal, 1, __builtin_isfinite(v[0])
	&& (v[0] < 0 ? -v[0] : v[0]) >= static_cast<T>(std::numeric_limits<Real>::min()))
SYCL_CC_RELATION(signbit, 1, __builtin_signbit(v[0]))
#undef SYCL_CC_RELATION

namespace detail {

/* A destination of a result: a pointer or multi_ptr. */
template <typename Pointer>
using if_pointer = std::void_t<decltype(*std::declval<const Pointer &>())>;

/* A function that stores a second result through a pointer or multi_ptr. */
template <typename Operand, typename Pointer, typename Function>
SYCL_CC_INLINE plain<Operand> with_result(const Operand &a, Pointer to, Function f)
{
	if constexpr (element<Operand>::many) {
		plain<Operand> result;

		for (int i = 0; i < static_cast<int>(element<Operand>::count); i++)
			result[i] = f(pick(a, static_cast<std::size_t>(i)), (*to)[i]);
		return result;
	} else {
		return f(a, *to);
	}
}

}

template <typename Operand, typename Pointer, typename detail::if_real<Operand>::type = 0, typename = detail::if_pointer<Pointer>>
SYCL_CC_INLINE detail::plain<Operand> sincos(Operand a, Pointer cosine)
{
	return detail::with_result(a, cosine, [](auto e, auto &c) {
		c = sycl::cos(e);
		return sycl::sin(e);
	});
}
template <typename Operand, typename Pointer, typename detail::if_real<Operand>::type = 0, typename = detail::if_pointer<Pointer>>
SYCL_CC_INLINE detail::plain<Operand> modf(Operand a, Pointer whole)
{
	return detail::with_result(a, whole, [](auto e, auto &w) {
		w = sycl::trunc(e);
		return sycl::copysign(sycl::isinf(e) ? static_cast<decltype(e)>(0) : static_cast<decltype(e)>(e - w), e);
	});
}
template <typename Operand, typename Pointer, typename detail::if_real<Operand>::type = 0, typename = detail::if_pointer<Pointer>>
SYCL_CC_INLINE detail::plain<Operand> fract(Operand a, Pointer whole)
{
	return detail::with_result(a, whole, [](auto e, auto &w) {
		using T = decltype(e);

		w = sycl::floor(e);
		if (e == 0 || e != e)
			return e;
		if (sycl::isinf(e))
			return sycl::copysign(static_cast<T>(0), e);
		return static_cast<T>(sycl::fmin(static_cast<T>(e - w), static_cast<T>(1 - std::numeric_limits<T>::epsilon() / 2)));
	});
}
template <typename Operand, typename Pointer, typename detail::if_real<Operand>::type = 0, typename = detail::if_pointer<Pointer>>
SYCL_CC_INLINE detail::plain<Operand> frexp(Operand a, Pointer exponent)
{
	return detail::with_result(a, exponent, [](auto e, auto &n) {
		const bool plain = sycl::isfinite(e) && e != 0;

		n = plain ? sycl::ilogb(e) + 1 : 0;
		return plain ? sycl::ldexp(e, -static_cast<int>(n)) : e;
	});
}
/* The sign of the gamma function is that of 1, but between -1 and 0, -3 and -2, ..., and at -0. */
template <typename Operand, typename Pointer, typename detail::if_real<Operand>::type = 0, typename = detail::if_pointer<Pointer>>
SYCL_CC_INLINE detail::plain<Operand> lgamma_r(Operand a, Pointer sign)
{
	return detail::with_result(a, sign, [](auto e, auto &n) {
		const auto below = sycl::floor(e);

		n = (e == 0 && sycl::signbit(e)) || (below != e && sycl::fmod(below, static_cast<decltype(e)>(2)) == -1) ? -1 : 1;
		return sycl::lgamma(e);
	});
}
namespace detail {

/* The sign and at least the seven lowest bits of the quotient of which this is the remainder; 0 if there is none. */
template <typename T>
SYCL_CC_INLINE int low_quotient(T a, T b, T remainder)
{
	constexpr T multiple = static_cast<T>(128);

	if (remainder != remainder)
		return 0;
	/* Where a multiple of b is not finite, the quotient is small. */
	if (sycl::fabs(b) <= std::numeric_limits<T>::max() / multiple)
		a = sycl::fmod(a, b * multiple);
	return static_cast<int>(sycl::rint(static_cast<T>((a - remainder) / b)));
}

}

template <typename Left, typename Right, typename Pointer, typename detail::if_real<Left, Right>::type = 0,
	typename std::enable_if<std::is_same_v<detail::plain<Left>, detail::plain<Right>>, int>::type = 0, typename = detail::if_pointer<Pointer>>
SYCL_CC_INLINE detail::plain<Left> remquo(Left a, Right b, Pointer quotient)
{
	const auto remainder = sycl::remainder(a, b);

	if constexpr (detail::element<Left>::many) {
		for (int i = 0; i < static_cast<int>(detail::element<Left>::count); i++)
			(*quotient)[i] = detail::low_quotient<detail::roomy<detail::element_type<Left>>>(a[i], b[i], remainder[i]);
	} else {
		*quotient = detail::low_quotient<detail::roomy<Left>>(a, b, remainder);
	}
	return remainder;
}
/* A quiet NaN of the size of the unsigned code, which is ignored. */
template <typename Code, typename std::enable_if<std::is_unsigned_v<Code> && sizeof(Code) == 2, int>::type = 0>
SYCL_CC_INLINE half nan(Code)
{
	return half(__builtin_nanf(""));
}
template <typename Code, typename std::enable_if<std::is_unsigned_v<Code> && sizeof(Code) == 4, int>::type = 0>
SYCL_CC_INLINE float nan(Code)
{
	return __builtin_nanf("");
}
template <typename Code, typename std::enable_if<std::is_unsigned_v<Code> && sizeof(Code) == 8, int>::type = 0>
SYCL_CC_INLINE double nan(Code)
{
	return __builtin_nan("");
}
SYCL_CC_ELEMENTWISE(nan)

/* native:: and half_precision:: trade accuracy for speed; float only. */
#define SYCL_CC_FAST(NAME)                                                                        \
	namespace native {                                                                        \
	SYCL_CC_INLINE float NAME(float a) { return detail::math::native_##NAME(a); }             \
	template <typename Operand, typename detail::if_float_elements<Operand>::type = 0>                       \
	SYCL_CC_INLINE auto NAME(const Operand &a)                                                \
	{                                                                                         \
		return detail::map([](auto e) { return detail::math::native_##NAME(e); }, a);     \
	}                                                                                         \
	}                                                                                         \
	namespace half_precision {                                                                \
	using native::NAME;                                                                       \
	}
SYCL_CC_FAST(cos)
SYCL_CC_FAST(exp)
SYCL_CC_FAST(exp2)
SYCL_CC_FAST(exp10)
SYCL_CC_FAST(log)
SYCL_CC_FAST(log2)
SYCL_CC_FAST(log10)
SYCL_CC_FAST(recip)
SYCL_CC_FAST(rsqrt)
SYCL_CC_FAST(sin)
SYCL_CC_FAST(sqrt)
SYCL_CC_FAST(tan)
#undef SYCL_CC_FAST

namespace native {
SYCL_CC_INLINE float divide(float a, float b)
{
	return a / b;
}
template <typename Left, typename Right, typename detail::if_float_elements<Left, Right>::type = 0>
SYCL_CC_INLINE auto divide(const Left &a, const Right &b)
{
	return detail::map([](auto x, auto y) { return native::divide(static_cast<float>(x), static_cast<float>(y)); }, a, b);
}
SYCL_CC_INLINE float powr(float a, float b)
{
	return native::exp2(b * native::log2(a));
}
template <typename Left, typename Right, typename detail::if_float_elements<Left, Right>::type = 0>
SYCL_CC_INLINE auto powr(const Left &a, const Right &b)
{
	return detail::map([](auto x, auto y) { return native::powr(static_cast<float>(x), static_cast<float>(y)); }, a, b);
}
}
namespace half_precision {
using native::divide;
using native::powr;
}

/* --- common functions --- */

template <typename Left, typename Right, typename detail::if_numbers<Left, Right>::type = 0>
SYCL_CC_INLINE constexpr detail::common<Left, Right> min(Left a, Right b)
{
	using T = detail::common<Left, Right>;

	return static_cast<T>(b) < static_cast<T>(a) ? static_cast<T>(b) : static_cast<T>(a);
}
SYCL_CC_ELEMENTWISE_OF(if_one_type, 2, min)

template <typename Left, typename Right, typename detail::if_numbers<Left, Right>::type = 0>
SYCL_CC_INLINE constexpr detail::common<Left, Right> max(Left a, Right b)
{
	using T = detail::common<Left, Right>;

	return static_cast<T>(a) < static_cast<T>(b) ? static_cast<T>(b) : static_cast<T>(a);
}
SYCL_CC_ELEMENTWISE_OF(if_one_type, 2, max)

template <typename First, typename Second, typename Third, typename detail::if_numbers<First, Second, Third>::type = 0>
SYCL_CC_INLINE constexpr detail::common<First, Second, Third> clamp(First a, Second low, Third high)
{
	return sycl::min(sycl::max(a, low), high);
}
SYCL_CC_ELEMENTWISE_OF(if_one_type, 3, clamp)

template <typename Operand, typename detail::if_numbers<Operand>::type = 0>
SYCL_CC_INLINE detail::real<Operand> degrees(Operand a)
{
	/* A constant: kernels that use no double must not get one here. */
	constexpr auto factor = static_cast<detail::real<Operand>>(57.295779513082320876798154814105L);

	return static_cast<detail::real<Operand>>(a) * factor;
}
SYCL_CC_ELEMENTWISE_OF(if_reals, 1, degrees)
template <typename Operand, typename detail::if_numbers<Operand>::type = 0>
SYCL_CC_INLINE detail::real<Operand> radians(Operand a)
{
	/* A constant: kernels that use no double must not get one here. */
	constexpr auto factor = static_cast<detail::real<Operand>>(0.017453292519943295769236907684886L);

	return static_cast<detail::real<Operand>>(a) * factor;
}
SYCL_CC_ELEMENTWISE_OF(if_reals, 1, radians)
template <typename First, typename Second, typename Third, typename detail::if_numbers<First, Second, Third>::type = 0>
SYCL_CC_INLINE detail::real<First, Second, Third> mix(First a, Second b, Third t)
{
	using T = detail::real<First, Second, Third>;

	return static_cast<T>(static_cast<T>(a) + (static_cast<T>(b) - static_cast<T>(a)) * static_cast<T>(t));
}
SYCL_CC_ELEMENTWISE_OF(if_reals, 3, mix)
template <typename Left, typename Right, typename detail::if_numbers<Left, Right>::type = 0>
SYCL_CC_INLINE detail::real<Left, Right> step(Left edge, Right a)
{
	using T = detail::real<Left, Right>;

	return static_cast<T>(static_cast<T>(a) < static_cast<T>(edge) ? 0 : 1);
}
SYCL_CC_ELEMENTWISE_OF(if_reals, 2, step)
template <typename First, typename Second, typename Third, typename detail::if_numbers<First, Second, Third>::type = 0>
SYCL_CC_INLINE detail::real<First, Second, Third> smoothstep(First low, Second high, Third a)
{
	using T = detail::real<First, Second, Third>;
	const T t = sycl::clamp(static_cast<T>((static_cast<T>(a) - static_cast<T>(low)) / (static_cast<T>(high) - static_cast<T>(low))),
		static_cast<T>(0), static_cast<T>(1));

	return static_cast<T>(t * t * (static_cast<T>(3) - static_cast<T>(2) * t));
}
SYCL_CC_ELEMENTWISE_OF(if_reals, 3, smoothstep)
template <typename Operand, typename detail::if_numbers<Operand>::type = 0>
SYCL_CC_INLINE detail::real<Operand> sign(Operand a)
{
	using T = detail::real<Operand>;

	/* A zero keeps its sign. */
	return static_cast<T>(a > 0 ? static_cast<T>(1) : a < 0 ? static_cast<T>(-1) : a == 0 ? static_cast<T>(a) : static_cast<T>(0));
}
SYCL_CC_ELEMENTWISE_OF(if_reals, 1, sign)

/* --- integer functions --- */

/* The magnitude; of floating point too. */
template <typename Operand, typename detail::if_numbers<Operand>::type = 0>
SYCL_CC_INLINE constexpr std::conditional_t<std::is_integral_v<Operand>, Operand, detail::real<Operand>> abs(Operand a)
{
	if constexpr (std::is_unsigned_v<Operand>)
		return a;
	else if constexpr (std::is_integral_v<Operand>)
		return static_cast<Operand>(a < 0 ? -a : a);
	else
		return sycl::fabs(a);
}
SYCL_CC_ELEMENTWISE(abs)

template <typename Operand, typename detail::if_integers<Operand>::type = 0>
SYCL_CC_INLINE constexpr Operand abs_diff(Operand a, Operand b)
{
	using Unsigned = std::make_unsigned_t<Operand>;

	return static_cast<Operand>(a > b ? static_cast<Unsigned>(a) - static_cast<Unsigned>(b) : static_cast<Unsigned>(b) - static_cast<Unsigned>(a));
}
SYCL_CC_ELEMENTWISE(abs_diff)
template <typename Operand, typename detail::if_integers<Operand>::type = 0>
SYCL_CC_INLINE constexpr Operand add_sat(Operand a, Operand b)
{
	Operand sum = 0;

	if (!__builtin_add_overflow(a, b, &sum))
		return sum;
	return a < 0 ? (std::numeric_limits<Operand>::min)() : (std::numeric_limits<Operand>::max)();
}
SYCL_CC_ELEMENTWISE(add_sat)
template <typename Operand, typename detail::if_integers<Operand>::type = 0>
SYCL_CC_INLINE constexpr Operand sub_sat(Operand a, Operand b)
{
	Operand difference = 0;

	if (!__builtin_sub_overflow(a, b, &difference))
		return difference;
	return std::is_unsigned_v<Operand> || a < 0 ? (std::numeric_limits<Operand>::min)() : (std::numeric_limits<Operand>::max)();
}
SYCL_CC_ELEMENTWISE(sub_sat)
template <typename Operand, typename detail::if_integers<Operand>::type = 0>
SYCL_CC_INLINE constexpr Operand hadd(Operand a, Operand b)
{
	return static_cast<Operand>((a >> 1) + (b >> 1) + (a & b & 1));
}
SYCL_CC_ELEMENTWISE(hadd)
template <typename Operand, typename detail::if_integers<Operand>::type = 0>
SYCL_CC_INLINE constexpr Operand rhadd(Operand a, Operand b)
{
	return static_cast<Operand>((a >> 1) + (b >> 1) + ((a | b) & 1));
}
SYCL_CC_ELEMENTWISE(rhadd)

template <typename Operand, typename detail::if_integers<Operand>::type = 0>
SYCL_CC_INLINE constexpr Operand clz(Operand a)
{
	using Unsigned = std::make_unsigned_t<Operand>;
	constexpr int bits = sizeof(Operand) * 8;

	if (a == 0)
		return static_cast<Operand>(bits);
	return static_cast<Operand>(__builtin_clzll(static_cast<Unsigned>(a)) - (64 - bits));
}
SYCL_CC_ELEMENTWISE(clz)
template <typename Operand, typename detail::if_integers<Operand>::type = 0>
SYCL_CC_INLINE constexpr Operand ctz(Operand a)
{
	return static_cast<Operand>(a == 0 ? sizeof(Operand) * 8 : static_cast<std::size_t>(__builtin_ctzll(static_cast<std::make_unsigned_t<Operand>>(a))));
}
SYCL_CC_ELEMENTWISE(ctz)
template <typename Operand, typename detail::if_integers<Operand>::type = 0>
SYCL_CC_INLINE constexpr Operand popcount(Operand a)
{
	return static_cast<Operand>(__builtin_popcountll(static_cast<std::make_unsigned_t<Operand>>(a)));
}
SYCL_CC_ELEMENTWISE(popcount)
template <typename Operand, typename detail::if_integers<Operand>::type = 0>
SYCL_CC_INLINE constexpr Operand rotate(Operand a, Operand n)
{
	using Unsigned = std::make_unsigned_t<Operand>;
	constexpr unsigned bits = sizeof(Operand) * 8;
	const unsigned by = static_cast<unsigned>(static_cast<Unsigned>(n)) % bits;

	const Unsigned value = static_cast<Unsigned>(a);

	return by == 0 ? a : static_cast<Operand>(static_cast<Unsigned>(value << by) | static_cast<Unsigned>(value >> (bits - by)));
}
SYCL_CC_ELEMENTWISE(rotate)

/* The upper half of the product. */
template <typename Operand, typename detail::if_integers<Operand>::type = 0>
SYCL_CC_INLINE constexpr Operand mul_hi(Operand a, Operand b)
{
	constexpr int bits = sizeof(Operand) * 8;

	if constexpr (bits < 64) {
		using Wide = std::conditional_t<std::is_unsigned_v<Operand>, std::uint64_t, std::int64_t>;

		return static_cast<Operand>((static_cast<Wide>(a) * static_cast<Wide>(b)) >> bits);
	} else {
		/* In halves: 128-bit integers do not exist everywhere. */
		const std::uint64_t x = static_cast<std::uint64_t>(a), y = static_cast<std::uint64_t>(b), low = 0xffffffff;
		const std::uint64_t middle = (x >> 32) * (y & low) + (((x & low) * (y & low)) >> 32);
		const std::uint64_t other = (x & low) * (y >> 32) + (middle & low);
		std::uint64_t high = (x >> 32) * (y >> 32) + (middle >> 32) + (other >> 32);

		if constexpr (std::is_signed_v<Operand>)
			high -= (a < 0 ? y : 0) + (b < 0 ? x : 0);
		return static_cast<Operand>(high);
	}
}
SYCL_CC_ELEMENTWISE(mul_hi)
template <typename Operand, typename detail::if_integers<Operand>::type = 0>
SYCL_CC_INLINE constexpr Operand mad_hi(Operand a, Operand b, Operand c)
{
	return static_cast<Operand>(sycl::mul_hi(a, b) + c);
}
SYCL_CC_ELEMENTWISE(mad_hi)
template <typename Operand, typename detail::if_integers<Operand>::type = 0>
SYCL_CC_INLINE constexpr Operand mad_sat(Operand a, Operand b, Operand c)
{
	constexpr Operand least = (std::numeric_limits<Operand>::min)(), most = (std::numeric_limits<Operand>::max)();

	if constexpr (sizeof(Operand) < 8) {
		using Wide = std::conditional_t<std::is_unsigned_v<Operand>, std::uint64_t, std::int64_t>;
		const Wide sum = static_cast<Wide>(a) * static_cast<Wide>(b) + static_cast<Wide>(c);

		return sum < static_cast<Wide>(least) ? least : sum > static_cast<Wide>(most) ? most : static_cast<Operand>(sum);
	} else {
		/* The sum in two halves. */
		const std::uint64_t product = static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b);
		const std::uint64_t low = product + static_cast<std::uint64_t>(c);
		const std::uint64_t high = static_cast<std::uint64_t>(sycl::mul_hi(a, b)) + (low < product) - (c < 0 ? 1 : 0);

		if constexpr (std::is_unsigned_v<Operand>)
			return high ? most : static_cast<Operand>(low);
		else
			return high == (low >> 63 ? ~std::uint64_t(0) : 0) ? static_cast<Operand>(low) : high >> 63 ? least : most;
	}
}
SYCL_CC_ELEMENTWISE(mad_sat)
template <typename Operand, typename detail::if_integers<Operand>::type = 0>
SYCL_CC_INLINE constexpr Operand mul24(Operand a, Operand b)
{
	return static_cast<Operand>(a * b);
}
SYCL_CC_ELEMENTWISE(mul24)
template <typename Operand, typename detail::if_integers<Operand>::type = 0>
SYCL_CC_INLINE constexpr Operand mad24(Operand a, Operand b, Operand c)
{
	return static_cast<Operand>(a * b + c);
}
SYCL_CC_ELEMENTWISE(mad24)
template <typename Left, typename Right, typename detail::if_integers<Left, Right>::type = 0,
	typename std::enable_if<(sizeof(Left) == sizeof(Right) && sizeof(Left) < 8), int>::type = 0>
SYCL_CC_INLINE constexpr auto upsample(Left high, Right low)
{
	if constexpr (sizeof(Left) == 1)
		return static_cast<std::conditional_t<std::is_signed_v<Left>, std::int16_t, std::uint16_t>>((high << 8) | low);
	else if constexpr (sizeof(Left) == 2)
		return static_cast<std::conditional_t<std::is_signed_v<Left>, std::int32_t, std::uint32_t>>((static_cast<std::uint32_t>(high) << 16) | low);
	else
		return static_cast<std::conditional_t<std::is_signed_v<Left>, std::int64_t, std::uint64_t>>((static_cast<std::uint64_t>(high) << 32) | low);
}
SYCL_CC_ELEMENTWISE(upsample)

/* --- truth values and choices --- */

namespace detail {

/* A truth value is a bool, or the top bit of an integer. */
template <typename Truth>
SYCL_CC_INLINE constexpr bool is_true(Truth value)
{
	if constexpr (std::is_same_v<Truth, bool>)
		return value;
	else
		return static_cast<std::make_signed_t<Truth>>(value) < 0;
}
template <typename Operand>
struct if_truth : std::enable_if<std::is_same_v<element_type<Operand>, bool> || is_integer<element_type<Operand>>, int> {};
/* Chooses from these two: a truth value for each element, integers of the same size or bools. */
template <typename Left, typename Right, typename Choice>
constexpr bool can_select()
{
	if constexpr (have_one_type<Left, Right>() && have_elements<Left, Choice>() && element<Choice>::many)
		return element<Left>::many && element<Right>::many && (std::is_same_v<element_type<Choice>, bool>
			|| (is_integer<element_type<Choice>> && sizeof(element_type<Choice>) == sizeof(element_type<Left>)));
	else
		return false;
}

}

/* The result is an int, 1 or 0, for a vec and a bool for everything else. */
template <typename Operand, typename detail::if_truth<Operand>::type = 0>
SYCL_CC_INLINE std::conditional_t<detail::is_vec<Operand>, int, bool> any(const Operand &a)
{
	if constexpr (detail::element<Operand>::many) {
		for (std::size_t i = 0; i < detail::element<Operand>::count; i++)
			if (detail::is_true(detail::pick(a, i)))
				return true;
		return false;
	} else {
		return detail::is_true(a);
	}
}
template <typename Operand, typename detail::if_truth<Operand>::type = 0>
SYCL_CC_INLINE std::conditional_t<detail::is_vec<Operand>, int, bool> all(const Operand &a)
{
	if constexpr (detail::element<Operand>::many) {
		for (std::size_t i = 0; i < detail::element<Operand>::count; i++)
			if (!detail::is_true(detail::pick(a, i)))
				return false;
		return true;
	} else {
		return detail::is_true(a);
	}
}

template <typename T>
SYCL_CC_INLINE typename std::enable_if<detail::is_number<T>, T>::type select(T a, T b, bool choose_b)
{
	return choose_b ? b : a;
}
template <typename Left, typename Right, typename Choice, typename std::enable_if<detail::can_select<Left, Right, Choice>(), int>::type = 0>
SYCL_CC_INLINE detail::plain<Left> select(const Left &a, const Right &b, const Choice &choose_b)
{
	return detail::map([](auto x, auto y, auto choice) { return detail::is_true(choice) ? y : x; }, a, b, choose_b);
}
template <typename T>
SYCL_CC_INLINE typename std::enable_if<detail::is_number<T>, T>::type bitselect(T a, T b, T choose_b)
{
	unsigned char x[sizeof(T)], y[sizeof(T)], choice[sizeof(T)];
	T result;

	__builtin_memcpy(x, &a, sizeof a);
	__builtin_memcpy(y, &b, sizeof b);
	__builtin_memcpy(choice, &choose_b, sizeof choose_b);
	for (std::size_t i = 0; i < sizeof(T); i++)
		x[i] = static_cast<unsigned char>((x[i] & ~choice[i]) | (y[i] & choice[i]));
	__builtin_memcpy(static_cast<void *>(&result), x, sizeof result);
	return result;
}
SYCL_CC_ELEMENTWISE_OF(if_one_type, 3, bitselect)

/* --- geometric functions --- */

namespace detail {

/* The type that lengths have. */
template <typename Operand>
using length_type = real<element_type<Operand>>;

template <typename Left, typename Right>
SYCL_CC_INLINE auto sum_of_products(const Left &a, const Right &b)
{
	using T = roomy<typename shape_of<Left, Right>::type>;
	T sum = static_cast<T>(pick(a, 0)) * static_cast<T>(pick(b, 0));

	for (std::size_t i = 1; i < shape_of<Left, Right>::count; i++)
		sum = sum + static_cast<T>(pick(a, i)) * static_cast<T>(pick(b, i));
	return sum;
}

template <typename T>
constexpr T power_of_two(int n)
{
	T power = 1;

	for (; n > 0; n--)
		power = power * 2;
	for (; n < 0; n++)
		power = power / 2;
	return power;
}

/* A power of two and its inverse: times it, the elements' squares neither overflow nor become denormal. */
template <typename T>
struct square_scale {
	T by, back;
};
template <typename Operand>
SYCL_CC_INLINE auto scale_of_squares(const Operand &a)
{
	using T = roomy<element_type<Operand>>;

	if constexpr (sizeof(element_type<Operand>) == 2) {
		return square_scale<T>{ 1, 1 };
	} else {
		constexpr bool wide = sizeof(T) > 4;
		constexpr T large = power_of_two<T>(wide ? 500 : 62), small = power_of_two<T>(wide ? -480 : -50);
		constexpr int down = wide ? -520 : -72, up = wide ? 566 : 86;
		T most = 0;

		for (std::size_t i = 0; i < element<Operand>::count; i++)
			most = sycl::fmax(most, sycl::fabs(pick(a, i)));
		if (most > large)
			return square_scale<T>{ power_of_two<T>(down), power_of_two<T>(-down) };
		return most < small ? square_scale<T>{ power_of_two<T>(up), power_of_two<T>(-up) } : square_scale<T>{ 1, 1 };
	}
}
template <typename Operand, typename T>
SYCL_CC_INLINE T scaled_length(const Operand &a, T by)
{
	T sum = 0;

	for (std::size_t i = 0; i < element<Operand>::count; i++) {
		const T e = static_cast<T>(pick(a, i)) * by;

		sum = sum + e * e;
	}
	return sycl::sqrt(sum);
}

template <typename Left, typename Right>
constexpr bool can_cross()
{
	if constexpr (have_reals<Left, Right>() && same_shape<Left, Right>())
		return element<Left>::count == 3 || element<Left>::count == 4;
	else
		return false;
}

}

template <typename Left, typename Right, typename detail::if_numbers<Left, Right>::type = 0>
SYCL_CC_INLINE detail::real<Left, Right> dot(Left a, Right b)
{
	return static_cast<detail::real<Left, Right>>(a) * static_cast<detail::real<Left, Right>>(b);
}
template <typename Left, typename Right, typename detail::if_coordinates<Left, Right>::type = 0>
SYCL_CC_INLINE auto dot(const Left &a, const Right &b)
{
	return static_cast<typename detail::shape_of<Left, Right>::type>(detail::sum_of_products(a, b));
}
template <typename Operand, typename detail::if_place<Operand>::type = 0>
SYCL_CC_INLINE detail::length_type<Operand> length(const Operand &a)
{
	if constexpr (detail::element<Operand>::many) {
		const auto scale = detail::scale_of_squares(a);

		return static_cast<detail::length_type<Operand>>(detail::scaled_length(a, scale.by) * scale.back);
	} else {
		return sycl::fabs(a);
	}
}
template <typename Left, typename Right, typename detail::if_numbers<Left, Right>::type = 0>
SYCL_CC_INLINE detail::real<Left, Right> distance(Left a, Right b)
{
	return sycl::fabs(static_cast<detail::real<Left, Right>>(a) - static_cast<detail::real<Left, Right>>(b));
}
template <typename Left, typename Right, typename detail::if_coordinates<Left, Right>::type = 0>
SYCL_CC_INLINE auto distance(const Left &a, const Right &b)
{
	return sycl::length(a - b);
}
/* Of length 0, it stays what it is. */
template <typename Operand, typename detail::if_place<Operand>::type = 0>
SYCL_CC_INLINE auto normalize(const Operand &a)
{
	if constexpr (detail::element<Operand>::many) {
		const auto scale = detail::scale_of_squares(a);
		const auto length = detail::scaled_length(a, scale.by);
		const auto divisor = length == 0 ? static_cast<decltype(length)>(1) : length;

		return detail::map([scale, divisor](auto e) {
			return static_cast<decltype(e)>(static_cast<std::decay_t<decltype(divisor)>>(e) * scale.by / divisor);
		}, a);
	} else {
		return sycl::sign(a);
	}
}
template <typename Operand, typename detail::if_place<Operand>::type = 0>
SYCL_CC_INLINE detail::length_type<Operand> fast_length(const Operand &a)
{
	if constexpr (detail::element<Operand>::many)
		return static_cast<detail::length_type<Operand>>(sycl::sqrt(detail::sum_of_products(a, a)));
	else
		return sycl::fabs(a);
}
template <typename Left, typename Right, typename detail::if_numbers<Left, Right>::type = 0>
SYCL_CC_INLINE detail::real<Left, Right> fast_distance(Left a, Right b)
{
	return sycl::distance(a, b);
}
template <typename Left, typename Right, typename detail::if_coordinates<Left, Right>::type = 0>
SYCL_CC_INLINE auto fast_distance(const Left &a, const Right &b)
{
	return sycl::fast_length(a - b);
}
template <typename Operand, typename detail::if_place<Operand>::type = 0>
SYCL_CC_INLINE auto fast_normalize(const Operand &a)
{
	if constexpr (detail::element<Operand>::many) {
		const auto sum = detail::sum_of_products(a, a);
		const auto by = sum == 0 ? static_cast<decltype(sum)>(1) : sycl::rsqrt(sum);

		return detail::map([by](auto e) { return static_cast<decltype(e)>(static_cast<std::decay_t<decltype(by)>>(e) * by); }, a);
	} else {
		return sycl::sign(a);
	}
}
/* In three dimensions; a fourth element is 0. */
template <typename Left, typename Right, typename std::enable_if<detail::can_cross<Left, Right>(), int>::type = 0>
SYCL_CC_INLINE auto cross(const Left &a, const Right &b)
{
	using T = typename detail::element<Left>::type;
	detail::mapped<T, Left> result;
	const auto &x = detail::settle(a);
	const auto &y = detail::settle(b);

	result[0] = x[1] * y[2] - x[2] * y[1];
	result[1] = x[2] * y[0] - x[0] * y[2];
	result[2] = x[0] * y[1] - x[1] * y[0];
	if constexpr (detail::element<Left>::count == 4)
		result[3] = static_cast<T>(0);
	return result;
}

SYCL_CC_OF_OBJECTS(ilogb) SYCL_CC_OF_OBJECTS(sincos) SYCL_CC_OF_OBJECTS(modf) SYCL_CC_OF_OBJECTS(fract)
SYCL_CC_OF_OBJECTS(frexp) SYCL_CC_OF_OBJECTS(lgamma_r) SYCL_CC_OF_OBJECTS(remquo) SYCL_CC_OF_OBJECTS(min)
SYCL_CC_OF_OBJECTS(max) SYCL_CC_OF_OBJECTS(clamp) SYCL_CC_OF_OBJECTS(degrees) SYCL_CC_OF_OBJECTS(radians)
SYCL_CC_OF_OBJECTS(mix) SYCL_CC_OF_OBJECTS(step) SYCL_CC_OF_OBJECTS(smoothstep) SYCL_CC_OF_OBJECTS(sign)
SYCL_CC_OF_OBJECTS(dot) SYCL_CC_OF_OBJECTS(length) SYCL_CC_OF_OBJECTS(distance) SYCL_CC_OF_OBJECTS(normalize)
SYCL_CC_OF_OBJECTS(fast_length) SYCL_CC_OF_OBJECTS(fast_distance) SYCL_CC_OF_OBJECTS(fast_normalize)

#undef SYCL_CC_OF_OBJECTS
#undef SYCL_CC_ELEMENTWISE_OF
#undef SYCL_CC_ELEMENTWISE

/* --- bits --- */

/*
 * In a namespace of its own, which name lookup by a call's arguments does not reach: programs
 * call a bit_cast of theirs with a sycl::half, without a namespace.
 */
namespace detail::bits {
template <typename To, typename From, typename std::enable_if<sizeof(To) == sizeof(From)
	&& std::is_trivially_copyable_v<To> && std::is_trivially_copyable_v<From>, int>::type = 0>
SYCL_CC_INLINE constexpr To bit_cast(const From &from) noexcept
{
	return detail::bits_as<To>(from);
}
}
using namespace detail::bits;

/* Where DPC++ had it first. */
namespace ext::intel {
using sycl::ctz;
}

}

#endif
