/*
 * OpenCL C's functions of images for the CPU's device compiler (lib/mux/lower/lower-image.c calls them), compiled
 * at build time into share/mux/images.bc (share/mux.mk).  Images of SYCL and of OpenCL C are read and written by
 * the same code.  An image is a struct mux_image, a sampler is the number that OpenCL C's CLK_ constants make.
 */
#ifndef SYCL_DETAIL_IMAGE_BUILTINS_HPP
#define SYCL_DETAIL_IMAGE_BUILTINS_HPP

#include <sycl-cc/mux-image.h>
#include <sycl/detail/image_view.hpp>

namespace sycl::detail {

using float4_of_image = float __attribute__((ext_vector_type(4)));
using int4_of_image = std::int32_t __attribute__((ext_vector_type(4)));

/* OpenCL's numbers of the orders that are known, in the order of image_channel_order; rgbx is 0x10BC. */
enum : std::uint32_t { first_order = 0x10B0, orders = 20, depth_order = 0x10BD, first_type = 0x10D0, types = 15 };

struct layout_table {
	image_layout of[orders][types];
	bool known[orders];
};

constexpr layout_table make_layouts()
{
	using to = image_channel_order;
	constexpr struct {
		std::uint32_t number;
		to order;
	} names[] = {
		{ 0x10B0, to::r }, { 0x10B1, to::a }, { 0x10B2, to::rg }, { 0x10B3, to::ra }, { 0x10B4, to::rgb }, { 0x10B5, to::rgba },
		{ 0x10B6, to::bgra }, { 0x10B7, to::argb }, { 0x10B8, to::intensity }, { 0x10B9, to::luminance }, { 0x10BA, to::rx },
		{ 0x10BB, to::rgx }, { 0x10BC, to::rgbx }, { depth_order, to::r }, { 0x10C3, to::abgr },
	};
	layout_table table = {};

	for (const auto &name : names) {
		table.known[name.number - first_order] = true;
		for (std::uint32_t type = 0; type < types; type++)
			table.of[name.number - first_order][type] = layout_in_memory(name.order, static_cast<image_channel_type>(type));
	}
	return table;
}

inline constexpr layout_table layouts = make_layouts();

/* The image, or its layer nearest to the coordinate behind the last dimension; of an unknown format it has no elements. */
SYCL_CC_INLINE image_view view_of(const mux_image *image, std::uint32_t shape, std::int32_t layer)
{
	const std::uint32_t order = image->channel_order - first_order, type = image->channel_type - first_type;
	image_view view = {};

	if (order >= orders || type >= types || !layouts.known[order])
		return view;
	view.data = static_cast<unsigned char *>(image->data);
	view.row = image->row_pitch;
	view.slice = image->slice_pitch;
	view.size[0] = static_cast<std::int32_t>(image->width);
	view.size[1] = (shape & 3) > 1 ? static_cast<std::int32_t>(image->height) : 1;
	view.size[2] = (shape & 3) > 2 ? static_cast<std::int32_t>(image->depth) : 1;
	view.layout = layouts.of[order][type];
	if (shape & MUX_IMAGE_ARRAY)
		view.data += static_cast<std::size_t>(clamped<std::int32_t>(layer, 0, static_cast<std::int32_t>(image->layers) - 1)) * image->slice_pitch;
	return view;
}

/* The number of a float that names a layer: the nearest. */
SYCL_CC_INLINE std::int32_t layer_of(float coordinate)
{
	return static_cast<std::int32_t>(clamped(__builtin_rintf(coordinate), 0.0f, 2147483520.0f));
}

SYCL_CC_INLINE std::int32_t layer_of(std::int32_t coordinate)
{
	return coordinate;
}

SYCL_CC_INLINE bool is_unsigned(const image_view &view)
{
	return within(view.layout.type, image_channel_type::unsigned_int8, image_channel_type::unsigned_int32);
}

SYCL_CC_INLINE image_sampler sampler_of(const void *bits)
{
	const auto number = reinterpret_cast<std::uintptr_t>(bits);
	const std::uintptr_t addressing = number & 0xe;

	return { addressing == 8 ? addressing_mode::mirrored_repeat : addressing == 6 ? addressing_mode::repeat
			: addressing == 4 ? addressing_mode::clamp : addressing == 2 ? addressing_mode::clamp_to_edge : addressing_mode::none,
		 number & 1 ? coordinate_normalization_mode::normalized : coordinate_normalization_mode::unnormalized,
		 number & 0x20 ? filtering_mode::linear : filtering_mode::nearest };
}

template <typename Number, typename Coordinate>
SYCL_CC_INLINE pixel<Number> sample(const image_view &view, const image_sampler &sampler, std::uint32_t shape, const Coordinate *coordinate)
{
	switch (shape & 3) {
	case 1: return sample_pixel<Number, 1>(view, sampler, coordinate);
	case 2: return sample_pixel<Number, 2>(view, sampler, coordinate);
	default: return sample_pixel<Number, 3>(view, sampler, coordinate);
	}
}

template <typename Vector, typename Number>
SYCL_CC_INLINE Vector to_vector(const pixel<Number> &found)
{
	Vector value;

	__builtin_memcpy(&value, &found, sizeof value);
	return value;
}

template <typename Coordinate, typename Vector>
SYCL_CC_INLINE float4_of_image sample_float(const mux_image *image, const void *sampler, std::uint32_t shape, Vector at)
{
	const Coordinate coordinate[3] = { at[0], at[1], at[2] };
	const image_view view = view_of(image, shape, layer_of(at[shape & 3]));

	return to_vector<float4_of_image>(sample<float>(view, sampler_of(sampler), shape, coordinate));
}

/* The format says whether integers have a sign. */
template <typename Coordinate, typename Vector>
SYCL_CC_INLINE int4_of_image sample_int(const mux_image *image, const void *sampler, std::uint32_t shape, Vector at)
{
	const Coordinate coordinate[3] = { at[0], at[1], at[2] };
	const image_view view = view_of(image, shape, layer_of(at[shape & 3]));

	if (is_unsigned(view))
		return to_vector<int4_of_image>(sample<std::uint32_t>(view, sampler_of(sampler), shape, coordinate));
	return to_vector<int4_of_image>(sample<std::int32_t>(view, sampler_of(sampler), shape, coordinate));
}

/* The coordinates of an element: those of dimensions that it lacks are 0. */
struct image_place {
	std::int32_t x, y, z;
};

/* Where accesses without a sampler find elements: a layer that the array lacks has none. */
SYCL_CC_INLINE image_view view_at(const mux_image *image, std::uint32_t shape, int4_of_image at)
{
	image_view view = view_of(image, shape, at[shape & 3]);

	if (shape & MUX_IMAGE_ARRAY && static_cast<std::uint32_t>(at[shape & 3]) >= image->layers)
		view.size[0] = 0;
	return view;
}

SYCL_CC_INLINE image_place place_in(std::uint32_t shape, int4_of_image at)
{
	return { at[0], (shape & 3) > 1 ? at[1] : 0, (shape & 3) > 2 ? at[2] : 0 };
}

template <typename Number, typename Vector>
SYCL_CC_INLINE pixel<Number> to_pixel(Vector color)
{
	pixel<Number> value;

	__builtin_memcpy(&value, &color, sizeof value);
	return value;
}

}

