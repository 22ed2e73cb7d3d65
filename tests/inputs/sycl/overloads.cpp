/*
 * What the headers' overloads take and leave: all of it is decided while this
 * compiles.  A call that no function of the standard takes must leave the
 * choice to the program's own functions instead of ending in an error.
 */
#include <sycl/sycl.hpp>

#include <complex>
#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>

using sycl::half;
using sycl::vec;

/* takes_NAME<Arguments...>: does sycl::NAME(arguments) compile? */
#define SAY(NAME)                                                                                 \
	template <typename Void, typename... Arguments>                                           \
	struct says_##NAME : std::false_type {};                                                  \
	template <typename... Arguments>                                                          \
	struct says_##NAME<std::void_t<decltype(sycl::NAME(std::declval<Arguments>()...))>, Arguments...> : std::true_type {}; \
	template <typename... Arguments>                                                          \
	constexpr bool takes_##NAME = says_##NAME<void, Arguments...>::value;
#define SAY_ALL(DO)                                                                               \
	DO(acos) DO(cos) DO(exp) DO(fabs) DO(lgamma) DO(log) DO(rint) DO(rsqrt) DO(sqrt) DO(trunc) DO(ilogb) DO(isnan) \
	DO(signbit) DO(degrees) DO(radians) DO(sign) DO(abs) DO(clz) DO(ctz) DO(popcount) DO(any) DO(all) DO(nan)      \
	DO(length) DO(normalize) DO(fast_length) DO(fast_normalize)                                                   \
	DO(atan2) DO(copysign) DO(fmax) DO(fmin) DO(fmod) DO(hypot) DO(pow) DO(powr) DO(remainder) DO(ldexp) DO(pown) \
	DO(rootn) DO(isequal) DO(isless) DO(isunordered) DO(min) DO(max) DO(step) DO(abs_diff) DO(add_sat) DO(sub_sat) \
	DO(hadd) DO(rhadd) DO(mul_hi) DO(mul24) DO(rotate) DO(upsample) DO(dot) DO(distance) DO(fast_distance) DO(cross) \
	DO(sincos) DO(modf) DO(fract) DO(frexp)                                                                       \
	DO(fma) DO(mad) DO(clamp) DO(mix) DO(smoothstep) DO(mad_hi) DO(mad_sat) DO(mad24) DO(select) DO(bitselect) DO(remquo)
SAY_ALL(SAY)

namespace fast {
using sycl::native::divide;
using sycl::native::powr;
using sycl::native::sin;
}
template <typename, typename... Arguments>
struct says_fast : std::false_type {};
template <typename... Arguments>
struct says_fast<std::void_t<decltype(fast::sin(std::declval<Arguments>()...))>, Arguments...> : std::true_type {};

