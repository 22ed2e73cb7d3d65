/*
 * ext::intel::math: arithmetic that rounds down (_rd), to the nearest (_rn), up (_ru) or towards
 * zero (_rz), without modes of the processor: the result to the nearest, and the sign of what is missing
 * to the exact one, which sums of numbers without error give.
 */
#ifndef SYCL_EXT_INTEL_MATH_ROUNDING_HPP
#define SYCL_EXT_INTEL_MATH_ROUNDING_HPP

#include <cstdint>
#include <limits>
#include <type_traits>

#include <sycl/sycl.hpp>

namespace sycl::detail::exact {

/* What -ffast-math allows elsewhere would lose the errors. */
#ifdef __clang__
#define SYCL_CC_AS_WRITTEN _Pragma("clang fp reassociate(off) contract(off)")
#else
#define SYCL_CC_AS_WRITTEN
#endif

enum class way { down, nearest, up, to_zero };

template <typename Number>
using bits_of = std::conditional_t<sizeof(Number) == 4, std::uint32_t, std::uint64_t>;
template <typename Number>
inline constexpr int precision = std::numeric_limits<Number>::digits;

template <typename Number>
bool is_negative(Number x)
{
	return sycl::bit_cast<bits_of<Number>>(x) >> (sizeof(Number) * 8 - 1);
}
template <typename Number>
bool is_finite(Number x)
{
	return x - x == Number(0);
}
template <typename Number>
int sign_of(Number x)
{
	return x > 0 ? 1 : x < 0 ? -1 : 0;
}

/* The next number in the direction of sign. */
template <typename Number>
Number neighbour(Number x, int sign)
{
	using bits = bits_of<Number>;
	const bits top = bits(1) << (sizeof(Number) * 8 - 1);
	const bits b = sycl::bit_cast<bits>(x);

	if (x == 0)
		return sycl::bit_cast<Number>(sign > 0 ? bits(1) : top | 1);
	return sycl::bit_cast<Number>(is_negative(x) == (sign > 0) ? b - 1 : b + 1);
}

/* The exact result is above (missing is 1), below (-1) or the same as nearest. */
template <way Way, typename Number>
Number rounded(Number nearest, int missing)
{
	if constexpr (Way == way::nearest)
		return nearest;
	/* An exact result that is finite. */
	if (!is_finite(nearest))
		missing = -sign_of(nearest);
	if (Way == way::down ? missing < 0 : Way == way::up ? missing > 0 : missing && missing == (is_negative(nearest) ? 1 : -1))
		return neighbour(nearest, missing);
	return nearest;
}

/* sum + error is exactly x + y. */
template <typename Number>
struct pair {
	Number sum, error;
};
template <typename Number>
pair<Number> add(Number x, Number y)
{
	SYCL_CC_AS_WRITTEN
	const Number sum = x + y, of_y = sum - x;

	return { sum, (x - (sum - of_y)) + (y - of_y) };
}

/* The sign of the exact sum of four numbers. */
template <typename Number>
int sign_of_sum(Number a, Number b, Number c, Number d)
{
	const pair<Number> ab = add(a, b);
	const pair<Number> low = add(ab.error, c), high = add(ab.sum, low.sum);
	const pair<Number> first = add(low.error, d), second = add(high.error, first.sum), third = add(high.sum, second.sum);

	/* Largest first: each is more than all behind it. */
	return sign_of(third.sum != 0 ? third.sum : third.error != 0 ? third.error : second.error != 0 ? second.error : first.error);
}

/* x is mantissa times two to the power: the mantissa is from 1/2 to 1. */
template <typename Number>
Number mantissa(Number x, int &power)
{
	using bits = bits_of<Number>;
	const int wide = precision<Number> - 1;
	const bits mask = (bits(1) << (sizeof(Number) * 8 - 1 - wide)) - 1;
	int extra = 0;

	if (sycl::fabs(x) < std::numeric_limits<Number>::min()) {
		x *= Number(bits(1) << wide) * 2;
		extra = wide + 1;
	}
	const bits b = sycl::bit_cast<bits>(x);
	const int stored = static_cast<int>(b >> wide & mask), half = static_cast<int>(mask / 2) - 1;

	power = stored - half - extra;
	return sycl::bit_cast<Number>((b & ~(mask << wide)) | static_cast<bits>(half) << wide);
}

/* The sign of what is missing from nearest to (high + low) 2^power; low is less than half of high's last place. */
template <typename Number>
int missing_from(Number nearest, Number high, Number low, int power)
{
	SYCL_CC_AS_WRITTEN
	const Number difference = high - sycl::ldexp(nearest, -power);

	return sign_of(difference != 0 ? difference : low);
}

template <way Way, typename Number>
Number directed_add(Number x, Number y)
{
	const pair<Number> exact = add(x, y);

	if (!is_finite(x) || !is_finite(y))
		return exact.sum;
	if (Way == way::down && exact.sum == 0 && (is_negative(x) || is_negative(y)))
		return -Number(0);
	return rounded<Way>(exact.sum, is_finite(exact.sum) ? sign_of(exact.error) : 0);
}

template <way Way, typename Number>
Number directed_multiply(Number x, Number y)
{
	SYCL_CC_AS_WRITTEN
	const Number nearest = x * y;
	int power_x, power_y;

	if (!is_finite(x) || !is_finite(y) || x == 0 || y == 0)
		return nearest;
	x = mantissa(x, power_x);
	y = mantissa(y, power_y);
	const Number high = x * y, low = sycl::fma(x, y, -high);

	return rounded<Way>(nearest, is_finite(nearest) ? missing_from(nearest, high, low, power_x + power_y) : 0);
}

template <way Way, typename Number>
Number directed_divide(Number x, Number y)
{
	SYCL_CC_AS_WRITTEN
	const Number nearest = x / y;
	int power_x, power_y;

	if (!is_finite(x) || !is_finite(y) || x == 0 || y == 0)
		return nearest;
	x = mantissa(x, power_x);
	y = mantissa(y, power_y);
	const Number high = x / y, rest = sycl::fma(-high, y, x);

	return rounded<Way>(nearest, is_finite(nearest) ? missing_from(nearest, high, is_negative(y) ? -rest : rest, power_x - power_y) : 0);
}

template <way Way, typename Number>
Number directed_root(Number x)
{
	SYCL_CC_AS_WRITTEN
	int power;

	if (!(x > 0) || !is_finite(x))
		return sycl::sqrt(x);
	x = mantissa(x, power);
	if (power & 1) {
		x *= 2;
		power--;
	}
	const Number root = sycl::sqrt(x);

	return rounded<Way>(sycl::ldexp(root, power / 2), sign_of(sycl::fma(-root, root, x)));
}

template <way Way, typename Number>
Number directed_fma(Number x, Number y, Number z)
{
	SYCL_CC_AS_WRITTEN
	const Number nearest = sycl::fma(x, y, z), product = x * y;
	const int far = 2 * precision<Number> + 4;
	int power_x, power_y, power_z;

	if (!is_finite(x) || !is_finite(y) || !is_finite(z))
		return nearest;
	if (x == 0 || y == 0)
		return directed_add<Way>(product, z);
	if (z == 0)
		return directed_multiply<Way>(x, y);
	if (!is_finite(nearest))
		return rounded<Way>(nearest, 0);
	x = mantissa(x, power_x);
	y = mantissa(y, power_y);
	z = mantissa(z, power_z);
	const int power = power_x + power_y;
	const Number high = x * y, low = sycl::fma(x, y, -high);

	/* What is much smaller only gives a sign. */
	if (power_z - power > far)
		return rounded<Way>(nearest, sign_of(high));

	const Number third = power - power_z > far ? sycl::ldexp(Number(sign_of(z)), -far) : sycl::ldexp(z, power_z - power);

	const int missing = sign_of_sum(low, third, high, -sycl::ldexp(nearest, -power));

	return Way == way::down && nearest == 0 && !missing ? -Number(0) : rounded<Way>(nearest, missing);
}

}

