/* sycl::half: 16-bit floating point, the optional feature fp16; and bfloat16. */
#ifndef SYCL_HALF_HPP
#define SYCL_HALF_HPP

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <istream>
#include <limits>
#include <memory>
#include <ostream>
#include <type_traits>

#include <sycl/aspects.hpp>
#include <sycl/detail/defines.hpp>

namespace sycl {

/* A namespace of its own: arguments of the type must not make a program's own dot() or clamp() meet those of sycl. */
namespace detail::half_impl {
class half;
}
using half = detail::half_impl::half;

namespace ext::oneapi {
class bfloat16;
}

namespace detail {

template <typename To, typename From>
constexpr To bits_as(const From &from)
{
	static_assert(sizeof(To) == sizeof(From), "both types must have the same size");
	return __builtin_bit_cast(To, from);
}

/* The bits of a half, converted by hand: for compilers without a 16-bit type in C++, and for devices without fp16. */
constexpr float float_from_half_bits(std::uint16_t h)
{
	const std::uint32_t sign = static_cast<std::uint32_t>(h & 0x8000) << 16, mantissa = h & 0x3ff;
	const std::uint32_t exponent = (h >> 10) & 0x1f;

	if (exponent == 0x1f)
		return bits_as<float>(sign | 0x7f800000u | mantissa << 13);
	if (exponent != 0)
		return bits_as<float>(sign | (exponent + 112) << 23 | mantissa << 13);
	return (sign ? -1.0f : 1.0f) * static_cast<float>(mantissa) * 5.9604644775390625e-8f;	/* 2 to the -24 */
}

/* Rounds to nearest, ties to even. */
constexpr std::uint16_t half_bits_from_float(float value)
{
	const std::uint32_t bits = bits_as<std::uint32_t>(value), sign = (bits >> 16) & 0x8000, magnitude = bits & 0x7fffffff;

	if (magnitude > 0x7f800000)
		return static_cast<std::uint16_t>(sign | 0x7e00);
	if (magnitude >= 0x477ff000)
		return static_cast<std::uint16_t>(sign | 0x7c00);
	if (magnitude < 0x33000001)
		return static_cast<std::uint16_t>(sign);
	const std::uint32_t exponent = magnitude >> 23, mantissa = (magnitude & 0x7fffff) | 0x800000;
	const std::uint32_t shift = exponent < 113 ? 126 - exponent : 13;
	const std::uint32_t kept = mantissa >> shift, rest = mantissa & ((1u << shift) - 1), tie = 1u << (shift - 1);
	const std::uint32_t rounded = kept + (rest > tie || (rest == tie && (kept & 1)) ? 1 : 0);

	return static_cast<std::uint16_t>(sign | (exponent < 113 ? rounded : rounded + ((exponent - 113) << 10)));
}

#ifdef __clang__

using half_storage = _Float16;

constexpr half_storage half_from_float(float value) { return static_cast<half_storage>(value); }
constexpr float half_to_float(half_storage value) { return static_cast<float>(value); }

#else

using half_storage = std::uint16_t;

constexpr half_storage half_from_float(float value) { return half_bits_from_float(value); }
constexpr float half_to_float(half_storage value) { return float_from_half_bits(value); }

#endif

/* A float that a half rounds as the number itself: a double's lost bits become the last one. */
template <typename T>
constexpr float float_for_half(T value)
{
	const float near = static_cast<float>(value);

	if constexpr (std::is_floating_point_v<T> && sizeof(T) > 4) {
		const std::uint32_t bits = bits_as<std::uint32_t>(near);
		const T back = static_cast<T>(near);

		if (back != value && value == value && (bits & 0x7fffffff) != 0x7f800000)
			return bits_as<float>(((back < value) == (value > 0) ? bits : bits - 1) | 1);
	}
	return near;
}

template <typename T>
struct if_arithmetic : std::enable_if<std::is_arithmetic_v<T>, int> {};

/* half with float or double gives float or double, with an integer half; bfloat16 with any gives bfloat16, computed as float. */
template <typename Small, typename T>
struct promotion {
	using result = std::conditional_t<std::is_floating_point_v<T>, T, Small>;
	using common = result;
};
template <typename T>
struct promotion<ext::oneapi::bfloat16, T> {
	using result = ext::oneapi::bfloat16;
	using common = float;
};
template <typename Small, typename T>
using promoted = typename promotion<Small, T>::result;

}

namespace detail::bases {

/*
 * The operators of a 16-bit type: with itself in float, with numbers as promoted<> says.
 * Those with numbers are templates beside the class: both types share them.
 */
template <typename Self>
class small_float {
public:
#define SYCL_CC_ALL_OPERATORS                                                                                \
	SYCL_CC_OPERATOR(+) SYCL_CC_OPERATOR(-) SYCL_CC_OPERATOR(*) SYCL_CC_OPERATOR(/)                      \
	SYCL_CC_COMPARE(==) SYCL_CC_COMPARE(!=) SYCL_CC_COMPARE(<) SYCL_CC_COMPARE(>) SYCL_CC_COMPARE(<=) SYCL_CC_COMPARE(>=)
#define SYCL_CC_OPERATOR(OP)                                                                                 \
	friend constexpr Self operator OP(const Self &a, const Self &b)                                      \
	{                                                                                                    \
		return Self(static_cast<float>(a) OP static_cast<float>(b));                                 \
	}                                                                                                    \
	constexpr Self &operator OP##=(const Self &other) { return self() = self() OP other; }               \
	template <typename T, typename if_arithmetic<T>::type = 0>                                                          \
	constexpr Self &operator OP##=(T other)                                                              \
	{                                                                                                    \
		return self() = Self(self() OP other);                                                       \
	}
#define SYCL_CC_COMPARE(OP)                                                                                  \
	friend constexpr bool operator OP(const Self &a, const Self &b)                                      \
	{                                                                                                    \
		return static_cast<float>(a) OP static_cast<float>(b);                                       \
	}
	SYCL_CC_ALL_OPERATORS
#undef SYCL_CC_OPERATOR
#undef SYCL_CC_COMPARE
	constexpr Self operator-() const { return Self(-static_cast<float>(self())); }
	constexpr Self operator+() const { return self(); }
	constexpr Self &operator++() { return *this += Self(1.0f); }
	constexpr Self &operator--() { return *this -= Self(1.0f); }
	constexpr Self operator++(int)
	{
		const Self old = self();

		++*this;
		return old;
	}
	constexpr Self operator--(int)
	{
		const Self old = self();

		--*this;
		return old;
	}
	friend std::ostream &operator<<(std::ostream &out, const Self &value)
	{
		return out << static_cast<float>(value);
	}
	friend std::istream &operator>>(std::istream &in, Self &value)
	{
		float f = 0;

		in >> f;
		value = Self(f);
		return in;
	}

private:
	constexpr Self &self() { return static_cast<Self &>(*this); }
	constexpr const Self &self() const { return static_cast<const Self &>(*this); }
};

/* One of the two is a 16-bit type, the other one a number. */
template <typename Self, typename T>
struct if_mixed : std::enable_if<std::is_base_of_v<small_float<Self>, Self>
	&& (std::is_arithmetic_v<T> || (std::is_same_v<Self, ext::oneapi::bfloat16> && std::is_same_v<T, half>)), int> {};

#define SYCL_CC_MIXED(OP, RESULT, COMMON)                                                                    \
	template <typename Self, typename T, typename if_mixed<Self, T>::type = 0>                                          \
	constexpr RESULT operator OP(const Self &a, T b)                                                     \
	{                                                                                                    \
		return static_cast<COMMON>(a) OP static_cast<COMMON>(b);                                     \
	}                                                                                                    \
	template <typename Self, typename T, typename if_mixed<Self, T>::type = 0>                                          \
	constexpr RESULT operator OP(T a, const Self &b)                                                     \
	{                                                                                                    \
		return static_cast<COMMON>(a) OP static_cast<COMMON>(b);                                     \
	}
#define SYCL_CC_OPERATOR(OP) SYCL_CC_MIXED(OP, SYCL_CC_ONE(promoted<Self, T>), SYCL_CC_ONE(typename promotion<Self, T>::common))
#define SYCL_CC_COMPARE(OP) SYCL_CC_MIXED(OP, bool, SYCL_CC_ONE(promoted<float, T>))
#define SYCL_CC_ONE(...) __VA_ARGS__
SYCL_CC_ALL_OPERATORS
#undef SYCL_CC_OPERATOR
#undef SYCL_CC_COMPARE
#undef SYCL_CC_MIXED
#undef SYCL_CC_ONE
#undef SYCL_CC_ALL_OPERATORS

}

namespace detail::half_impl {

class SYCL_CC_USES_ASPECTS(sycl::aspect::fp16) half : public detail::bases::small_float<half> {
public:
	half() = default;	/* a member of a union, an array in local memory, as a number may be */
	constexpr half(float value) : value_(detail::half_from_float(value)) {}
	template <typename T, typename std::enable_if<std::is_arithmetic_v<T> && !std::is_same_v<T, float>, int>::type = 0>
	constexpr half(T value) : value_(detail::half_from_float(detail::float_for_half(value))) {}
	template <typename T, typename std::enable_if<std::is_same_v<T, ext::oneapi::bfloat16>, int>::type = 0>
	constexpr explicit half(const T &value) : half(static_cast<float>(value)) {}
	constexpr half(const half &) = default;
	constexpr half &operator=(const half &) = default;

