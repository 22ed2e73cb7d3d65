/* SYCL 2020, 4.17: built-in functions take numbers, vecs, marrays and swizzles, give the types of the standard, and right values. */
#include <sycl/sycl.hpp>
#include <cmath>
#include <limits>
#include <type_traits>
#include "../check.hpp"

using sycl::half;
using sycl::marray;
using sycl::vec;

/* --- result types --- */

template <typename T>
T make();
template <typename T, typename Wanted>
constexpr bool is = std::is_same_v<T, Wanted>;
/* A swizzle of three elements of a vec of four. */
template <typename T>
using swizzle = decltype(make<vec<T, 4> &>().template swizzle<2, 1, 0>());

#define ONE(NAME) \
	template <typename T> \
	constexpr bool NAME##_types = is<decltype(sycl::NAME(make<T>())), T> && is<decltype(sycl::NAME(make<vec<T, 3>>())), vec<T, 3>> \
		&& is<decltype(sycl::NAME(make<marray<T, 5>>())), marray<T, 5>> && is<decltype(sycl::NAME(make<swizzle<T>>())), vec<T, 3>>; \
	static_assert(NAME##_types<float> && NAME##_types<double> && NAME##_types<half>);
ONE(acos) ONE(acosh) ONE(acospi) ONE(asin) ONE(asinh) ONE(asinpi) ONE(atan) ONE(atanh) ONE(atanpi) ONE(cbrt) ONE(ceil) ONE(cos) ONE(cosh)
ONE(cospi) ONE(erf) ONE(erfc) ONE(exp) ONE(exp2) ONE(exp10) ONE(expm1) ONE(fabs) ONE(floor) ONE(lgamma) ONE(log) ONE(log2) ONE(log10)
ONE(log1p) ONE(logb) ONE(rint) ONE(round) ONE(rsqrt) ONE(sin) ONE(sinh) ONE(sinpi) ONE(sqrt) ONE(tan) ONE(tanh) ONE(tanpi) ONE(tgamma)
ONE(trunc) ONE(degrees) ONE(radians) ONE(sign)
#undef ONE
#define TWO(NAME) \
	template <typename T> \
	constexpr bool NAME##_types = is<decltype(sycl::NAME(make<T>(), make<T>())), T> \
		&& is<decltype(sycl::NAME(make<vec<T, 3>>(), make<vec<T, 3>>())), vec<T, 3>> \
		&& is<decltype(sycl::NAME(make<marray<T, 5>>(), make<marray<T, 5>>())), marray<T, 5>> \
		&& is<decltype(sycl::NAME(make<swizzle<T>>(), make<vec<T, 3>>())), vec<T, 3>> \
		&& is<decltype(sycl::NAME(make<vec<T, 3>>(), make<swizzle<T>>())), vec<T, 3>> \
		&& is<decltype(sycl::NAME(make<swizzle<T>>(), make<swizzle<T>>())), vec<T, 3>>; \
	static_assert(NAME##_types<float> && NAME##_types<double> && NAME##_types<half>);
TWO(atan2) TWO(atan2pi) TWO(copysign) TWO(fdim) TWO(fmax) TWO(fmin) TWO(fmod) TWO(hypot) TWO(maxmag) TWO(minmag) TWO(nextafter) TWO(pow)
TWO(powr) TWO(remainder) TWO(max) TWO(min) TWO(step)
#undef TWO
#define THREE(NAME) \
	template <typename T> \
	constexpr bool NAME##_types = is<decltype(sycl::NAME(make<T>(), make<T>(), make<T>())), T> \
		&& is<decltype(sycl::NAME(make<vec<T, 3>>(), make<swizzle<T>>(), make<vec<T, 3>>())), vec<T, 3>> \
		&& is<decltype(sycl::NAME(make<swizzle<T>>(), make<vec<T, 3>>(), make<swizzle<T>>())), vec<T, 3>> \
		&& is<decltype(sycl::NAME(make<marray<T, 5>>(), make<marray<T, 5>>(), make<marray<T, 5>>())), marray<T, 5>>; \
	static_assert(NAME##_types<float> && NAME##_types<double> && NAME##_types<half>);
THREE(fma) THREE(mad) THREE(clamp) THREE(mix) THREE(smoothstep) THREE(bitselect)
#undef THREE
/* A number as one of several arguments: fmax, fmin, max, min, clamp, mix, step, smoothstep, ldexp, pown, rootn. */
template <typename T>
constexpr bool with_number = is<decltype(sycl::fmax(make<vec<T, 3>>(), make<T>())), vec<T, 3>> && is<decltype(sycl::fmin(make<swizzle<T>>(), make<T>())), vec<T, 3>>
	&& is<decltype(sycl::max(make<marray<T, 5>>(), make<T>())), marray<T, 5>> && is<decltype(sycl::min(make<swizzle<T>>(), make<T>())), vec<T, 3>>
	&& is<decltype(sycl::clamp(make<vec<T, 3>>(), make<T>(), make<T>())), vec<T, 3>> && is<decltype(sycl::mix(make<swizzle<T>>(), make<vec<T, 3>>(), make<T>())), vec<T, 3>>
	&& is<decltype(sycl::step(make<T>(), make<swizzle<T>>())), vec<T, 3>> && is<decltype(sycl::smoothstep(make<T>(), make<T>(), make<marray<T, 5>>())), marray<T, 5>>
	&& is<decltype(sycl::ldexp(make<vec<T, 3>>(), 2)), vec<T, 3>> && is<decltype(sycl::ldexp(make<swizzle<T>>(), make<vec<int, 3>>())), vec<T, 3>>
	&& is<decltype(sycl::pown(make<marray<T, 5>>(), make<marray<int, 5>>())), marray<T, 5>> && is<decltype(sycl::pown(make<T>(), 2)), T>
	&& is<decltype(sycl::rootn(make<vec<T, 3>>(), make<swizzle<int>>())), vec<T, 3>> && is<decltype(sycl::rootn(make<T>(), 2)), T>
	&& is<decltype(sycl::ilogb(make<T>())), int> && is<decltype(sycl::ilogb(make<swizzle<T>>())), vec<std::int32_t, 3>>
	&& is<decltype(sycl::ilogb(make<marray<T, 5>>())), marray<int, 5>>;
static_assert(with_number<float> && with_number<double> && with_number<half>);
static_assert(is<decltype(sycl::nan(1u)), float> && is<decltype(sycl::nan(std::uint64_t(1))), double> && is<decltype(sycl::nan(std::uint16_t(1))), half>);
static_assert(is<decltype(sycl::nan(make<vec<std::uint32_t, 3>>())), vec<float, 3>> && is<decltype(sycl::nan(make<swizzle<std::uint64_t>>())), vec<double, 3>>);
static_assert(is<decltype(sycl::nan(make<marray<std::uint16_t, 5>>())), marray<half, 5>>);

/* Geometric functions. */
template <typename T>
constexpr bool geometric = is<decltype(sycl::dot(make<vec<T, 3>>(), make<swizzle<T>>())), T> && is<decltype(sycl::dot(make<T>(), make<T>())), T>
	&& is<decltype(sycl::cross(make<swizzle<T>>(), make<vec<T, 3>>())), vec<T, 3>> && is<decltype(sycl::cross(make<marray<T, 4>>(), make<marray<T, 4>>())), marray<T, 4>>
	&& is<decltype(sycl::length(make<swizzle<T>>())), T> && is<decltype(sycl::distance(make<marray<T, 3>>(), make<marray<T, 3>>())), T>
	&& is<decltype(sycl::normalize(make<swizzle<T>>())), vec<T, 3>> && is<decltype(sycl::normalize(make<T>())), T>;
static_assert(geometric<float> && geometric<double> && geometric<half>);
static_assert(is<decltype(sycl::fast_length(make<swizzle<float>>())), float> && is<decltype(sycl::fast_distance(1.0f, 2.0f)), float>);
static_assert(is<decltype(sycl::fast_normalize(make<marray<float, 3>>())), marray<float, 3>>);

/* Relational functions: bools for numbers and marrays, integers of the element's size for vecs. */
template <typename T, typename I>
constexpr bool relational = is<decltype(sycl::isequal(make<T>(), make<T>())), bool> && is<decltype(sycl::isless(make<vec<T, 3>>(), make<swizzle<T>>())), vec<I, 3>>
	&& is<decltype(sycl::isgreater(make<marray<T, 5>>(), make<marray<T, 5>>())), marray<bool, 5>> && is<decltype(sycl::isnan(make<swizzle<T>>())), vec<I, 3>>
	&& is<decltype(sycl::isfinite(make<T>())), bool> && is<decltype(sycl::signbit(make<marray<T, 5>>())), marray<bool, 5>>
	&& is<decltype(sycl::isnotequal(make<swizzle<T>>(), make<swizzle<T>>())), vec<I, 3>> && is<decltype(sycl::isgreaterequal(make<T>(), make<T>())), bool>
	&& is<decltype(sycl::islessequal(make<vec<T, 2>>(), make<vec<T, 2>>())), vec<I, 2>> && is<decltype(sycl::islessgreater(make<T>(), make<T>())), bool>
	&& is<decltype(sycl::isinf(make<vec<T, 16>>())), vec<I, 16>> && is<decltype(sycl::isnormal(make<T>())), bool>
	&& is<decltype(sycl::isordered(make<T>(), make<T>())), bool> && is<decltype(sycl::isunordered(make<vec<T, 3>>(), make<vec<T, 3>>())), vec<I, 3>>
	&& is<decltype(sycl::select(make<swizzle<T>>(), make<vec<T, 3>>(), make<vec<I, 3>>())), vec<T, 3>>
	&& is<decltype(sycl::select(make<vec<T, 3>>(), make<vec<T, 3>>(), make<swizzle<std::make_unsigned_t<I>>>())), vec<T, 3>>
	&& is<decltype(sycl::select(make<marray<T, 5>>(), make<marray<T, 5>>(), make<marray<bool, 5>>())), marray<T, 5>>
	&& is<decltype(sycl::select(make<T>(), make<T>(), true)), T>;
static_assert(relational<float, std::int32_t> && relational<double, std::int64_t> && relational<half, std::int16_t>);
template <typename T>
constexpr bool any_all = is<decltype(sycl::any(make<vec<T, 3>>())), int> && is<decltype(sycl::all(make<swizzle<T>>())), int> && is<decltype(sycl::any(make<T>())), bool>
	&& is<decltype(sycl::all(make<marray<T, 5>>())), bool> && is<decltype(sycl::any(make<marray<bool, 5>>())), bool>;
static_assert(any_all<signed char> && any_all<short> && any_all<int> && any_all<std::int64_t>);

/* Integer functions. */
template <typename T>
constexpr bool integer = is<decltype(sycl::abs(make<T>())), T> && is<decltype(sycl::abs(make<swizzle<T>>())), vec<T, 3>> && is<decltype(sycl::abs_diff(make<T>(), make<T>())), T>
	&& is<decltype(sycl::abs_diff(make<vec<T, 3>>(), make<swizzle<T>>())), vec<T, 3>>
	&& is<decltype(sycl::add_sat(make<marray<T, 5>>(), make<marray<T, 5>>())), marray<T, 5>> && is<decltype(sycl::hadd(make<swizzle<T>>(), make<vec<T, 3>>())), vec<T, 3>>
	&& is<decltype(sycl::rhadd(make<T>(), make<T>())), T> && is<decltype(sycl::clamp(make<vec<T, 3>>(), make<T>(), make<T>())), vec<T, 3>>
	&& is<decltype(sycl::clamp(make<swizzle<T>>(), make<vec<T, 3>>(), make<swizzle<T>>())), vec<T, 3>> && is<decltype(sycl::clz(make<swizzle<T>>())), vec<T, 3>>
	&& is<decltype(sycl::ctz(make<marray<T, 5>>())), marray<T, 5>> && is<decltype(sycl::popcount(make<T>())), T>
	&& is<decltype(sycl::mad_hi(make<swizzle<T>>(), make<vec<T, 3>>(), make<vec<T, 3>>())), vec<T, 3>> && is<decltype(sycl::mad_sat(make<T>(), make<T>(), make<T>())), T>
	&& is<decltype(sycl::mul_hi(make<vec<T, 3>>(), make<vec<T, 3>>())), vec<T, 3>> && is<decltype(sycl::rotate(make<marray<T, 5>>(), make<marray<T, 5>>())), marray<T, 5>>
	&& is<decltype(sycl::sub_sat(make<vec<T, 3>>(), make<swizzle<T>>())), vec<T, 3>> && is<decltype(sycl::max(make<vec<T, 3>>(), make<T>())), vec<T, 3>>
	&& is<decltype(sycl::min(make<marray<T, 5>>(), make<marray<T, 5>>())), marray<T, 5>> && is<decltype(sycl::max(make<T>(), make<T>())), T>
	&& is<decltype(sycl::min(make<swizzle<T>>(), make<T>())), vec<T, 3>>;
static_assert(integer<signed char> && integer<unsigned char> && integer<short> && integer<unsigned short> && integer<int> && integer<unsigned>);
static_assert(integer<long> && integer<unsigned long>);
static_assert(is<decltype(sycl::upsample(std::int8_t(), std::uint8_t())), std::int16_t> && is<decltype(sycl::upsample(std::uint32_t(), std::uint32_t())), std::uint64_t>);
static_assert(is<decltype(sycl::upsample(make<vec<std::int16_t, 3>>(), make<swizzle<std::uint16_t>>())), vec<std::int32_t, 3>>);
static_assert(is<decltype(sycl::mad24(make<vec<int, 3>>(), make<swizzle<int>>(), make<vec<int, 3>>())), vec<int, 3>> && is<decltype(sycl::mul24(1u, 2u)), unsigned>);

/* native and half_precision. */
#define FAST(NAMESPACE, NAME) \
	static_assert(is<decltype(sycl::NAMESPACE::NAME(1.0f)), float> && is<decltype(sycl::NAMESPACE::NAME(make<swizzle<float>>())), vec<float, 3>> \
		&& is<decltype(sycl::NAMESPACE::NAME(make<marray<float, 5>>())), marray<float, 5>>);
#define FASTS(NAMESPACE) \
	FAST(NAMESPACE, cos) FAST(NAMESPACE, exp) FAST(NAMESPACE, exp2) FAST(NAMESPACE, exp10) FAST(NAMESPACE, log) FAST(NAMESPACE, log2) \
	FAST(NAMESPACE, log10) FAST(NAMESPACE, recip) FAST(NAMESPACE, rsqrt) FAST(NAMESPACE, sin) FAST(NAMESPACE, sqrt) FAST(NAMESPACE, tan) \
	static_assert(is<decltype(sycl::NAMESPACE::divide(1.0f, 2.0f)), float> && is<decltype(sycl::NAMESPACE::powr(make<vec<float, 3>>(), make<swizzle<float>>())), vec<float, 3>>);
FASTS(native)
FASTS(half_precision)

/* --- values, on the host and in a kernel --- */

template <typename T>
bool near(T a, double b)
{
	const double allowed = std::is_same_v<T, half> ? 4e-3 : std::is_same_v<T, float> ? 2e-6 : 1e-13;

	return sycl::fabs(static_cast<double>(a) - b) <= allowed * (1 + sycl::fabs(b));
}

template <typename T>
bool reals()
{
	const vec<T, 4> a(T(0.25), T(-0.5), T(2), T(3.5));
	const marray<T, 3> m(T(1), T(2), T(-3));
	const T inf = std::numeric_limits<T>::infinity();
	bool right = near(sycl::sin(a)[1], -0.47942553860420301) && near(sycl::cospi(T(0.25)), 0.70710678118654752) && near(sycl::exp10(T(2)), 100);

	right = right && near(sycl::pown(a, vec<int, 4>(1, 2, 3, -1))[3], 1 / 3.5) && near(sycl::rootn(T(27), 3), 3) && near(sycl::ldexp(a, 2)[2], 8);
	right = right && near(sycl::mix(a, a + T(1), T(0.5))[0], 0.75) && near(sycl::clamp(a, T(0), T(1))[2], 1) && near(sycl::step(T(1), a)[3], 1);
	right = right && near(sycl::smoothstep(T(0), T(1), T(0.5)), 0.5) && near(sycl::sign(a)[1], -1) && near(sycl::degrees(T(3.14159265358979)), 180);
	right = right && near(sycl::dot(m, m), 14) && near(sycl::length(vec<T, 2>(T(3), T(4))), 5) && near(sycl::cross(m, marray<T, 3>(T(0), T(1), T(0)))[0], 3);
	right = right && near(sycl::distance(T(1), T(4)), 3) && near(sycl::normalize(vec<T, 2>(T(3), T(4)))[1], 0.8);
	right = right && near(sycl::fma(T(2), T(3), T(1)), 7) && near(sycl::hypot(T(3), T(4)), 5) && near(sycl::maxmag(T(-3), T(2)), -3) && near(sycl::minmag(T(-3), T(2)), 2);
	right = right && sycl::isnan(inf - inf) && sycl::isinf(inf) && !sycl::isfinite(inf) && sycl::isnormal(T(1)) && !sycl::isnormal(T(0)) && sycl::signbit(-T(0));
	right = right && sycl::isordered(T(1), T(2)) && sycl::isunordered(T(1), inf - inf) && sycl::islessgreater(T(1), T(2)) && !sycl::isequal(inf - inf, inf - inf);
	right = right && sycl::any(sycl::isless(a, vec<T, 4>(T(0)))) == 1 && sycl::all(sycl::isless(a, vec<T, 4>(T(0)))) == 0 && sycl::all(a == a) == 1;
	right = right && sycl::any(m < marray<T, 3>(T(0))) && !sycl::all(m < marray<T, 3>(T(0)));
	right = right && near(sycl::select(a, -a, sycl::isgreater(a, vec<T, 4>(T(1))))[3], -3.5) && near(sycl::select(T(1), T(2), false), 1);
	right = right && near(sycl::select(m, -m, m > marray<T, 3>(T(1)))[1], -2) && near(sycl::bitselect(T(1), T(-2), -T(0)), -1);
	right = right && sycl::isnan(sycl::nan(std::conditional_t<sizeof(T) == 2, std::uint16_t, std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>(1)));
	/* A second result, through pointers of every kind. */
	namespace access = sycl::access;
	constexpr auto space = access::address_space::private_space;
	T c;
	vec<T, 4> cs, whole;
	vec<int, 4> exponent;
	marray<T, 3> ms;
	int e, quotient;
	right = right && near(sycl::sincos(T(0.5), &c), 0.47942553860420301) && near(c, 0.87758256189037271);
	right = right && near(sycl::sincos(a, sycl::address_space_cast<space, access::decorated::yes>(&cs))[2], 0.90929742682568170) && near(cs[2], -0.41614683654714239);
	right = right && near(sycl::sincos(a.wzyx(), sycl::address_space_cast<access::address_space::generic_space, access::decorated::no>(&cs))[1], 0.90929742682568170);
	right = right && near(sycl::sincos(m, sycl::private_ptr<marray<T, 3>>(&ms))[1], 0.90929742682568170) && near(ms[0], 0.54030230586813972);
	right = right && near(sycl::modf(a, sycl::address_space_cast<space, access::decorated::no>(&whole))[3], 0.5) && near(whole[3], 3);
	right = right && near(sycl::fract(T(-0.25), sycl::address_space_cast<space, access::decorated::no>(&c)), 0.75) && near(c, -1);
	right = right && near(sycl::frexp(a, sycl::address_space_cast<space, access::decorated::yes>(&exponent))[3], 0.875) && exponent[3] == 2;
	right = right && near(sycl::frexp(T(8), &e), 0.5) && e == 4;
	right = right && near(sycl::remquo(T(7), T(2), sycl::address_space_cast<space, access::decorated::no>(&quotient)), -1) && quotient == 4;
	right = right && near(sycl::remquo(a, vec<T, 4>(T(1)), sycl::address_space_cast<space, access::decorated::no>(&exponent))[2], 0) && exponent[2] == 2;
	right = right && near(sycl::lgamma_r(T(0.5), sycl::address_space_cast<space, access::decorated::no>(&e)), 0.57236494292470009) && e == 1;
	vec<int, 2> sign;
	right = right && near(sycl::lgamma_r(vec<T, 2>(T(0.5), T(-0.5)), sycl::address_space_cast<space, access::decorated::no>(&sign))[1], 1.2655121234846454);
	return right && sign[0] == 1 && sign[1] == -1;
}

template <typename T>
bool integers()
{
	constexpr T most = std::numeric_limits<T>::max(), least = std::numeric_limits<T>::min();
	constexpr int bits = sizeof(T) * 8;
	const vec<T, 3> a(T(1), T(5), most);
	bool right = sycl::add_sat(a, vec<T, 3>(T(1)))[2] == most && sycl::sub_sat(least, T(1)) == least && sycl::hadd(T(5), T(8)) == T(6)
		&& sycl::rhadd(T(5), T(8)) == T(7) && sycl::hadd(most, most) == most && sycl::clz(T(1)) == T(bits - 1) && sycl::ctz(T(8)) == T(3)
		&& sycl::ctz(T(0)) == T(bits) && sycl::popcount(T(7)) == T(3) && sycl::rotate(T(1), T(bits - 1)) == T(std::make_unsigned_t<T>(1) << (bits - 1));

	right = right && sycl::abs_diff(T(3), T(10)) == T(7) && sycl::abs_diff(most, T(0)) == most && sycl::mul_hi(most, T(4)) == T(std::is_signed_v<T> ? 1 : 3)
		&& sycl::mad_hi(most, T(4), T(2)) == T(std::is_signed_v<T> ? 3 : 5) && sycl::mad_sat(most, T(2), T(1)) == most && sycl::mad_sat(T(2), T(3), T(4)) == T(10);
	right = right && sycl::min(a, T(3))[1] == T(3) && sycl::max(T(2), T(9)) == T(9) && sycl::clamp(a, T(2), T(6))[0] == T(2) && sycl::abs(a)[1] == T(5);
	if constexpr (std::is_signed_v<T>)
		right = right && sycl::abs(T(-5)) == T(5) && sycl::mul_hi(T(-1), T(1)) == T(-1) && sycl::rhadd(T(-3), T(-2)) == T(-2)
			&& sycl::hadd(T(-3), T(-2)) == T(-3) && sycl::mad_sat(least, T(2), T(1)) == least && sycl::sub_sat(T(-2), most) == least
			&& sycl::any(T(-1)) && !sycl::any(T(1)) && sycl::all(vec<T, 2>(T(-1), least)) == 1;
	/* The product does not fit, the sum does. */
	if constexpr (std::is_signed_v<T>)
		right = right && sycl::mad_sat(most, T(2), least) == T(most - 1);
	return right;
}

bool others()
{
	bool right = sycl::upsample(std::int8_t(-1), std::uint8_t(2)) == -254 && sycl::upsample(0x12345678u, 0x9abcdef0u) == 0x123456789abcdef0u
		&& sycl::mad24(3, -4, 5) == -7 && sycl::mul24(3u, 4u) == 12 && sycl::bit_cast<std::uint32_t>(1.0f) == 0x3f800000;

	right = right && near(sycl::native::sqrt(4.0f), 2) && near(sycl::half_precision::divide(vec<float, 2>(1.0f, 3.0f), vec<float, 2>(2.0f))[1], 1.5);
	right = right && near(sycl::native::powr(2.0f, 3.0f), 8) && sycl::fabs(sycl::half_precision::sin(0.5f) - 0.4794255f) < 1e-2f;
	right = right && near(sycl::fast_length(vec<float, 2>(3.0f, 4.0f)), 5) && near(sycl::fast_distance(1.0f, 4.0f), 3) && near(sycl::fast_normalize(vec<float, 2>(3.0f, 4.0f))[0], 0.6);
	return right;
}

int main()
{
	sycl::queue q;
	bool *right = sycl::malloc_shared<bool>(8, q);

	q.single_task([=] {
		right[0] = reals<float>();
		right[1] = reals<double>();
		right[2] = reals<half>();
		right[3] = integers<signed char>() && integers<unsigned char>();
		right[4] = integers<short>() && integers<unsigned short>();
		right[5] = integers<int>() && integers<unsigned>();
		right[6] = integers<long>() && integers<unsigned long>();
		right[7] = others();
	}).wait();
	for (int i = 0; i < 8; i++)
		check(right[i] || (std::printf("case %d\n", i), false));
	check(reals<float>() && reals<double>() && reals<half>() && others());
	check(integers<signed char>() && integers<unsigned short>() && integers<int>() && integers<long>() && integers<unsigned long>());
	sycl::free(right, q);
	return done();
}
