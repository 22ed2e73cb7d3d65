/*
 * ext::intel::math: conversions with a direction of rounding, numbers as other
 * types of their size, operations on integers and on half, under the names
 * that programs translated from CUDA use; functions of the normal distribution.
 * Arithmetic with a direction of rounding and several numbers in a word have
 * headers of their own.
 */
#ifndef SYCL_EXT_INTEL_MATH_HPP
#define SYCL_EXT_INTEL_MATH_HPP

#include <cstdint>
#include <limits>
#include <type_traits>

#include <sycl/sycl.hpp>

#include <sycl/ext/intel/math/rounding.hpp>
#include <sycl/ext/intel/math/simd.hpp>

namespace sycl::ext::intel::math {

#define SYCL_CC_CONVERSION(Name, Mode, Target, Source) \
	template <typename To = Target, typename From = Source> \
	To Name(From x) \
	{ \
		return sycl::detail::round_to<Target, rounding_mode::Mode>(static_cast<Source>(x)); \
	}
/* NAME_rd, _rn, _ru and _rz: down, to the nearest, up, towards zero. */
#define SYCL_CC_CONVERSIONS(Name, Target, Source) \
	SYCL_CC_CONVERSION(Name##_rd, rtn, Target, Source) \
	SYCL_CC_CONVERSION(Name##_rn, rte, Target, Source) \
	SYCL_CC_CONVERSION(Name##_ru, rtp, Target, Source) \
	SYCL_CC_CONVERSION(Name##_rz, rtz, Target, Source)

SYCL_CC_CONVERSIONS(float2int, int, float)
SYCL_CC_CONVERSIONS(float2uint, unsigned, float)
SYCL_CC_CONVERSIONS(float2ll, long long, float)
SYCL_CC_CONVERSIONS(float2ull, unsigned long long, float)
SYCL_CC_CONVERSIONS(float2half, half, float)
SYCL_CC_CONVERSIONS(int2float, float, int)
SYCL_CC_CONVERSIONS(uint2float, float, unsigned)
SYCL_CC_CONVERSIONS(ll2float, float, long long)
SYCL_CC_CONVERSIONS(ull2float, float, unsigned long long)
SYCL_CC_CONVERSIONS(double2int, int, double)
SYCL_CC_CONVERSIONS(double2uint, unsigned, double)
SYCL_CC_CONVERSIONS(double2ll, long long, double)
SYCL_CC_CONVERSIONS(double2ull, unsigned long long, double)
SYCL_CC_CONVERSIONS(double2float, float, double)
SYCL_CC_CONVERSIONS(ll2double, double, long long)
SYCL_CC_CONVERSIONS(ull2double, double, unsigned long long)
SYCL_CC_CONVERSIONS(half2short, short, half)
SYCL_CC_CONVERSIONS(half2ushort, unsigned short, half)
SYCL_CC_CONVERSIONS(half2int, int, half)
SYCL_CC_CONVERSIONS(half2uint, unsigned, half)
SYCL_CC_CONVERSIONS(half2ll, long long, half)
SYCL_CC_CONVERSIONS(half2ull, unsigned long long, half)
SYCL_CC_CONVERSIONS(short2half, half, short)
SYCL_CC_CONVERSIONS(ushort2half, half, unsigned short)
SYCL_CC_CONVERSIONS(int2half, half, int)
SYCL_CC_CONVERSIONS(uint2half, half, unsigned)
SYCL_CC_CONVERSIONS(ll2half, half, long long)
SYCL_CC_CONVERSIONS(ull2half, half, unsigned long long)
#undef SYCL_CC_CONVERSIONS
#undef SYCL_CC_CONVERSION

/* These are exact, but for the last one, which goes to the nearest. */
inline float half2float(half x) { return static_cast<float>(x); }
template <typename To = double, typename From = int>
To int2double_rn(From x) { return static_cast<double>(static_cast<int>(x)); }
template <typename To = double, typename From = unsigned>
To uint2double_rn(From x) { return static_cast<double>(static_cast<unsigned>(x)); }
template <typename To = half, typename From = double>
To double2half(From x) { return sycl::detail::round_to<half, rounding_mode::rte>(static_cast<double>(x)); }

/* The same bits as another type. */
template <typename To = int, typename From = float>
To float_as_int(From x) { return sycl::bit_cast<int>(static_cast<float>(x)); }
template <typename To = unsigned, typename From = float>
To float_as_uint(From x) { return sycl::bit_cast<unsigned>(static_cast<float>(x)); }
template <typename To = float, typename From = int>
To int_as_float(From x) { return sycl::bit_cast<float>(static_cast<int>(x)); }
template <typename To = float, typename From = unsigned>
To uint_as_float(From x) { return sycl::bit_cast<float>(static_cast<unsigned>(x)); }
template <typename To = long long, typename From = double>
To double_as_longlong(From x) { return sycl::bit_cast<long long>(static_cast<double>(x)); }
template <typename To = double, typename From = long long>
To longlong_as_double(From x) { return sycl::bit_cast<double>(static_cast<long long>(x)); }
inline short half_as_short(half x) { return sycl::bit_cast<short>(x); }
inline unsigned short half_as_ushort(half x) { return sycl::bit_cast<unsigned short>(x); }
inline half short_as_half(short x) { return sycl::bit_cast<half>(x); }
inline half ushort_as_half(unsigned short x) { return sycl::bit_cast<half>(x); }
template <typename To = int, typename From = double>
To double2hiint(From x) { return static_cast<int>(sycl::bit_cast<std::uint64_t>(static_cast<double>(x)) >> 32); }
template <typename To = int, typename From = double>
To double2loint(From x) { return static_cast<int>(static_cast<std::uint32_t>(sycl::bit_cast<std::uint64_t>(static_cast<double>(x)))); }
template <typename To = double>
To hiloint2double(int high, int low)
{
	return sycl::bit_cast<double>(static_cast<std::uint64_t>(static_cast<std::uint32_t>(high)) << 32 | static_cast<std::uint32_t>(low));
}

/* Bits; ffs numbers them from 1, and is 0 when none is set. */
inline unsigned long long brevll(unsigned long long x)
{
	x = (x >> 1 & 0x5555555555555555) | (x & 0x5555555555555555) << 1;
	x = (x >> 2 & 0x3333333333333333) | (x & 0x3333333333333333) << 2;
	x = (x >> 4 & 0x0f0f0f0f0f0f0f0f) | (x & 0x0f0f0f0f0f0f0f0f) << 4;
	x = (x >> 8 & 0x00ff00ff00ff00ff) | (x & 0x00ff00ff00ff00ff) << 8;
	x = (x >> 16 & 0x0000ffff0000ffff) | (x & 0x0000ffff0000ffff) << 16;
	return x >> 32 | x << 32;
}
inline unsigned brev(unsigned x) { return static_cast<unsigned>(brevll(x) >> 32); }
inline int clz(int x) { return sycl::clz(x); }
inline int clzll(long long x) { return static_cast<int>(sycl::clz(x)); }
inline int ffs(int x) { return x ? sycl::ctz(x) + 1 : 0; }
inline int ffsll(long long x) { return x ? static_cast<int>(sycl::ctz(x)) + 1 : 0; }
inline int popc(unsigned x) { return static_cast<int>(sycl::popcount(x)); }
inline int popcll(unsigned long long x) { return static_cast<int>(sycl::popcount(x)); }
/* Byte i is the one of x (0 to 3) and y (4 to 7) that bits 4 i to 4 i + 2 of s name. */
inline unsigned byte_perm(unsigned x, unsigned y, unsigned s)
{
	const std::uint64_t both = static_cast<std::uint64_t>(y) << 32 | x;
	unsigned bytes = 0;

	for (int i = 0; i < 4; i++)
		bytes |= (static_cast<unsigned>(both >> 8 * (s >> 4 * i & 7)) & 255) << 8 * i;
	return bytes;
}

/* Integers. */
inline int max(int x, int y) { return x < y ? y : x; }
inline int min(int x, int y) { return y < x ? y : x; }
inline unsigned umax(unsigned x, unsigned y) { return x < y ? y : x; }
inline unsigned umin(unsigned x, unsigned y) { return y < x ? y : x; }
inline long long llmax(long long x, long long y) { return x < y ? y : x; }
inline long long llmin(long long x, long long y) { return y < x ? y : x; }
inline unsigned long long ullmax(unsigned long long x, unsigned long long y) { return x < y ? y : x; }
inline unsigned long long ullmin(unsigned long long x, unsigned long long y) { return y < x ? y : x; }
inline int mul24(int x, int y) { return sycl::mul24(x, y); }
inline unsigned umul24(unsigned x, unsigned y) { return sycl::mul24(x, y); }
inline int mulhi(int x, int y) { return sycl::mul_hi(x, y); }
inline unsigned umulhi(unsigned x, unsigned y) { return sycl::mul_hi(x, y); }
inline long long mul64hi(long long x, long long y) { return sycl::mul_hi(x, y); }
inline unsigned long long umul64hi(unsigned long long x, unsigned long long y) { return sycl::mul_hi(x, y); }
inline int hadd(int x, int y) { return sycl::hadd(x, y); }
inline int rhadd(int x, int y) { return sycl::rhadd(x, y); }
inline unsigned uhadd(unsigned x, unsigned y) { return sycl::hadd(x, y); }
inline unsigned urhadd(unsigned x, unsigned y) { return sycl::rhadd(x, y); }
inline unsigned sad(int x, int y, unsigned z) { return static_cast<unsigned>(sycl::abs_diff(x, y)) + z; }
inline unsigned usad(unsigned x, unsigned y, unsigned z) { return sycl::abs_diff(x, y) + z; }

/* Maths; numbers are float, double, half or half2. */
template <typename T>
T copysign(T x, T y) { return sycl::copysign(x, y); }
template <typename T>
T ceil(T x) { return sycl::ceil(x); }
template <typename T>
T floor(T x) { return sycl::floor(x); }
template <typename T>
T rint(T x) { return sycl::rint(x); }
template <typename T>
T trunc(T x) { return sycl::trunc(x); }
template <typename T>
T sqrt(T x) { return sycl::sqrt(x); }
template <typename T>
T rsqrt(T x) { return sycl::rsqrt(x); }
template <typename T>
T inv(T x) { return static_cast<T>(1.0f) / x; }
/* From 0 to 1; NaN is 0. */
template <typename T>
T saturate(T x) { return !(x > static_cast<T>(0.0f)) ? static_cast<T>(0.0f) : x > static_cast<T>(1.0f) ? static_cast<T>(1.0f) : x; }

/* half; _sat is from 0 to 1, comparisons that end in u are true of NaN, hmax_nan and hmin_nan are NaN then. */
inline half hadd(half x, half y) { return x + y; }
inline half hsub(half x, half y) { return x - y; }
inline half hmul(half x, half y) { return x * y; }
inline half hdiv(half x, half y) { return x / y; }
inline half hneg(half x) { return -x; }
inline half hfma(half x, half y, half z) { return sycl::fma(x, y, z); }
inline half hadd_sat(half x, half y) { return saturate(hadd(x, y)); }
inline half hsub_sat(half x, half y) { return saturate(hsub(x, y)); }
inline half hmul_sat(half x, half y) { return saturate(hmul(x, y)); }
inline half hfma_sat(half x, half y, half z) { return saturate(hfma(x, y, z)); }
inline bool hisnan(half x) { return x != x; }
inline bool hisinf(half x) { return (half_as_ushort(x) & 0x7fff) == 0x7c00; }
inline bool heq(half x, half y) { return x == y; }
inline bool hne(half x, half y) { return x < y || x > y; }
inline bool hlt(half x, half y) { return x < y; }
inline bool hle(half x, half y) { return x <= y; }
inline bool hgt(half x, half y) { return x > y; }
inline bool hge(half x, half y) { return x >= y; }
inline bool hequ(half x, half y) { return !hne(x, y); }
inline bool hneu(half x, half y) { return x != y; }
inline bool hltu(half x, half y) { return !(x >= y); }
inline bool hleu(half x, half y) { return !(x > y); }
inline bool hgtu(half x, half y) { return !(x <= y); }
inline bool hgeu(half x, half y) { return !(x < y); }
inline half hmax(half x, half y) { return sycl::fmax(x, y); }
inline half hmin(half x, half y) { return sycl::fmin(x, y); }
inline half hmax_nan(half x, half y) { return hisnan(x) ? x : hisnan(y) ? y : sycl::fmax(x, y); }
inline half hmin_nan(half x, half y) { return hisnan(x) ? x : hisnan(y) ? y : sycl::fmin(x, y); }

inline half2 hadd2(half2 x, half2 y) { return x + y; }
inline half2 hsub2(half2 x, half2 y) { return x - y; }
inline half2 hmul2(half2 x, half2 y) { return x * y; }
inline half2 h2div(half2 x, half2 y) { return x / y; }
inline half2 hneg2(half2 x) { return -x; }
inline half2 hfma2(half2 x, half2 y, half2 z) { return sycl::fma(x, y, z); }
inline half2 habs2(half2 x) { return sycl::fabs(x); }
inline half habs(half x) { return sycl::fabs(x); }
inline half2 hadd2_sat(half2 x, half2 y) { return half2(hadd_sat(x.x(), y.x()), hadd_sat(x.y(), y.y())); }
inline half2 hsub2_sat(half2 x, half2 y) { return half2(hsub_sat(x.x(), y.x()), hsub_sat(x.y(), y.y())); }
inline half2 hmul2_sat(half2 x, half2 y) { return half2(hmul_sat(x.x(), y.x()), hmul_sat(x.y(), y.y())); }
inline half2 hfma2_sat(half2 x, half2 y, half2 z) { return half2(hfma_sat(x.x(), y.x(), z.x()), hfma_sat(x.y(), y.y(), z.y())); }
/* At least 0; NaN stays. */
inline half hfma_relu(half x, half y, half z)
{
	const half sum = hfma(x, y, z);

	return sum < half(0.0f) ? half(0.0f) : sum;
}
inline half2 hfma2_relu(half2 x, half2 y, half2 z) { return half2(hfma_relu(x.x(), y.x(), z.x()), hfma_relu(x.y(), y.y(), z.y())); }
inline half2 hmax2(half2 x, half2 y) { return half2(hmax(x.x(), y.x()), hmax(x.y(), y.y())); }
inline half2 hmin2(half2 x, half2 y) { return half2(hmin(x.x(), y.x()), hmin(x.y(), y.y())); }
inline half2 hmax2_nan(half2 x, half2 y) { return half2(hmax_nan(x.x(), y.x()), hmax_nan(x.y(), y.y())); }
inline half2 hmin2_nan(half2 x, half2 y) { return half2(hmin_nan(x.x(), y.x()), hmin_nan(x.y(), y.y())); }
inline half2 hisnan2(half2 x) { return half2(hisnan(x.x()) ? 1.0f : 0.0f, hisnan(x.y()) ? 1.0f : 0.0f); }
/* Comparisons of half2 are 1 or 0 for each, and one truth for both where the name begins with hb. */
#define SYCL_CC_COMPARE(Name) \
	inline half2 h##Name##2(half2 x, half2 y) { return half2(h##Name(x.x(), y.x()) ? 1.0f : 0.0f, h##Name(x.y(), y.y()) ? 1.0f : 0.0f); } \
	inline bool hb##Name##2(half2 x, half2 y) { return h##Name(x.x(), y.x()) && h##Name(x.y(), y.y()); }
SYCL_CC_COMPARE(eq)
SYCL_CC_COMPARE(ne)
SYCL_CC_COMPARE(lt)
SYCL_CC_COMPARE(le)
SYCL_CC_COMPARE(gt)
SYCL_CC_COMPARE(ge)
SYCL_CC_COMPARE(equ)
SYCL_CC_COMPARE(neu)
SYCL_CC_COMPARE(ltu)
SYCL_CC_COMPARE(leu)
SYCL_CC_COMPARE(gtu)
SYCL_CC_COMPARE(geu)
#undef SYCL_CC_COMPARE

/* The upper half of a number's inverse, its lower 32 bits 0. */
template <typename To = double, typename From = double>
To rcp64h(From x) { return hiloint2double(double2hiint(1.0 / static_cast<double>(x)), 0); }

/* The error function and what goes with it, for float and double. */
template <typename T>
T erf(T x) { return sycl::erf(x); }
template <typename T>
T erfc(T x) { return sycl::erfc(x); }
/*
 * The inverse of erf up to 1/2, and that of erfc up to there: an approximation, and Halley's steps,
 * each of which triples the right digits.
 */
template <typename T>
T detail_erfinv(T y)
{
	const T half_root_of_pi = T(0.88622692545275801);
	T x = y * half_root_of_pi;

	for (int i = 0; i < (sizeof(T) == 4 ? 2 : 3); i++) {
		const T step = (sycl::erf(x) - y) * half_root_of_pi * sycl::exp(x * x);

		x -= step / (T(1) + x * step);
	}
	return x;
}
template <typename T>
T detail_erfcinv(T y)
{
	if (y == T(0))
		return std::numeric_limits<T>::infinity();
	/* erfc(x) is near exp(-x x) / (x sqrt(pi)). */
	const T half_root_of_pi = T(0.88622692545275801), logarithm = -sycl::log(y);
	T x = sycl::sqrt(logarithm);

	x = sycl::sqrt(sycl::fmax(logarithm - sycl::log(x * T(1.7724538509055160)), T(0.2f)));
	for (int i = 0; i < (sizeof(T) == 4 ? 3 : 4); i++) {
		const T step = (T(1) - sycl::erfc(x) / y) * half_root_of_pi * sycl::exp(x * x - logarithm);

		x -= step / (T(1) + x * step);
	}
	return x;
}
/* Beyond 1/2 the complement, which is exact, has more digits. */
template <typename T>
T erfinv(T y)
{
	const T size = sycl::fabs(y);

	return size < T(0.5f) ? detail_erfinv(y) : size <= T(1) ? sycl::copysign(detail_erfcinv(T(1) - size), y) : std::numeric_limits<T>::quiet_NaN();
}
template <typename T>
T erfcinv(T y)
{
	if (!(y >= T(0) && y <= T(2)))
		return std::numeric_limits<T>::quiet_NaN();
	return y <= T(0.5f) ? detail_erfcinv(y) : y < T(1.5f) ? detail_erfinv(T(1) - y) : -detail_erfcinv(T(2) - y);
}
/* The cumulative normal distribution.  What -x / sqrt(2) loses by rounding counts where the result is small. */
template <typename T>
T cdfnorm(T x)
{
	const T root = T(0.70710678118654752), rest = sizeof(T) == 4 ? T(1.2101617152815436e-8) : T(-4.8336466567264567e-17);
	const T high = -x * root;

	if (!(high > T(0)) || high > T(40))
		return sycl::erfc(high) / 2;
	const T low = sycl::fma(-x, root, -high) - x * rest;

	return (sycl::erfc(high) - low * T(1.1283791670955126) * sycl::exp(-high * high)) / 2;
}
template <typename T>
T cdfnorminv(T p) { return -T(1.4142135623730950) * erfcinv(2 * p); }
template <typename T>
T normcdf(T x) { return cdfnorm(x); }
template <typename T>
T normcdfinv(T p) { return cdfnorminv(p); }

}

#endif
