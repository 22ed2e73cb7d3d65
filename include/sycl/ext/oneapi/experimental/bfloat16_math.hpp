/* Mathematics of bfloat16, and of vecs, swizzles and marrays of it: computed as float, rounded once. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_BFLOAT16_MATH_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_BFLOAT16_MATH_HPP

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <sycl/bit_cast.hpp>
#include <sycl/half.hpp>
#include <sycl/khr/split_headers/version.hpp>
#include <sycl/math.hpp>
#include <sycl/vec.hpp>

namespace sycl::ext::oneapi {

namespace experimental {

/* The vec of a vec's or swizzle's elements, if these are bfloat16. */
template <typename Operand>
using detail_bfloat16_vec = std::enable_if_t<std::is_same_v<typename sycl::detail::elements_of<Operand>::type, bfloat16>,
	vec<bfloat16, sycl::detail::elements_of<Operand>::count>>;
/* That of two with as many elements. */
template <typename First, typename Second>
using detail_bfloat16_pair = std::enable_if_t<std::is_same_v<detail_bfloat16_vec<First>, detail_bfloat16_vec<Second>>, detail_bfloat16_vec<First>>;

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

template <typename Operand>
vec<std::int16_t, detail_bfloat16_vec<Operand>::size()> isnan(const Operand &x)
{
	const detail_bfloat16_vec<Operand> numbers = x;

	return numbers != numbers;
}

#define SYCL_CC_BFLOAT16_UNARY(NAME)                                                   \
	inline bfloat16 NAME(bfloat16 x) { return sycl::NAME(static_cast<float>(x)); } \
	template <std::size_t Count>                                                   \
	marray<bfloat16, Count> NAME(marray<bfloat16, Count> x)                        \
	{                                                                              \
		for (std::size_t i = 0; i < Count; i++)                                \
			x[i] = NAME(x[i]);                                             \
		return x;                                                              \
	}                                                                              \
	template <typename Operand>                                                    \
	detail_bfloat16_vec<Operand> NAME(const Operand &x)                            \
	{                                                                              \
		detail_bfloat16_vec<Operand> result = x;                               \
                                                                                       \
		for (int i = 0; i < sycl::detail::elements_of<Operand>::count; i++)    \
			result[i] = NAME(static_cast<bfloat16>(result[i]));            \
		return result;                                                         \
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

#define SYCL_CC_BFLOAT16_BINARY(NAME)                                                                                     \
	inline bfloat16 NAME(bfloat16 x, bfloat16 y) { return sycl::NAME(static_cast<float>(x), static_cast<float>(y)); } \
	template <std::size_t Count>                                                                                      \
	marray<bfloat16, Count> NAME(marray<bfloat16, Count> x, marray<bfloat16, Count> y)                                \
	{                                                                                                                 \
		for (std::size_t i = 0; i < Count; i++)                                                                   \
			x[i] = NAME(x[i], y[i]);                                                                          \
		return x;                                                                                                 \
	}                                                                                                                 \
	template <typename First, typename Second>                                                                        \
	detail_bfloat16_pair<First, Second> NAME(const First &x, const Second &y)                                         \
	{                                                                                                                 \
		detail_bfloat16_pair<First, Second> result = x, other = y;                                                \
                                                                                                                          \
		for (int i = 0; i < sycl::detail::elements_of<First>::count; i++)                                         \
			result[i] = NAME(static_cast<bfloat16>(result[i]), static_cast<bfloat16>(other[i]));              \
		return result;                                                                                            \
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
/* a * b + c, at least 0, of numbers, of a bfloat16's bits, and of the bits of two. */
template <typename T>
T fma_relu(T a, T b, T c)
{
	static_assert(std::is_same_v<T, half> || std::is_same_v<T, bfloat16> || std::is_same_v<T, std::uint16_t> || std::is_same_v<T, std::uint32_t>,
		"fma_relu is for half, bfloat16, std::uint16_t and std::uint32_t");
	if constexpr (std::is_same_v<T, std::uint32_t>) {
		const auto part = [](std::uint32_t pair, int shift) { return static_cast<std::uint16_t>(pair >> shift); };

		return fma_relu(part(a, 0), part(b, 0), part(c, 0)) | std::uint32_t(fma_relu(part(a, 16), part(b, 16), part(c, 16))) << 16;
	} else if constexpr (std::is_same_v<T, std::uint16_t>) {
		return sycl::bit_cast<T>(fma_relu(sycl::bit_cast<bfloat16>(a), sycl::bit_cast<bfloat16>(b), sycl::bit_cast<bfloat16>(c)));
	} else {
		using sycl::fma;	/* the half's */
		const T value = fma(a, b, c);

		return value > T(0.0f) ? value : T(0.0f);
	}
}
template <std::size_t Count>
marray<bfloat16, Count> fma(marray<bfloat16, Count> a, marray<bfloat16, Count> b, marray<bfloat16, Count> c)
{
	for (std::size_t i = 0; i < Count; i++)
		a[i] = fma(a[i], b[i], c[i]);
	return a;
}
template <typename First, typename Second, typename Third>
std::enable_if_t<std::is_same_v<detail_bfloat16_pair<First, Second>, detail_bfloat16_vec<Third>>, detail_bfloat16_vec<First>>
fma(const First &a, const Second &b, const Third &c)
{
	detail_bfloat16_vec<First> x = a, y = b, z = c;

	for (int i = 0; i < sycl::detail::elements_of<First>::count; i++)
		x[i] = fma(static_cast<bfloat16>(x[i]), static_cast<bfloat16>(y[i]), static_cast<bfloat16>(z[i]));
	return x;
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