#define SYCL_CC_IMAGE_BUILTIN extern "C" __attribute__((noinline))

SYCL_CC_IMAGE_BUILTIN sycl::detail::float4_of_image
__mux_image_sample_float_at_float(const mux_image *image, const void *sampler, std::uint32_t shape, sycl::detail::float4_of_image at)
{
	return sycl::detail::sample_float<float>(image, sampler, shape, at);
}

SYCL_CC_IMAGE_BUILTIN sycl::detail::float4_of_image
__mux_image_sample_float_at_int(const mux_image *image, const void *sampler, std::uint32_t shape, sycl::detail::int4_of_image at)
{
	return sycl::detail::sample_float<std::int32_t>(image, sampler, shape, at);
}

SYCL_CC_IMAGE_BUILTIN sycl::detail::int4_of_image
__mux_image_sample_int_at_float(const mux_image *image, const void *sampler, std::uint32_t shape, sycl::detail::float4_of_image at)
{
	return sycl::detail::sample_int<float>(image, sampler, shape, at);
}

SYCL_CC_IMAGE_BUILTIN sycl::detail::int4_of_image
__mux_image_sample_int_at_int(const mux_image *image, const void *sampler, std::uint32_t shape, sycl::detail::int4_of_image at)
{
	return sycl::detail::sample_int<std::int32_t>(image, sampler, shape, at);
}

SYCL_CC_IMAGE_BUILTIN sycl::detail::float4_of_image
__mux_image_read_float(const mux_image *image, std::uint32_t shape, sycl::detail::int4_of_image at)
{
	using namespace sycl::detail;
	const image_place place = place_in(shape, at);

	return to_vector<float4_of_image>(load_pixel<float>(view_at(image, shape, at), place.x, place.y, place.z));
}

SYCL_CC_IMAGE_BUILTIN sycl::detail::int4_of_image
__mux_image_read_int(const mux_image *image, std::uint32_t shape, sycl::detail::int4_of_image at)
{
	using namespace sycl::detail;
	const image_view view = view_at(image, shape, at);
	const image_place place = place_in(shape, at);

	if (is_unsigned(view))
		return to_vector<int4_of_image>(load_pixel<std::uint32_t>(view, place.x, place.y, place.z));
	return to_vector<int4_of_image>(load_pixel<std::int32_t>(view, place.x, place.y, place.z));
}

SYCL_CC_IMAGE_BUILTIN void
__mux_image_write_float(const mux_image *image, std::uint32_t shape, sycl::detail::int4_of_image at, sycl::detail::float4_of_image color)
{
	using namespace sycl::detail;
	const image_place place = place_in(shape, at);

	store_pixel(view_at(image, shape, at), place.x, place.y, place.z, to_pixel<float>(color));
}

SYCL_CC_IMAGE_BUILTIN void
__mux_image_write_int(const mux_image *image, std::uint32_t shape, sycl::detail::int4_of_image at, sycl::detail::int4_of_image color)
{
	using namespace sycl::detail;
	const image_view view = view_at(image, shape, at);
	const image_place place = place_in(shape, at);

	if (is_unsigned(view))
		store_pixel(view, place.x, place.y, place.z, to_pixel<std::uint32_t>(color));
	else
		store_pixel(view, place.x, place.y, place.z, to_pixel<std::int32_t>(color));
}

#endif
