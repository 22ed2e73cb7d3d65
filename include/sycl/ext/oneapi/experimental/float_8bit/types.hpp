/*
 * Floating-point numbers of 8 bits: E4M3, E5M2, and powers of two.  Other numbers become
 * floats, exactly, and are rounded once.
 */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_FLOAT_8BIT_TYPES_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_FLOAT_8BIT_TYPES_HPP

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <sycl/bit_cast.hpp>
#include <sycl/ext/oneapi/bfloat16.hpp>
#include <sycl/half.hpp>
#include <sycl/khr/split_headers/version.hpp>
#include <sycl/marray.hpp>

namespace sycl::ext::oneapi::experimental {

enum class rounding { to_even, upward, toward_zero };
/* What numbers become that are too large: infinity, or the greatest one. */
enum class saturation { none, finite };

struct stochastic_seed {
	explicit stochastic_seed(std::uint32_t *seed) : pseed(seed) {}

	std::uint32_t *const pseed;
};

}

namespace sycl::detail {

using fp8_rounding = ext::oneapi::experimental::rounding;
using fp8_saturation = ext::oneapi::experimental::saturation;

/* A format with a sign: bits of the fraction, the exponent of the least normal number, and codes without a sign. */
template <int Fraction, int Least, unsigned Greatest, unsigned Infinity, unsigned Nan>
struct fp8_format {
	static constexpr fp8_rounding usual = fp8_rounding::to_even;

	/* Up to 2^shift - 1 is added to what is cut off, whose bits are shift. */
	template <typename Round>
	static std::uint8_t encode(float x, bool finite, const Round &round)
	{
		const std::uint32_t bits = sycl::bit_cast<std::uint32_t>(x), sign = bits >> 31, size = bits & 0x7fffffff;

		if (size > 0x7f800000)
			return static_cast<std::uint8_t>(sign << 7 | Nan);
		const int exponent = (size >> 23 ? static_cast<int>(size >> 23) : 1) - 127, used = exponent < Least ? Least : exponent;
		const std::uint32_t whole = (size & 0x7fffff) | (size >> 23 ? 0x800000u : 0u);
		const int far = used - exponent + 23 - Fraction, shift = far < 26 ? far : 26;
		const std::uint32_t code = (static_cast<std::uint32_t>(used - Least) << Fraction) + round(whole, shift, sign != 0);

		return static_cast<std::uint8_t>(sign << 7 | (code <= Greatest && size != 0x7f800000 ? code : finite ? Greatest : Infinity));
	}
	static float decode(std::uint8_t code)
	{
		const std::uint32_t sign = std::uint32_t(code >> 7) << 31, size = code & 0x7f, fraction = size & ((1u << Fraction) - 1);
		const std::uint32_t exponent = size >> Fraction;
		float least = sycl::bit_cast<float>(static_cast<std::uint32_t>(Least - Fraction + 127) << 23);

		if (size > Greatest)
			return sycl::bit_cast<float>(sign | (size == Infinity && Infinity != Nan ? 0x7f800000u : 0x7fc00000u));
		if (!exponent)
			return (sign ? -least : least) * static_cast<float>(fraction);
		return sycl::bit_cast<float>(sign | ((exponent + static_cast<std::uint32_t>(Least + 126)) << 23) | fraction << (23 - Fraction));
	}
	static bool is_zero(std::uint8_t code) { return (code & 0x7f) == 0; }
	static std::uint8_t make(float x, fp8_rounding mode, bool finite = true)
	{
		return encode(x, finite, [mode](std::uint32_t whole, int shift, bool negative) {
			const std::uint32_t kept = whole >> shift, rest = whole & ((1u << shift) - 1), middle = 1u << (shift - 1);

			if (static_cast<int>(mode) == static_cast<int>(fp8_rounding::to_even))
				return kept + (rest > middle || (rest == middle && (kept & 1)));
			return kept + (static_cast<int>(mode) == static_cast<int>(fp8_rounding::upward) && rest && !negative);
		});
	}
};
using fp8_e4m3_format = fp8_format<3, -6, 0x7e, 0x7f, 0x7f>;
using fp8_e5m2_format = fp8_format<2, -14, 0x7b, 0x7c, 0x7f>;

/* Powers of two, without a sign. */
struct fp8_e8m0_format {
	static constexpr fp8_rounding usual = fp8_rounding::upward;

