/* Mathematics of bfloat16 and marrays of it: computed as float, rounded once. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_BFLOAT16_MATH_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_BFLOAT16_MATH_HPP

#include <cstddef>

#include <sycl/half.hpp>
#include <sycl/khr/split_headers/version.hpp>
#include <sycl/math.hpp>
#include <sycl/vec.hpp>

namespace sycl::ext::oneapi {

namespace experimental {

inline bool isnan(bfloat16 x)
{
	const float value = x;

	return value != value;
}
template <std::size_t Count>
marray<bool, Count> isnan(marray<bfloat16, Count> x)
{
	marray<bool, Count> result;

	for (std::size_t i = 0; i < Count; i++)
		result[i] = isnan(x[i]);
	return result;
}

#define SYCL_CC_BFLOAT16_UNARY(NAME)                                                 \
	inline bfloat16 NAME(bfloat16 x) { return sycl::NAME(static_cast<float>(x)); } \
	template <std::size_t Count>                                                 \
	marray<bfloat16, Count> NAME(marray<bfloat16, Count> x)                      \
	{                                                                            \
		for (std::size_t i = 0; i < Count; i++)                              \
			x[i] = NAME(x[i]);                                           \
		return x;                                                            \
	}
SYCL_CC_BFLOAT16_UNARY(fabs)
SYCL_CC_BFLOAT16_UNARY(ceil)
SYCL_CC_BFLOAT16_UNARY(floor)
SYCL_CC_BFLOAT16_UNARY(cos)
SYCL_CC_BFLOAT16_UNARY(sin)
SYCL_CC_BFLOAT16_UNARY(exp)
SYCL_CC_BFLOAT16_UNARY(exp2)
SYCL_CC_BFLOAT16_UNARY(exp10)
SYCL_CC_BFLOAT16_UNARY(log)
SYCL_CC_BFLOAT16_UNARY(log2)
SYCL_CC_BFLOAT16_UNARY(log10)
SYCL_CC_BFLOAT16_UNARY(rint)
SYCL_CC_BFLOAT16_UNARY(sqrt)
SYCL_CC_BFLOAT16_UNARY(rsqrt)
SYCL_CC_BFLOAT16_UNARY(trunc)
SYCL_CC_BFLOAT16_UNARY(tanh)
#undef SYCL_CC_BFLOAT16_UNARY

#define SYCL_CC_BFLOAT16_BINARY(NAME)                                                                              \
	inline bfloat16 NAME(bfloat16 x, bfloat16 y) { return sycl::NAME(static_cast<float>(x), static_cast<float>(y)); } \
	template <std::size_t Count>                                                                               \
	marray<bfloat16, Count> NAME(marray<bfloat16, Count> x, marray<bfloat16, Count> y)                         \
	{                                                                                                          \
		for (std::size_t i = 0; i < Count; i++)                                                            \
			x[i] = NAME(x[i], y[i]);                                                                   \
		return x;                                                                                          \
	}
SYCL_CC_BFLOAT16_BINARY(fmin)
SYCL_CC_BFLOAT16_BINARY(fmax)
#undef SYCL_CC_BFLOAT16_BINARY

/* The product is exact in float; a sum rounded to odd there is rounded right to bfloat16. */
inline bfloat16 fma(bfloat16 a, bfloat16 b, bfloat16 c)
{
	const float x = a, y = b, z = c, product = x * y, sum = product + z;
	const float added = sum - product, error = (product - (sum - added)) + (z - added);
	const auto bits = detail::bits_as<std::uint32_t>(sum);

	if (!(error != 0.0f) || !(sum - sum == 0.0f) || (bits & 1) != 0)
		return sum;
	/* Away from zero when the error has the sum's sign, else towards it. */
	return detail::bits_as<float>((error < 0.0f) == (sum < 0.0f) ? bits + 1 : bits - 1);
}
template <std::size_t Count>
marray<bfloat16, Count> fma(marray<bfloat16, Count> a, marray<bfloat16, Count> b, marray<bfloat16, Count> c)
{
	for (std::size_t i = 0; i < Count; i++)
		a[i] = fma(a[i], b[i], c[i]);
	return a;
}

}

/* The same names without "experimental". */
using experimental::ceil;
using experimental::cos;
using experimental::exp;
using experimental::exp10;
using experimental::exp2;
using experimental::fabs;
using experimental::floor;
using experimental::fma;
using experimental::fmax;
using experimental::fmin;
using experimental::isnan;
using experimental::log;
using experimental::log10;
using experimental::log2;
using experimental::rint;
using experimental::rsqrt;
using experimental::sin;
using experimental::sqrt;
using experimental::trunc;

}

#endif
