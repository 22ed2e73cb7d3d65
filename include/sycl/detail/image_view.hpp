/*
 * Images as ordinary memory: how an element is found, sampled and converted.
 * doc/images.md has the rules; kernels and the host run the same code.
 */
#ifndef SYCL_DETAIL_IMAGE_VIEW_HPP
#define SYCL_DETAIL_IMAGE_VIEW_HPP

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <sycl/aspects.hpp>
#include <sycl/half.hpp>

namespace sycl {

enum class addressing_mode : unsigned { mirrored_repeat, repeat, clamp_to_edge, clamp, none };
enum class filtering_mode : unsigned { nearest, linear };
enum class coordinate_normalization_mode : unsigned { normalized, unnormalized };

struct image_sampler {
	addressing_mode addressing;
	coordinate_normalization_mode coordinate;
	filtering_mode filtering;
};

enum class image_channel_order : unsigned { a, r, rx, rg, rgx, ra, rgb, rgbx, rgba, argb, bgra, intensity, luminance, abgr };
enum class image_channel_type : unsigned {
	snorm_int8, snorm_int16, unorm_int8, unorm_int16, unorm_short_565, unorm_short_555, unorm_int_101010,
	signed_int8, signed_int16, signed_int32, unsigned_int8, unsigned_int16, unsigned_int32, fp16, fp32
};

namespace detail {

/* Where a component of an element comes from when it is not a channel of the image. */
enum image_source : std::uint8_t { image_zero = 4, image_one = 5 };

/* How the channels of an element are placed in memory. */
struct image_layout {
	image_channel_type type;
	std::uint8_t bytes;	/* of an element */
	std::uint8_t channels;
	std::uint8_t from[4];	/* the channel that component x, y, z, w is read from, or an image_source */
	std::uint8_t into[4];	/* the component that is written into each channel */
	bool is_rgba;		/* channel i is component i of four */
	bool border_alpha;	/* the colour of the border is 0, 0, 0, 1 */
};

SYCL_CC_INLINE constexpr bool is_packed(image_channel_type type)
{
	return within(type, image_channel_type::unorm_short_565, image_channel_type::unorm_int_101010);
}

/* Components x to w are read from those channels, and written into them. */
SYCL_CC_INLINE constexpr void place_channels(image_layout &layout, std::uint8_t channels, std::uint8_t x, std::uint8_t y, std::uint8_t z, std::uint8_t w)
{
	const std::uint8_t from[] = { x, y, z, w };

	layout.channels = channels;
	for (std::uint8_t i = 4; i-- > 0;) {
		layout.from[i] = from[i];
		if (from[i] < channels)
			layout.into[from[i]] = i;
	}
}

/* Where the channels of an order and type are; packed types are those of rgb and rgbx. */
constexpr image_layout layout_in_memory(image_channel_order order, image_channel_type type)
{
	using to = image_channel_order;
	constexpr std::uint8_t size[] = { 1, 2, 1, 2, 2, 2, 4, 1, 2, 4, 1, 2, 4, 2, 4 };
	image_layout layout = { type, size[static_cast<unsigned>(type)], 4, { 0, 1, 2, 3 }, { 0, 1, 2, 3 }, detail::same(order, to::rgba), false };

	switch (order) {
	case to::r: case to::rx: place_channels(layout, 1, 0, image_zero, image_zero, image_one); break;
	case to::a: place_channels(layout, 1, image_zero, image_zero, image_zero, 0); break;
	case to::intensity: place_channels(layout, 1, 0, 0, 0, 0); break;
	case to::luminance: place_channels(layout, 1, 0, 0, 0, image_one); break;
	case to::rg: case to::rgx: place_channels(layout, 2, 0, 1, image_zero, image_one); break;
	case to::ra: place_channels(layout, 2, 0, image_zero, image_zero, 1); break;
	case to::rgb: case to::rgbx: place_channels(layout, 3, 0, 1, 2, image_one); break;
	case to::rgba: break;
	case to::argb: place_channels(layout, 4, 1, 2, 3, 0); break;
	case to::bgra: place_channels(layout, 4, 2, 1, 0, 3); break;
	case to::abgr: place_channels(layout, 4, 3, 2, 1, 0); break;
	}
	layout.border_alpha = detail::same(order, to::r) || detail::same(order, to::rg) || detail::same(order, to::rgb) || detail::same(order, to::luminance);
	if (!is_packed(type))
		layout.bytes = static_cast<std::uint8_t>(layout.channels * layout.bytes);
	return layout;
}

/* The part of an accessor that reaches the image; kernels receive it as bytes. */
struct image_view {
	unsigned char *data;
	std::size_t row, slice;	/* bytes from a row to the next one, from a slice to the next one */
	std::int32_t size[3];	/* width, height, depth; 1 for dimensions that it lacks */
	image_layout layout;
};

/* The four components of an element: float, std::int32_t or std::uint32_t. */
template <typename Number>
struct pixel {
	Number component[4];
};

template <typename Number>
SYCL_CC_INLINE Number clamped(Number value, Number least, Number greatest)
{
	return value > least ? (value < greatest ? value : greatest) : least;	/* not a number: the least */
}

template <typename Stored>
SYCL_CC_INLINE Stored load_as(const unsigned char *at)
{
	Stored value;

	__builtin_memcpy(&value, at, sizeof value);
	return value;
}

template <typename Stored>
SYCL_CC_INLINE void store_as(unsigned char *at, Stored value)
{
	__builtin_memcpy(at, &value, sizeof value);
}

/* A real channel for a program that reads integers from it, which the standard leaves open. */
template <typename Number>
SYCL_CC_INLINE Number from_real(float value)
{
	if constexpr (std::is_same_v<Number, float>)
		return value;
	else if constexpr (std::is_signed_v<Number>)
		return static_cast<Number>(clamped(value, -2147483648.0f, 2147483520.0f));
	else
		return static_cast<Number>(clamped(value, 0.0f, 4294967040.0f));
}

/* How a channel is stored. */
template <image_channel_type Type>
struct stored_channel;
#define SYCL_CC_CHANNEL(NAME, TYPE)                              \
	template <>                                              \
	struct stored_channel<image_channel_type::NAME> {        \
		using type = TYPE;                               \
	};
SYCL_CC_CHANNEL(snorm_int8, std::int8_t)
SYCL_CC_CHANNEL(snorm_int16, std::int16_t)
SYCL_CC_CHANNEL(unorm_int8, std::uint8_t)
SYCL_CC_CHANNEL(unorm_int16, std::uint16_t)
SYCL_CC_CHANNEL(signed_int8, std::int8_t)
SYCL_CC_CHANNEL(signed_int16, std::int16_t)
SYCL_CC_CHANNEL(signed_int32, std::int32_t)
SYCL_CC_CHANNEL(unsigned_int8, std::uint8_t)
SYCL_CC_CHANNEL(unsigned_int16, std::uint16_t)
SYCL_CC_CHANNEL(unsigned_int32, std::uint32_t)
SYCL_CC_CHANNEL(fp16, std::uint16_t)
SYCL_CC_CHANNEL(fp32, float)
#undef SYCL_CC_CHANNEL

/*
 * Functions with code for each format.  Vector code of them takes seconds to compile and is no faster, so mux-aot(1)
 * leaves load_pixel, store_pixel and sample_pixel as they are (lib/base/symbol.h has these names).
 */
#define SYCL_CC_OF_ALL_FORMATS inline __attribute__((noinline))

template <image_channel_type Type>
inline constexpr bool is_normalized = within(Type, image_channel_type::snorm_int8, image_channel_type::unorm_int16);
/* The greatest number of a normalized channel, which is 1. */
template <typename Stored>
inline constexpr float greatest_step = sizeof(Stored) == 1 ? (std::is_signed_v<Stored> ? 127.0f : 255.0f)
	: std::is_signed_v<Stored> ? 32767.0f : 65535.0f;

template <typename Number, image_channel_type Type>
SYCL_CC_INLINE Number load_channel(const unsigned char *at)
{
	using stored = typename stored_channel<Type>::type;
	const stored value = load_as<stored>(at);

	if constexpr (is_normalized<Type> && std::is_signed_v<stored>)
		return from_real<Number>(clamped(static_cast<float>(value) / greatest_step<stored>, -1.0f, 1.0f));
	else if constexpr (is_normalized<Type>)
		return from_real<Number>(static_cast<float>(value) / greatest_step<stored>);
	else if constexpr (detail::same(Type, image_channel_type::fp16))
		return from_real<Number>(float_from_half_bits(value));
	else if constexpr (std::is_same_v<stored, float>)
		return from_real<Number>(value);
	else
		return static_cast<Number>(value);
}

/* The nearest number of steps of 1/greatest, of those from least on. */
template <typename Number>
SYCL_CC_INLINE float to_steps(Number value, float least, float greatest)
{
	return __builtin_rintf(clamped(static_cast<float>(value) * greatest, least, greatest));
}

/* The nearest integer of a channel's type. */
template <typename Stored, typename Number>
SYCL_CC_INLINE Stored to_integer(Number value)
{
	if constexpr (std::is_same_v<Number, float>) {
		const auto number = from_real<std::conditional_t<std::is_signed_v<Stored>, std::int32_t, std::uint32_t>>(value);

		return to_integer<Stored>(number);
	} else {
		constexpr std::int64_t least = std::is_signed_v<Stored> ? -(std::int64_t(1) << (8 * sizeof(Stored) - 1)) : 0;
		constexpr std::int64_t greatest = (std::int64_t(1) << (8 * sizeof(Stored) - std::is_signed_v<Stored>)) - 1;

		return static_cast<Stored>(clamped(static_cast<std::int64_t>(value), least, greatest));
	}
}

template <image_channel_type Type, typename Number>
SYCL_CC_INLINE void store_channel(unsigned char *at, Number value)
{
	using stored = typename stored_channel<Type>::type;

	if constexpr (is_normalized<Type>)
		store_as(at, static_cast<stored>(to_steps(value, std::is_signed_v<stored> ? -1 - greatest_step<stored> : 0.0f, greatest_step<stored>)));
	else if constexpr (detail::same(Type, image_channel_type::fp16))
		store_as(at, half_bits_from_float(static_cast<float>(value)));
	else if constexpr (std::is_same_v<stored, float>)
		store_as(at, static_cast<float>(value));
	else
		store_as(at, to_integer<stored>(value));
}

/* The bits of a packed element's channels: red is the upmost. */
struct packed_bits {
	unsigned shift[3], most[3];
};

SYCL_CC_INLINE packed_bits bits_of(image_channel_type type)
{
	return detail::same(type, image_channel_type::unorm_short_565) ? packed_bits{ { 11, 5, 0 }, { 31, 63, 31 } }
		: detail::same(type, image_channel_type::unorm_short_555) ? packed_bits{ { 10, 5, 0 }, { 31, 31, 31 } }
		: packed_bits{ { 20, 10, 0 }, { 1023, 1023, 1023 } };
}

template <typename Number>
inline pixel<Number> load_packed(const unsigned char *at, const image_layout &layout)
{
	const std::uint32_t all = layout.bytes == 2 ? load_as<std::uint16_t>(at) : load_as<std::uint32_t>(at);
	const packed_bits bits = bits_of(layout.type);
	pixel<Number> result;

	for (int i = 0; i < 3; i++)
		result.component[i] = from_real<Number>(static_cast<float>(all >> bits.shift[i] & bits.most[i]) / static_cast<float>(bits.most[i]));
	result.component[3] = 1;
	return result;
}

template <typename Number>
inline void store_packed(unsigned char *at, const image_layout &layout, const pixel<Number> &value)
{
	const packed_bits bits = bits_of(layout.type);
	std::uint32_t all = 0;

	for (int i = 0; i < 3; i++)
		all |= static_cast<std::uint32_t>(to_steps(value.component[i], 0.0f, static_cast<float>(bits.most[i]))) << bits.shift[i];
	if (layout.bytes == 2)
		store_as(at, static_cast<std::uint16_t>(all));
	else
		store_as(at, all);
}

/* The address of an element; null outside of the image. */
SYCL_CC_INLINE unsigned char *element_at(const image_view &view, std::int32_t x, std::int32_t y, std::int32_t z)
{
	if (x < 0 || x >= view.size[0] || y < 0 || y >= view.size[1] || z < 0 || z >= view.size[2])
		return nullptr;
	return view.data + static_cast<std::size_t>(z) * view.slice + static_cast<std::size_t>(y) * view.row
		+ static_cast<std::size_t>(x) * view.layout.bytes;
}

template <typename Number, image_channel_type Type>
inline pixel<Number> load_channels(const unsigned char *at, const image_layout &layout)
{
	constexpr std::size_t bytes = sizeof(typename stored_channel<Type>::type);
	Number channel[6] = { 0, 0, 0, 0, 0, 1 };

	if (layout.is_rgba)
		return { { load_channel<Number, Type>(at), load_channel<Number, Type>(at + bytes), load_channel<Number, Type>(at + 2 * bytes),
			load_channel<Number, Type>(at + 3 * bytes) } };
	for (unsigned i = 0; i < layout.channels; i++)
		channel[i] = load_channel<Number, Type>(at + i * bytes);
	return { { channel[layout.from[0]], channel[layout.from[1]], channel[layout.from[2]], channel[layout.from[3]] } };
}

template <image_channel_type Type, typename Number>
inline void store_channels(unsigned char *at, const image_layout &layout, const pixel<Number> &value)
{
	constexpr std::size_t bytes = sizeof(typename stored_channel<Type>::type);

	if (layout.is_rgba) {
		for (unsigned i = 0; i < 4; i++)
			store_channel<Type>(at + i * bytes, value.component[i]);
		return;
	}
	for (unsigned i = 0; i < layout.channels; i++)
		store_channel<Type>(at + i * bytes, value.component[layout.into[i]]);
}

#define SYCL_CC_CHANNEL_CASE(NAME, CALL)                 \
	case image_channel_type::NAME: {                 \
		constexpr image_channel_type type = image_channel_type::NAME; \
		return CALL;                             \
	}
#define SYCL_CC_CHANNEL_CASES(CALL)                                                                                         \
	SYCL_CC_CHANNEL_CASE(snorm_int8, CALL) SYCL_CC_CHANNEL_CASE(snorm_int16, CALL) SYCL_CC_CHANNEL_CASE(unorm_int8, CALL) \
	SYCL_CC_CHANNEL_CASE(unorm_int16, CALL) SYCL_CC_CHANNEL_CASE(signed_int8, CALL) SYCL_CC_CHANNEL_CASE(signed_int16, CALL) \
	SYCL_CC_CHANNEL_CASE(signed_int32, CALL) SYCL_CC_CHANNEL_CASE(unsigned_int8, CALL) SYCL_CC_CHANNEL_CASE(unsigned_int16, CALL) \
	SYCL_CC_CHANNEL_CASE(unsigned_int32, CALL) SYCL_CC_CHANNEL_CASE(fp16, CALL) SYCL_CC_CHANNEL_CASE(fp32, CALL)

/* An element; the colour of the border outside of the image. */
template <typename Number>
SYCL_CC_USES_ASPECTS(sycl::aspect::image)
SYCL_CC_OF_ALL_FORMATS pixel<Number> load_pixel(const image_view &view, std::int32_t x, std::int32_t y, std::int32_t z)
{
	const unsigned char *const at = element_at(view, x, y, z);
	const image_layout &layout = view.layout;

	if (!at)
		return { { 0, 0, 0, static_cast<Number>(layout.border_alpha) } };
	switch (layout.type) {
	SYCL_CC_CHANNEL_CASES((load_channels<Number, type>(at, layout)))
	default: return load_packed<Number>(at, layout);
	}
}

/* Writes an element; what is outside of the image is not written. */
template <typename Number>
SYCL_CC_USES_ASPECTS(sycl::aspect::image)
SYCL_CC_OF_ALL_FORMATS void store_pixel(const image_view &view, std::int32_t x, std::int32_t y, std::int32_t z, const pixel<Number> &value)
{
	unsigned char *const at = element_at(view, x, y, z);
	const image_layout &layout = view.layout;

	if (!at)
		return;
	switch (layout.type) {
	SYCL_CC_CHANNEL_CASES((store_channels<type>(at, layout, value)))
	default: return store_packed(at, layout, value);
	}
}

#undef SYCL_CC_CHANNEL_CASES
#undef SYCL_CC_CHANNEL_CASE

/* The elements of a dimension that a coordinate selects, and the weight of the second one. */
struct image_tap {
	std::int32_t at[2];
	float weight;
};

/* OpenCL's rules for image addressing, which SYCL refers to; coordinates that they leave open give elements of the border. */
SYCL_CC_INLINE image_tap find_tap(float coordinate, std::int32_t size, const image_sampler &sampler, bool linear)
{
	const bool mirrors = detail::same(sampler.addressing, addressing_mode::mirrored_repeat);
	const bool repeats = mirrors || detail::same(sampler.addressing, addressing_mode::repeat);
	const bool normalized = detail::same(sampler.coordinate, coordinate_normalization_mode::normalized);
	const float length = static_cast<float>(size);
	float u = coordinate;

	if (repeats) {
		const float s = normalized ? u : u / length;

		u = (mirrors ? __builtin_fabsf(s - 2.0f * __builtin_rintf(0.5f * s)) : s - __builtin_floorf(s)) * length;
	} else if (normalized) {
		u *= length;
	}
	/* far outside, where all elements are of the border, every place is alike */
	u = clamped(linear ? u - 0.5f : u, -2.0f, length + 1.0f);
	const float below = __builtin_floorf(u);
	const std::int32_t i = static_cast<std::int32_t>(below), last = size - 1;
	image_tap tap = { { i, i + 1 }, u - below };

	if (mirrors || detail::same(sampler.addressing, addressing_mode::clamp_to_edge) || detail::same(sampler.addressing, addressing_mode::none)) {
		tap.at[0] = clamped<std::int32_t>(tap.at[0], 0, last);
		tap.at[1] = clamped<std::int32_t>(tap.at[1], 0, last);
	} else if (repeats) {
		tap.at[0] += tap.at[0] < 0 ? size : tap.at[0] > last ? -size : 0;
		tap.at[1] -= tap.at[1] > last ? size : 0;
	}
	return tap;
}

/*
 * The image at coordinates of a sampler.  Integers are never blended: the
 * standard leaves linear filtering of them open, and they are the nearest.
 */
template <typename Number, int Dimensions>
SYCL_CC_OF_ALL_FORMATS pixel<Number> sample_pixel(const image_view &view, const image_sampler &sampler, const float *coordinate)
{
	const bool linear = std::is_same_v<Number, float> && detail::same(sampler.filtering, filtering_mode::linear);
	image_tap tap[3] = {};
	pixel<Number> result = {};

	for (int d = 0; d < Dimensions; d++)
		tap[d] = find_tap(coordinate[d], view.size[d], sampler, linear);
	if (!linear)
		return load_pixel<Number>(view, tap[0].at[0], tap[1].at[0], tap[2].at[0]);
	for (int corner = 0; corner < 1 << Dimensions; corner++) {
		const int x = corner & 1, y = corner >> 1 & 1, z = corner >> 2;
		const pixel<Number> found = load_pixel<Number>(view, tap[0].at[x], tap[1].at[y], tap[2].at[z]);
		const float weight = (x ? tap[0].weight : 1.0f - tap[0].weight) * (y ? tap[1].weight : 1.0f - tap[1].weight)
			* (z ? tap[2].weight : 1.0f - tap[2].weight);

		for (int i = 0; i < 4; i++)
			result.component[i] += static_cast<Number>(weight * static_cast<float>(found.component[i]));
	}
	return result;
}

/* The same at integer coordinates, which lose nothing when they name elements. */
template <typename Number, int Dimensions>
inline pixel<Number> sample_pixel(const image_view &view, const image_sampler &sampler, const std::int32_t *coordinate)
{
	const bool clamps = detail::same(sampler.addressing, addressing_mode::clamp_to_edge) || detail::same(sampler.addressing, addressing_mode::none);
	std::int32_t at[3] = {};
	float real[3] = {};

	if (detail::same(sampler.coordinate, coordinate_normalization_mode::unnormalized) && detail::same(sampler.filtering, filtering_mode::nearest)
	    && (clamps || detail::same(sampler.addressing, addressing_mode::clamp))) {
		for (int d = 0; d < Dimensions; d++)
			at[d] = clamps ? clamped<std::int32_t>(coordinate[d], 0, view.size[d] - 1) : coordinate[d];
		return load_pixel<Number>(view, at[0], at[1], at[2]);
	}
	for (int d = 0; d < Dimensions; d++)
		real[d] = static_cast<float>(coordinate[d]);
	return sample_pixel<Number, Dimensions>(view, sampler, static_cast<const float *>(real));
}

}

}

#endif