	static std::uint8_t make(float x, fp8_rounding mode)
	{
		const std::uint32_t size = sycl::bit_cast<std::uint32_t>(x) & 0x7fffffff, low = size & 0x7fffff;
		const bool tiny = size < 0x800000;	/* of these only 2^-127, which is 0x400000, is a code */
		const std::uint32_t code = size >> 23, exact = tiny ? 0x400000 : 0, middle = tiny ? 0x600000 : 0x400000;
		bool up = false;

		if (size > 0x7f800000)
			return 0xff;
		if (static_cast<int>(mode) == static_cast<int>(fp8_rounding::upward))
			up = low > exact;
		else if (static_cast<int>(mode) == static_cast<int>(fp8_rounding::to_even))
			up = low > middle || (low == middle && (code & 1));
		return static_cast<std::uint8_t>(code + up < 0xff ? code + up : 0xfe);
	}
	static float decode(std::uint8_t code)
	{
		return sycl::bit_cast<float>(code == 0xff ? 0x7fc00000u : code ? std::uint32_t(code) << 23 : 0x400000u);
	}
	static bool is_zero(std::uint8_t) { return false; }
};

/* A float that is rounded as the integer is: what does not fit into it makes its last bit 1. */
template <typename T>
float float_of_integer(T value)
{
	using number = std::conditional_t<sizeof(T) < 8, std::uint32_t, std::uint64_t>;
	number size = static_cast<number>(value);
	float scale = 1;

	if (value < 0)
		size = 0 - size;
	for (; size >> 24; scale *= 2)
		size = (size >> 1) | (size & 1);
	scale *= static_cast<float>(size);
	return value < 0 ? -scale : scale;
}
/* The integer without the fraction, or the nearest one that there is; 0 for NaN. */
template <typename T>
T integer_of_float(float value)
{
	using limits = std::numeric_limits<T>;
	constexpr float end = 2.0f * static_cast<float>(std::uint64_t(1) << (limits::digits - 1));

	if (value >= end)
		return limits::max();
	if (value <= (limits::is_signed ? -end : -1.0f))
		return limits::min();
	return value == value ? static_cast<T>(value) : T(0);
}

template <typename T>
inline constexpr bool is_fp8_source = std::is_same_v<T, float> || std::is_same_v<T, half> || std::is_same_v<T, ext::oneapi::bfloat16>;
template <typename T>
inline constexpr bool is_fp8_integer = std::is_integral_v<T> && (sizeof(T) > 1);
template <typename T>
struct if_fp8_source : std::enable_if<is_fp8_source<T>, int> {};
template <typename First, typename... Rest>
inline constexpr bool are_fp8_sources = is_fp8_source<First> && (std::is_same_v<First, Rest> && ...);

/* What all formats have: some numbers. */
namespace bases {
template <typename Self, typename Format, std::size_t Count>
class fp8_numbers {
	static_assert(Count == 1 || Count == 2, "one or two numbers are packed");

public:
	fp8_numbers() = default;
	template <typename... Values, typename std::enable_if<sizeof...(Values) == Count && are_fp8_sources<Values...>, int>::type = 0>
	explicit fp8_numbers(Values... from) : vals{ Format::make(static_cast<float>(from), Format::usual)... }
	{
	}
	template <typename Value, typename if_fp8_source<Value>::type = 0>
	explicit fp8_numbers(const Value (&from)[Count], ext::oneapi::experimental::rounding mode = Format::usual)
	{
		for (std::size_t i = 0; i < Count; i++)
			vals[i] = Format::make(static_cast<float>(from[i]), mode);
	}
	template <typename Value, typename if_fp8_source<Value>::type = 0>
	explicit fp8_numbers(const marray<Value, Count> &from, ext::oneapi::experimental::rounding mode = Format::usual)
	{
		for (std::size_t i = 0; i < Count; i++)
			vals[i] = Format::make(static_cast<float>(from[i]), mode);
	}
	template <typename Integer, typename std::enable_if<Count == 1 && is_fp8_integer<Integer>, int>::type = 0>
	explicit fp8_numbers(Integer from) : vals{ Format::make(float_of_integer(from), Format::usual) }
	{
	}

	template <typename Value, typename std::enable_if<Count == 1 && (is_fp8_source<Value> || is_fp8_integer<Value>), int>::type = 0>
	Self &operator=(Value from)
	{
		vals[0] = Self(from).vals[0];
		return static_cast<Self &>(*this);
	}
	template <typename Value, typename std::enable_if<Count == 1 && is_fp8_source<Value>, int>::type = 0>
	explicit operator Value() const
	{
		return static_cast<Value>(Format::decode(vals[0]));
	}
	template <typename Integer, typename std::enable_if<Count == 1 && std::is_integral_v<Integer>, int>::type = 0>
	explicit operator Integer() const
	{
		if constexpr (std::is_same_v<Integer, bool>)
			return !Format::is_zero(vals[0]);
		else
			return integer_of_float<Integer>(Format::decode(vals[0]));
	}
	template <typename Value, typename if_fp8_source<Value>::type = 0>
	explicit operator marray<Value, Count>() const
	{
		marray<Value, Count> all;

		for (std::size_t i = 0; i < Count; i++)
			all[i] = static_cast<Value>(Format::decode(vals[i]));
		return all;
	}

	alignas(Count) std::uint8_t vals[Count];
};
}

}