/* Nothing here is an argument of a built-in function; asking must not be an error. */
struct other {};
#define REFUSES(NAME)                                                                             \
	static_assert(!takes_##NAME<>);                                                           \
	static_assert(!takes_##NAME<other>);                                                      \
	static_assert(!takes_##NAME<std::string>);                                                \
	static_assert(!takes_##NAME<other, other>);                                               \
	static_assert(!takes_##NAME<vec<float, 4>, other>);                                       \
	static_assert(!takes_##NAME<other, vec<float, 4>, int>);                                  \
	static_assert(!takes_##NAME<vec<float, 4>, vec<float, 3>>);                               \
	static_assert(!takes_##NAME<vec<float, 4>, sycl::marray<float, 4>>);                      \
	static_assert(!takes_##NAME<std::string, std::string, std::string>);                      \
	static_assert(!takes_##NAME<float, float, float, float>);                                 \
	static_assert(!takes_##NAME<std::complex<float>>);                                        \
	static_assert(!takes_##NAME<std::nullptr_t>);
SAY_ALL(REFUSES)

/* half and another number have no common type. */
static_assert(!takes_clamp<half, int, int> && !takes_min<half, int> && !takes_max<float, half> && takes_clamp<half, half, half>);
static_assert(!takes_cos<int, int> && !takes_cos<vec<int, 4>> && takes_cos<int> && takes_cos<half> && takes_cos<vec<half, 4>>);
static_assert(!takes_abs_diff<bool, bool> && !takes_popcount<bool> && !takes_clz<float> && takes_clz<vec<short, 3>>);
static_assert(!takes_upsample<int, short> && !takes_upsample<long, unsigned long> && takes_upsample<short, unsigned short>);
static_assert(!takes_cross<vec<float, 2>, vec<float, 2>> && takes_cross<vec<float, 3>, vec<float, 3>>);
static_assert(!takes_length<std::string> && takes_length<float> && takes_length<vec<double, 2>> && !takes_length<vec<int, 2>>);
static_assert(!takes_any<float> && takes_any<int> && takes_any<sycl::marray<bool, 3>> && !takes_any<vec<float, 2>>);
static_assert(!takes_sincos<float, float> && takes_sincos<float, float *> && takes_sincos<vec<float, 2>, vec<float, 2> *>);
static_assert(!says_fast<void, std::string>::value && says_fast<void, float>::value && says_fast<void, vec<float, 2>>::value);
static_assert(!says_fast<void, vec<double, 2>>::value && !takes_isnan<float, float> && !takes_isequal<float>);

/* The types of results: a number beside a vec takes the type of its elements. */
using four = vec<float, 4>;
using swizzle = decltype(std::declval<four &>().wzyx());
template <typename Result, typename Given>
constexpr bool is = std::is_same_v<Result, Given>;
static_assert(is<four, decltype(sycl::max(four(), 1.0))> && is<four, decltype(sycl::clamp(four(), 0, 1.0))>);
static_assert(is<four, decltype(sycl::mix(four(), four(), 0.5))> && is<four, decltype(sycl::step(0.5, four()))>);
static_assert(is<four, decltype(sycl::fmax(four(), 1.0f))> && is<vec<int, 4>, decltype(sycl::ilogb(four()))>);
static_assert(is<four, decltype(sycl::ldexp(four(), vec<int, 4>()))> && is<four, decltype(sycl::ldexp(four(), 2))>);
static_assert(is<half, decltype(sycl::fma(half(), half(), half()))> && is<double, decltype(sycl::cos(1))>);
static_assert(is<float, decltype(sycl::nan(1u))> && is<double, decltype(sycl::nan(1ul))> && is<half, decltype(sycl::nan((unsigned short)1))>);
static_assert(is<four, decltype(sycl::nan(vec<unsigned, 4>()))> && is<float, decltype(sycl::length(four()))>);
static_assert(is<signed char, decltype(sycl::abs_diff((signed char)1, (signed char)2))>);
static_assert(is<four, decltype(sycl::select(std::declval<swizzle>(), four(), vec<int, 4>()))>);
static_assert(is<four, decltype(sycl::bitselect(std::declval<swizzle>(), std::declval<swizzle>(), four()))>);
static_assert(is<four, decltype(sycl::sincos(std::declval<swizzle>(), (four *)nullptr))>);
static_assert(!takes_select<four, four, vec<short, 4>> && takes_select<four, four, vec<unsigned, 4>> && takes_select<int, int, bool>);

/*
 * An object that converts to a floating-point number is taken for it, as by the standard's functions of float, double and half
 * (4.17.5 to 4.17.9); one that converts to an integer is not, because no function fits it better than the others.
 */
struct as_float { operator float() const { return 1; } };
struct as_double { operator const double &() const; };
struct as_half { operator half() const; };
struct as_integer { operator int() const; };
using element = sycl::accessor<float, 0, sycl::access_mode::read>;
static_assert(is<float, decltype(sycl::sin(as_float()))> && is<double, decltype(sycl::sin(as_double()))> && is<half, decltype(sycl::sin(as_half()))>);
static_assert(is<float, decltype(sycl::pow(as_float(), 2))> && is<float, decltype(sycl::fma(1.0f, as_float(), as_float()))>);
static_assert(is<four, decltype(sycl::fmax(four(), as_float()))> && is<four, decltype(sycl::clamp(std::declval<swizzle>(), as_float(), 1))>);
static_assert(is<bool, decltype(sycl::isless(as_float(), 1.0f))> && is<float, decltype(sycl::modf(as_float(), (float *)nullptr))>);
static_assert(is<float, decltype(sycl::ldexp(as_float(), as_integer()))> && is<int, decltype(sycl::ilogb(as_half()))>);
static_assert(is<float, decltype(sycl::sqrt(std::declval<element>()))> && is<float, decltype(sycl::max(std::declval<element>(), 1.0f))>);
static_assert(is<double, decltype(sycl::dot(as_double(), 2.0))> && is<half, decltype(sycl::length(as_half()))> && is<float, decltype(sycl::mix(0.0f, 1.0f, as_float()))>);
static_assert(!takes_sqrt<as_integer> && !takes_sqrt<std::true_type> && !takes_sqrt<as_float, as_float> && !takes_abs_diff<as_float, as_float>);
static_assert(is<double, decltype(sycl::distance(1.0, 2))> && is<float, decltype(sycl::fast_distance(1.0f, 2))>);

/* The program's own overloads win where the standard has none, and where they are for its own classes. */
namespace mine {
using sycl::clamp;
using sycl::length;
struct path {};
constexpr int clamp(half, int, int) { return 7; }
constexpr int length(const path &) { return 9; }
static_assert(clamp(half(), 1, 2) == 7 && length(path()) == 9);

struct number : as_float {};
number cos(const number &);
template <typename T>
T cbrt(const T &);
void calls()
{
	using namespace sycl;

	static_assert(is<number, decltype(cos(number()))> && is<number, decltype(cbrt(number()))> && is<float, decltype(fabs(number()))>);
}
}

/* --- identities --- */

struct user {
	friend user operator+(user, user) { return {}; }
};
struct user_number {
	user_number(int) {}
	operator int() const { return 0; }
};
template <typename Op, typename T>
constexpr bool known = sycl::has_known_identity_v<Op, T>;
static_assert(!known<sycl::plus<>, user> && !known<sycl::plus<user>, user> && !known<sycl::multiplies<>, user_number>);
static_assert(!known<sycl::bit_or<>, user> && !known<sycl::logical_and<>, user> && !known<sycl::maximum<>, user>);
static_assert(!known<sycl::bit_or<>, float> && !known<sycl::plus<>, int *> && !known<user, int>);
static_assert(known<sycl::plus<>, int> && known<sycl::plus<float>, float> && known<sycl::minimum<>, half> && known<sycl::bit_and<>, bool>);
static_assert(known<sycl::plus<>, four> && known<sycl::bit_xor<>, vec<int, 2>> && known<sycl::minimum<>, four> && !known<sycl::logical_and<>, four>);
static_assert(known<sycl::multiplies<>, sycl::marray<double, 5>> && known<sycl::plus<>, std::complex<float>>);
static_assert(known<const sycl::plus<>, const int> && sycl::known_identity_v<sycl::bit_and<>, bool>
	&& sycl::known_identity_v<sycl::bit_and<>, unsigned char> == 255 && sycl::known_identity_v<sycl::maximum<>, short> == -32768);

/* --- operators of vec: two vecs, or a vec and a number on either side --- */

template <typename T, int Count>
void compare(T value)
{
	const vec<T, Count> a(value), b(value);
	using truth = decltype(a == b);

	static_assert(is<truth, decltype(a == value)> && is<truth, decltype(value == a)> && is<truth, decltype(a != b)>);
	static_assert(is<truth, decltype(a < value)> && is<truth, decltype(value >= a)> && is<truth, decltype(a <= b)>);
	static_assert(is<truth, decltype(a > b)> && is<truth, decltype(!a)>);
	static_assert(is<vec<std::int8_t, Count>, truth> || sizeof(T) != 1);
}
template <typename T, int Count>
void combine(T value)
{
	vec<T, Count> a(value), b(value);

	static_assert(is<vec<T, Count>, decltype(a | b)> && is<vec<T, Count>, decltype(a & value)> && is<vec<T, Count>, decltype(value ^ a)>);
	a |= b;
	a &= value;
}
template <int Count>
void all_types()
{
	compare<std::byte, Count>(std::byte{ 1 });
	compare<bool, Count>(true);
	compare<std::int8_t, Count>(1);
	compare<unsigned long long, Count>(1);
	compare<half, Count>(1);
	compare<float, Count>(1);
	compare<double, Count>(1);
	combine<std::byte, Count>(std::byte{ 1 });
	vec<std::byte, Count> bytes(std::byte{ 1 });
	bytes <<= 3u;
	static_assert(is<vec<std::byte, Count>, decltype(bytes << 3)> && is<vec<std::byte, 2>, decltype(bytes.template swizzle<0, 0>() >> 1L)>);
	combine<bool, Count>(true);
	combine<int, Count>(1);
	(void)(vec<float, Count>(1) == 1);
	(void)(2 * vec<float, Count>(1) + 1.0);
	(void)(vec<bool, Count>(true) && false);
}
template void all_types<1>();
template void all_types<2>();
template void all_types<3>();
template void all_types<16>();