	constexpr operator float() const { return detail::half_to_float(value_); }
	template <typename T, typename std::enable_if<std::is_arithmetic_v<T> && !std::is_same_v<T, float>, int>::type = 0>
	constexpr explicit operator T() const
	{
		return static_cast<T>(detail::half_to_float(value_));
	}

private:
	friend class std::numeric_limits<half>;
	struct from_bits {
		std::uint16_t bits;
	};
	constexpr half(from_bits from) : value_(detail::bits_as<detail::half_storage>(from.bits)) {}

	detail::half_storage value_;
};

}

namespace ext::oneapi {

/* The upper half of a float. */
class bfloat16 : public detail::bases::small_float<bfloat16> {
public:
	bfloat16() = default;
	constexpr bfloat16(float value) : bits_(round(detail::bits_as<std::uint32_t>(value))) {}
	constexpr bfloat16(const half &value) : bfloat16(static_cast<float>(value)) {}
	template <typename T, typename std::enable_if<std::is_arithmetic_v<T> && !std::is_same_v<T, float>, int>::type = 0>
	constexpr bfloat16(T value) : bfloat16(static_cast<float>(value)) {}
	constexpr bfloat16(const bfloat16 &) = default;
	constexpr bfloat16 &operator=(const bfloat16 &) = default;