namespace sycl::ext::oneapi::experimental {

template <std::size_t Count>
class fp8_e4m3_x : public sycl::detail::bases::fp8_numbers<fp8_e4m3_x<Count>, sycl::detail::fp8_e4m3_format, Count> {
	using base = sycl::detail::bases::fp8_numbers<fp8_e4m3_x<Count>, sycl::detail::fp8_e4m3_format, Count>;

public:
	fp8_e4m3_x() = default;
	using base::base;
	using base::operator=;
};

template <std::size_t Count>
class fp8_e5m2_x : public sycl::detail::bases::fp8_numbers<fp8_e5m2_x<Count>, sycl::detail::fp8_e5m2_format, Count> {
	using base = sycl::detail::bases::fp8_numbers<fp8_e5m2_x<Count>, sycl::detail::fp8_e5m2_format, Count>;
	using format = sycl::detail::fp8_e5m2_format;

public:
	fp8_e5m2_x() = default;
	using base::base;
	using base::operator=;
	template <typename Value, typename sycl::detail::if_fp8_source<Value>::type = 0>
	explicit fp8_e5m2_x(const Value (&from)[Count], rounding mode, saturation large)
	{
		for (std::size_t i = 0; i < Count; i++)
			this->vals[i] = format::make(static_cast<float>(from[i]), mode, is_finite(large));
	}
	template <typename Value, typename sycl::detail::if_fp8_source<Value>::type = 0>
	explicit fp8_e5m2_x(const marray<Value, Count> &from, rounding mode, saturation large)
	{
		for (std::size_t i = 0; i < Count; i++)
			this->vals[i] = format::make(static_cast<float>(from[i]), mode, is_finite(large));
	}
	template <typename Value, typename sycl::detail::if_fp8_source<Value>::type = 0>
	explicit fp8_e5m2_x(const Value (&from)[Count], const stochastic_seed &seed, saturation large = saturation::finite)
	{
		for (std::size_t i = 0; i < Count; i++)
			this->vals[i] = rounded_by_chance(static_cast<float>(from[i]), seed, is_finite(large));
	}
	template <typename Value, typename sycl::detail::if_fp8_source<Value>::type = 0>
	explicit fp8_e5m2_x(const marray<Value, Count> &from, const stochastic_seed &seed, saturation large = saturation::finite)
	{
		for (std::size_t i = 0; i < Count; i++)
			this->vals[i] = rounded_by_chance(static_cast<float>(from[i]), seed, is_finite(large));
	}

private:
	static bool is_finite(saturation large) { return static_cast<int>(large) == static_cast<int>(saturation::finite); }
	/* A number is rounded up as often as it is near to the next one. */
	static std::uint8_t rounded_by_chance(float x, const stochastic_seed &seed, bool finite)
	{
		std::uint32_t chance = *seed.pseed * 747796405u + 2891336453u;

		*seed.pseed = chance;
		chance = ((chance >> ((chance >> 28) + 4)) ^ chance) * 277803737u;
		chance ^= chance >> 22;
		return format::encode(x, finite,
			[chance](std::uint32_t whole, int shift, bool) { return (whole + (chance & ((1u << shift) - 1))) >> shift; });
	}
};

template <std::size_t Count>
class fp8_e8m0_x : public sycl::detail::bases::fp8_numbers<fp8_e8m0_x<Count>, sycl::detail::fp8_e8m0_format, Count> {
	using base = sycl::detail::bases::fp8_numbers<fp8_e8m0_x<Count>, sycl::detail::fp8_e8m0_format, Count>;

public:
	fp8_e8m0_x() = default;
	using base::base;
	using base::operator=;
};

template <typename First, typename... Rest, typename = std::enable_if_t<std::is_arithmetic_v<First> || sycl::detail::is_fp8_source<First>>>
fp8_e4m3_x(First, Rest...) -> fp8_e4m3_x<1 + sizeof...(Rest)>;
template <typename First, typename... Rest, typename = std::enable_if_t<std::is_arithmetic_v<First> || sycl::detail::is_fp8_source<First>>>
fp8_e5m2_x(First, Rest...) -> fp8_e5m2_x<1 + sizeof...(Rest)>;
template <typename First, typename... Rest, typename = std::enable_if_t<std::is_arithmetic_v<First> || sycl::detail::is_fp8_source<First>>>
fp8_e8m0_x(First, Rest...) -> fp8_e8m0_x<1 + sizeof...(Rest)>;

using fp8_e4m3 = fp8_e4m3_x<1>;
using fp8_e4m3_x2 = fp8_e4m3_x<2>;
using fp8_e5m2 = fp8_e5m2_x<1>;
using fp8_e5m2_x2 = fp8_e5m2_x<2>;
using fp8_e8m0 = fp8_e8m0_x<1>;
using fp8_e8m0_x2 = fp8_e8m0_x<2>;

}

#endif