namespace sycl::ext::intel::math {

/* One function for each way; the type that a name has is its template's default argument. */
#define SYCL_CC_WAYS(EACH, Name, Type, Function) \
	EACH(Name##_rd, down, Type, Function) \
	EACH(Name##_rn, nearest, Type, Function) \
	EACH(Name##_ru, up, Type, Function) \
	EACH(Name##_rz, to_zero, Type, Function)
#define SYCL_CC_OF_ONE(Name, Way, Type, Function) \
	template <typename Number = Type> \
	Number Name(Number x) { return static_cast<Number>(sycl::detail::exact::Function<sycl::detail::exact::way::Way>(static_cast<Type>(x))); }
#define SYCL_CC_OF_TWO(Name, Way, Type, Function) \
	template <typename Number = Type> \
	Number Name(Number x, Number y) \
	{ \
		return static_cast<Number>(sycl::detail::exact::Function<sycl::detail::exact::way::Way>(static_cast<Type>(x), static_cast<Type>(y))); \
	}
#define SYCL_CC_OF_THREE(Name, Way, Type, Function) \
	template <typename Number = Type> \
	Number Name(Number x, Number y, Number z) \
	{ \
		return static_cast<Number>(sycl::detail::exact::Function<sycl::detail::exact::way::Way>( \
			static_cast<Type>(x), static_cast<Type>(y), static_cast<Type>(z))); \
	}
#define SYCL_CC_DIFFERENCE(Name, Way, Type, Function) \
	template <typename Number = Type> \
	Number Name(Number x, Number y) \
	{ \
		return static_cast<Number>(sycl::detail::exact::Function<sycl::detail::exact::way::Way>(static_cast<Type>(x), -static_cast<Type>(y))); \
	}
#define SYCL_CC_RECIPROCAL(Name, Way, Type, Function) \
	template <typename Number = Type> \
	Number Name(Number x) { return static_cast<Number>(sycl::detail::exact::Function<sycl::detail::exact::way::Way>(Type(1), static_cast<Type>(x))); }
#define SYCL_CC_ARITHMETIC(Letter, Fma, Root, Type) \
	SYCL_CC_WAYS(SYCL_CC_OF_TWO, Letter##add, Type, directed_add) \
	SYCL_CC_WAYS(SYCL_CC_DIFFERENCE, Letter##sub, Type, directed_add) \
	SYCL_CC_WAYS(SYCL_CC_OF_TWO, Letter##mul, Type, directed_multiply) \
	SYCL_CC_WAYS(SYCL_CC_OF_TWO, Letter##div, Type, directed_divide) \
	SYCL_CC_WAYS(SYCL_CC_RECIPROCAL, Letter##rcp, Type, directed_divide) \
	SYCL_CC_WAYS(SYCL_CC_OF_THREE, Fma, Type, directed_fma) \
	SYCL_CC_WAYS(SYCL_CC_OF_ONE, Root, Type, directed_root)
SYCL_CC_ARITHMETIC(f, fmaf, fsqrt, float)
SYCL_CC_ARITHMETIC(d, fma, dsqrt, double)
SYCL_CC_WAYS(SYCL_CC_OF_ONE, sqrtf, float, directed_root)
SYCL_CC_WAYS(SYCL_CC_OF_ONE, sqrt, double, directed_root)
#undef SYCL_CC_WAYS
#undef SYCL_CC_OF_ONE
#undef SYCL_CC_OF_TWO
#undef SYCL_CC_OF_THREE
#undef SYCL_CC_DIFFERENCE
#undef SYCL_CC_RECIPROCAL
#undef SYCL_CC_ARITHMETIC
#undef SYCL_CC_AS_WRITTEN

}

#endif