	constexpr operator float() const { return detail::bits_as<float>(static_cast<std::uint32_t>(bits_) << 16); }
	template <typename T, typename std::enable_if<std::is_same_v<T, half>, int>::type = 0>
	constexpr operator T() const
	{
		return T(static_cast<float>(*this));
	}
	template <typename T, typename std::enable_if<std::is_arithmetic_v<T> && !std::is_same_v<T, float>, int>::type = 0>
	constexpr explicit operator T() const
	{
		return static_cast<T>(static_cast<float>(*this));
	}

private:
	friend class std::numeric_limits<bfloat16>;
	struct from_bits {
		std::uint16_t bits;
	};
	constexpr bfloat16(from_bits from) : bits_(from.bits) {}
	/* To nearest, ties to even; a NaN stays one. */
	static constexpr std::uint16_t round(std::uint32_t bits)
	{
		if ((bits & 0x7fffffff) > 0x7f800000)
			return static_cast<std::uint16_t>(bits >> 16 | 0x40);
		return static_cast<std::uint16_t>((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
	}

	std::uint16_t bits_;
};

}

}

namespace sycl::detail {

/* What the limits of both have in common. */
struct small_float_limits {
	static constexpr bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false;
	static constexpr bool has_infinity = true, has_quiet_NaN = true, has_signaling_NaN = true, is_iec559 = true;
	static constexpr bool is_bounded = true, is_modulo = false, traps = false, tinyness_before = false;
	static constexpr bool has_denorm_loss = false;
	static constexpr std::float_denorm_style has_denorm = std::denorm_present;
	static constexpr std::float_round_style round_style = std::round_to_nearest;
	static constexpr int radix = 2;
};

}

template <>
class std::numeric_limits<sycl::half> : public sycl::detail::small_float_limits {
public:
	static constexpr int digits = 11, digits10 = 3, max_digits10 = 5;
	static constexpr int min_exponent = -13, min_exponent10 = -4, max_exponent = 16, max_exponent10 = 4;

	static constexpr sycl::half(min)() noexcept { return bits(0x0400); }
	static constexpr sycl::half lowest() noexcept { return bits(0xfbff); }
	static constexpr sycl::half(max)() noexcept { return bits(0x7bff); }
	static constexpr sycl::half epsilon() noexcept { return bits(0x1400); }
	static constexpr sycl::half round_error() noexcept { return bits(0x3800); }
	static constexpr sycl::half infinity() noexcept { return bits(0x7c00); }
	static constexpr sycl::half quiet_NaN() noexcept { return bits(0x7e00); }
	static constexpr sycl::half signaling_NaN() noexcept { return bits(0x7d00); }
	static constexpr sycl::half denorm_min() noexcept { return bits(0x0001); }

private:
	static constexpr sycl::half bits(std::uint16_t value) { return sycl::half(sycl::half::from_bits{ value }); }
};

template <>
class std::numeric_limits<sycl::ext::oneapi::bfloat16> : public sycl::detail::small_float_limits {
public:
	static constexpr int digits = 8, digits10 = 2, max_digits10 = 4;
	static constexpr int min_exponent = -125, min_exponent10 = -37, max_exponent = 128, max_exponent10 = 38;

	static constexpr sycl::ext::oneapi::bfloat16(min)() noexcept { return bits(0x0080); }
	static constexpr sycl::ext::oneapi::bfloat16 lowest() noexcept { return bits(0xff7f); }
	static constexpr sycl::ext::oneapi::bfloat16(max)() noexcept { return bits(0x7f7f); }
	static constexpr sycl::ext::oneapi::bfloat16 epsilon() noexcept { return bits(0x3c00); }
	static constexpr sycl::ext::oneapi::bfloat16 round_error() noexcept { return bits(0x3f00); }
	static constexpr sycl::ext::oneapi::bfloat16 infinity() noexcept { return bits(0x7f80); }
	static constexpr sycl::ext::oneapi::bfloat16 quiet_NaN() noexcept { return bits(0x7fc0); }
	static constexpr sycl::ext::oneapi::bfloat16 signaling_NaN() noexcept { return bits(0x7fa0); }
	static constexpr sycl::ext::oneapi::bfloat16 denorm_min() noexcept { return bits(0x0001); }

private:
	static constexpr sycl::ext::oneapi::bfloat16 bits(std::uint16_t value) { return sycl::ext::oneapi::bfloat16(sycl::ext::oneapi::bfloat16::from_bits{ value }); }
};

template <>
struct std::hash<sycl::half> {
	std::size_t operator()(const sycl::half &value) const { return std::hash<float>()(static_cast<float>(value)); }
};

#endif
