/*
 * Images of SYCL 2020: unsampled_image and sampled_image, and their accessors.
 * Those of SYCL 1.2.1 are in legacy_image.hpp; doc/images.md says how both work.
 */
#ifndef SYCL_IMAGE_HPP
#define SYCL_IMAGE_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <memory>
#include <string>
#include <type_traits>

#include <sycl/buffer.hpp>
#include <sycl/detail/image_view.hpp>
#include <sycl/device.hpp>
#include <sycl/property_list.hpp>
#include <sycl/queue.hpp>
#include <sycl/vec.hpp>

namespace sycl {

enum class image_format : unsigned {
	r8g8b8a8_unorm, r16g16b16a16_unorm, r8g8b8a8_sint, r16g16b16a16_sint, r32b32g32a32_sint, r8g8b8a8_uint,
	r16g16b16a16_uint, r32b32g32a32_uint, r16b16g16a16_sfloat, r32g32b32a32_sfloat, b8g8r8a8_unorm
};

enum class image_target : unsigned { device, host_task };

using image_allocator = std::allocator<std::byte>;

template <typename T, int Dimensions, access_mode Mode = std::is_const_v<T> ? access_mode::read : access_mode::read_write,
	image_target Target = image_target::device>
class unsampled_image_accessor;
template <typename T, int Dimensions = 1, access_mode Mode = std::is_const_v<T> ? access_mode::read : access_mode::read_write>
class host_unsampled_image_accessor;
template <typename T, int Dimensions, image_target Target = image_target::device>
class sampled_image_accessor;
template <typename T, int Dimensions>
class host_sampled_image_accessor;

namespace property::image {

class use_host_ptr : public detail::property_base {};
class use_mutex : public buffer::use_mutex {
public:
	using buffer::use_mutex::use_mutex;
};
class context_bound : public buffer::context_bound {
public:
	using buffer::context_bound::context_bound;
};

}

namespace detail {

SYCL_CC_ON_DEMAND
[[noreturn]] void refuse_image(const char *why)
{
	detail::refuse(errc::invalid, why);
}

SYCL_CC_ON_DEMAND
image_layout layout_of(image_channel_order order, image_channel_type type)
{
	if (is_packed(type) && !detail::same(order, image_channel_order::rgb) && !detail::same(order, image_channel_order::rgbx))
		refuse_image("the channel types unorm_short_565, unorm_short_555 and unorm_int_101010 need the channel order rgb or rgbx");
	return layout_in_memory(order, type);
}

SYCL_CC_ON_DEMAND
image_layout layout_of(image_format format)
{
	using to = image_channel_type;
	static constexpr to types[] = { to::unorm_int8, to::unorm_int16, to::signed_int8, to::signed_int16, to::signed_int32, to::unsigned_int8,
		to::unsigned_int16, to::unsigned_int32, to::fp16, to::fp32, to::unorm_int8 };

	return layout_of(detail::same(format, image_format::b8g8r8a8_unorm) ? image_channel_order::bgra : image_channel_order::rgba,
		types[static_cast<unsigned>(format)]);
}

/* What an iterator writes: its value type, or that of the container into which it inserts. */
template <typename It, typename = typename std::iterator_traits<It>::value_type>
struct written_type {
	using type = typename std::iterator_traits<It>::value_type;
};
template <typename It>
struct written_type<It, void> {
	using type = typename It::container_type::value_type;
};

/* What all images are: an owner of memory, and how elements are placed there. */
struct image_hash;
namespace bases {
template <int Dimensions, typename Allocator>
class image_base : public with_properties {
	static_assert(Dimensions >= 1 && Dimensions <= 3, "an image has 1, 2 or 3 dimensions");

public:
	/* Range 1 of the unused pitch of one dimension. */
	using pitch_range = range<Dimensions == 1 ? 1 : Dimensions - 1>;

	range<Dimensions> get_range() const
	{
		range<Dimensions> result;

		for (int d = 0; d < Dimensions; d++)
			result[d] = static_cast<std::size_t>(view_.size[d]);
		return result;
	}
	template <int Rank = Dimensions, typename std::enable_if<(Rank > 1), int>::type = 0>
	range<Rank - 1> get_pitch() const
	{
		if constexpr (Rank == 2)
			return range<1>(view_.row);
		else
			return range<2>(view_.row, view_.slice);
	}
	std::size_t byte_size() const noexcept { return view_.slice * static_cast<std::size_t>(view_.size[2]); }
	std::size_t size() const noexcept
	{
		return static_cast<std::size_t>(view_.size[0]) * static_cast<std::size_t>(view_.size[1]) * static_cast<std::size_t>(view_.size[2]);
	}

	/* For these headers only. */
	sycl_rt_region detail_whole() const { return memory_->region(); }
	/* The same, for an accessor that writes. */
	sycl_rt_region detail_written(access_mode mode) const
	{
		if (!detail::same(mode, access_mode::read))
			memory_->will_write(detail_takes_back);
		return memory_->region();
	}
	static inline bool detail_takes_back = false;	/* as buffers have it */

	SYCL_CC_OWNER_BEFORE
	friend bool operator==(const image_base &a, const image_base &b) { return a.memory_.get() == b.memory_.get(); }
	friend bool operator!=(const image_base &a, const image_base &b) { return !(a == b); }

protected:
	/* Where the image's memory comes from. */
	enum class source { own, in_place, copy };

	image_base(source from, const void *host, const image_layout &layout, const range<Dimensions> &size, const pitch_range *pitch,
		const Allocator &allocator, const property_list &properties)
		: with_properties(properties), allocator_(allocator)
	{
		const std::size_t bytes = place(layout, size, pitch);

		if (detail::same(from, source::in_place) && host)
			memory_ = shared<buffer_memory>(new buffer_memory(const_cast<void *>(host), bytes, 64));
		else
			memory_ = shared<buffer_memory>(new buffer_memory(bytes, 64, detail::same(from, source::copy) ? host : nullptr));
	}
	/* The first use says where the memory is, and it may move. */
	image_view now() const
	{
		image_view view = view_;

		view.data = static_cast<unsigned char *>(memory_->data());
		return view;
	}
	Allocator allocator() const { return allocator_; }
	template <typename Owner>
	void keep(const Owner &owner)
	{
		if (owner)
			memory_->keep(owner);
	}

	void set_final(std::nullptr_t)
	{
		(void)takes_memory_back<image_base>::noted;
		memory_->set_no_final();
	}
	template <typename Other>
	void set_final(const std::weak_ptr<Other> &to)
	{
		finish([to](const void *from, std::size_t n) {
			if (auto alive = to.lock())
				std::memcpy(const_cast<void *>(static_cast<const void *>(alive.get())), from, n);
		});
	}
	template <typename Other>
	void set_final(const std::shared_ptr<Other> &to)
	{
		set_final(std::weak_ptr<Other>(to));
	}
	template <typename Other>
	void set_final(Other *to)
	{
		finish([to](const void *from, std::size_t n) { std::memcpy(static_cast<void *>(to), from, n); });
	}
	template <typename It, typename = typename std::enable_if<std::is_class_v<It>>::type, typename = if_iterator<It>>
	void set_final(It to)
	{
		finish([to](const void *from, std::size_t n) {
			using value = typename written_type<It>::type;
			const value *const first = static_cast<const value *>(from);

			std::copy(first, first + n / sizeof(value), to);
		});
	}
	void write_back(bool wanted)
	{
		(void)takes_memory_back<image_base>::noted;
		memory_->set_write_back(wanted);
	}

private:
	friend struct detail::image_hash;

	template <typename Function>
	void finish(Function copy)
	{
		const std::size_t n = memory_bytes();

		(void)takes_memory_back<image_base>::noted;
		memory_->detach();
		memory_->set_final([copy, n](const void *data) { copy(data, n); });
	}
	std::size_t memory_bytes() const
	{
		const sycl_rt_region all = memory_->region();

		return static_cast<std::size_t>(static_cast<const char *>(all.end) - static_cast<const char *>(all.begin));
	}
	/* Sets the view's sizes; returns the bytes from the first element to the end of the last one. */
	std::size_t place(const image_layout &layout, const range<Dimensions> &size, const pitch_range *pitch)
	{
		bool fits = true;
		std::size_t bytes;

		view_.layout = layout;
		for (int d = 0; d < 3; d++) {
			const std::size_t length = d < Dimensions ? size[d < Dimensions ? d : 0] : 1;

			fits = fits && length > 0 && length <= 1u << 30;	/* floats between them are int */
			view_.size[d] = static_cast<std::int32_t>(length);
		}
		if (!fits)
			refuse_image("an image has 1 to 1073741824 elements in each dimension");
		const std::size_t width = static_cast<std::size_t>(view_.size[0]) * layout.bytes;
		const std::size_t height = static_cast<std::size_t>(view_.size[1]), depth = static_cast<std::size_t>(view_.size[2]);

		view_.row = Dimensions > 1 && pitch ? (*pitch)[0] : width;
		fits = !__builtin_mul_overflow(view_.row, height, &view_.slice);
		if (Dimensions > 2 && pitch)
			view_.slice = (*pitch)[Dimensions > 2 ? 1 : 0];
		if (view_.row < width || (fits && Dimensions > 2 && view_.slice < view_.row * height))
			refuse_image("the pitch of an image is less than the bytes of its rows or slices");
		if (!fits || __builtin_mul_overflow(view_.slice, depth, &bytes) || bytes > static_cast<std::size_t>(PTRDIFF_MAX))
			detail::refuse(errc::memory_allocation, "more bytes are asked for than memory can have");
		return (depth - 1) * view_.slice + (height - 1) * view_.row + width;
	}

	friend struct detail::weak_access;

	image_view view_;
	shared<buffer_memory> memory_;
	Allocator allocator_;
};
}
using bases::image_base;

struct image_hash {
	template <int Dimensions, typename Allocator>
	std::size_t operator()(const image_base<Dimensions, Allocator> &image) const
	{
		return std::hash<const void *>()(image.memory_.get());
	}
};

/* The numbers that an accessor's elements are made of. */
template <typename T>
struct image_element {
	static constexpr bool is_one = false;
	using number = float;
};
template <>
struct image_element<vec<std::int32_t, 4>> {
	static constexpr bool is_one = true;
	using number = std::int32_t;
};
template <>
struct image_element<vec<std::uint32_t, 4>> {
	static constexpr bool is_one = true;
	using number = std::uint32_t;
};
template <>
struct image_element<vec<float, 4>> {
	static constexpr bool is_one = true;
	using number = float;
};
template <>
struct image_element<vec<half, 4>> {
	static constexpr bool is_one = true;
	using number = float;
};

/* Coordinates, as an array: one number, a vec of as many, or of four for three dimensions. */
template <typename Coordinate>
struct coordinate_type {
	using type = Coordinate;
};
template <typename Number, int Count>
struct coordinate_type<vec<Number, Count>> {
	using type = Number;
};
template <typename T, int Count, int... Indices>
struct coordinate_type<swizzled<T, Count, Indices...>> {
	using type = std::remove_const_t<T>;
};

template <int Dimensions, typename Coordinates>
inline constexpr bool is_coordinates = std::is_arithmetic_v<typename coordinate_type<Coordinates>::type>
	&& (brings<Coordinates> == Dimensions || (Dimensions == 3 && brings<Coordinates> == 4));
template <typename Coordinates>
inline constexpr bool is_whole = std::is_integral_v<typename coordinate_type<Coordinates>::type>;

template <typename Number, int Dimensions, typename Coordinates>
SYCL_CC_INLINE void spread(const Coordinates &from, Number *to)
{
	if constexpr (is_vec<Coordinates>) {
		for (int d = 0; d < Dimensions; d++)
			to[d] = static_cast<Number>(from[d]);
	} else {
		to[0] = static_cast<Number>(from);
	}
}

/* The part of an accessor that reads and writes. */
template <typename T, int Dimensions>
class image_access {
	using plain = std::remove_const_t<T>;
	using number = typename image_element<plain>::number;
	static_assert(image_element<plain>::is_one, "an image is accessed as int4, uint4, float4 or half4 (SYCL 2020, 4.7.6.1)");

public:
	std::size_t size() const noexcept
	{
		return static_cast<std::size_t>(view_.size[0]) * static_cast<std::size_t>(view_.size[1]) * static_cast<std::size_t>(view_.size[2]);
	}

	/* For these headers only. */
	const image_view &detail_view() const { return view_; }
	const void *detail_address() const { return view_.data; }
	bool detail_is(const image_access &other) const { return view_.data == other.view_.data && serial_ == other.serial_; }
	void detail_move(void *data) { view_.data = static_cast<unsigned char *>(data); }

protected:
	image_access() : view_() {}
	explicit image_access(const image_view &view) : view_(view), serial_(next_serial()) {}

	template <typename Coordinates>
	SYCL_CC_INLINE plain get(const Coordinates &coordinates) const
	{
		static_assert(is_coordinates<Dimensions, Coordinates> && is_whole<Coordinates>,
			"an element is read at int, int2 or int4 coordinates in 1, 2 or 3 dimensions (SYCL 2020, 4.7.6.13)");
		std::int32_t at[3] = {};

		spread<std::int32_t, Dimensions>(coordinates, at);
		return made(load_pixel<number>(view_, at[0], at[1], at[2]));
	}
	template <typename Coordinates>
	SYCL_CC_INLINE void put(const Coordinates &coordinates, const plain &value) const
	{
		static_assert(is_coordinates<Dimensions, Coordinates> && is_whole<Coordinates>,
			"an element is written at int, int2 or int4 coordinates in 1, 2 or 3 dimensions (SYCL 2020, 4.7.6.13)");
		std::int32_t at[3] = {};
		pixel<number> from;

		spread<std::int32_t, Dimensions>(coordinates, at);
		for (int i = 0; i < 4; i++)
			from.component[i] = static_cast<number>(value[i]);
		store_pixel(view_, at[0], at[1], at[2], from);
	}
	template <typename Coordinates>
	SYCL_CC_INLINE plain sample(const Coordinates &coordinates, const image_sampler &sampler) const
	{
		static_assert(is_coordinates<Dimensions, Coordinates>,
			"an image is sampled at float, float2 or float4 coordinates in 1, 2 or 3 dimensions (SYCL 2020, 4.7.6.14)");
		std::conditional_t<is_whole<Coordinates>, std::int32_t, float> at[3] = {};

		spread<std::remove_reference_t<decltype(*at)>, Dimensions>(coordinates, at);
		return made(sample_pixel<number, Dimensions>(view_, sampler, at));
	}

	image_view view_;
	unsigned serial_ = 0;

private:
	static SYCL_CC_INLINE plain made(const pixel<number> &from)
	{
		using element = typename plain::element_type;

		return plain(element(from.component[0]), element(from.component[1]), element(from.component[2]), element(from.component[3]));
	}
};

/* How a command or the host uses the image. */
SYCL_CC_ON_DEMAND
int use_of(access_mode mode, const property_list &properties)
{
	const bool fresh = properties.has_property<property::no_init>();

	if (detail::same(mode, access_mode::read) && fresh)
		refuse_image("an accessor that only reads has not the property no_init");
	return detail::same(mode, access_mode::read) ? SYCL_RT_READS
		: fresh || detail::same(mode, access_mode::discard_write) || detail::same(mode, access_mode::discard_read_write) ? SYCL_RT_DISCARDS : SYCL_RT_WRITES;
}

template <typename String>
[[noreturn]] void lack_images(const char *device)
{
	refuse(errc::feature_not_supported, (String("device '") + device + "' lacks aspect 'image', which accessors of images need").c_str());
}

/* The view for a command of the group. */
SYCL_CC_ON_DEMAND
image_view view_in_group(handler &group, image_view view, sycl_rt_region whole, int use, bool on_host)
{
	if (!on_host && !sycl_rt_device_has(group.detail_device(), static_cast<std::uint32_t>(aspect::image)))
		detail::lack_images<std::string>(sycl_rt_device_text(group.detail_device(), SYCL_RT_DEVICE_NAME));
	sycl_rt_region used = whole;

	used.writes = use;
	view.data = static_cast<unsigned char *>(uses_memory(group, used, whole, on_host));
	return view;
}

/* The view for the host, which waits for the commands that use the image. */
SYCL_CC_ON_DEMAND
image_view view_on_host(const image_view &view, sycl_rt_region whole, int use)
{
	whole.writes = use;
	sycl_rt_region_wait(&whole);
	return view;
}

/* Of constructors that take a tag: it names the accessor's own mode, and where commands use it. */
template <typename Tag, access_mode Mode, image_target Target>
using if_image_tag = typename std::enable_if<same(tag_of<Tag>::mode, Mode)
		&& same(tag_of<Tag>::where, same(Target, image_target::host_task) ? target::host_task : target::device), int>::type;

/* Members of accessors that read and write elements. */
namespace bases {
template <typename T, int Dimensions, access_mode Mode>
class unsampled_access : public image_access<T, Dimensions> {
public:
	using value_type = accessed<Mode, T>;
	using reference = value_type &;
	using const_reference = const T &;
	static constexpr int dimensions = Dimensions;
	static constexpr sycl::access_mode access_mode = Mode;

	template <typename Coordinates, sycl::access_mode Own = Mode,
		typename std::enable_if<detail::same(Own, sycl::access_mode::read) || detail::same(Own, sycl::access_mode::read_write), int>::type = 0>
	SYCL_CC_INLINE std::remove_const_t<T> read(const Coordinates &coordinates) const noexcept
	{
		return this->get(coordinates);
	}
	template <typename Coordinates, sycl::access_mode Own = Mode,
		typename std::enable_if<detail::same(Own, sycl::access_mode::write) || detail::same(Own, sycl::access_mode::read_write), int>::type = 0>
	SYCL_CC_INLINE void write(const Coordinates &coordinates, const T &color) const
	{
		this->put(coordinates, color);
	}

	template <typename Property>
	bool has_property() const noexcept
	{
		return std::is_same_v<Property, property::no_init> && no_init_;
	}
	template <typename Property>
	Property get_property() const
	{
		if (!has_property<Property>())
			lack_property();
		return Property();
	}

protected:
	unsampled_access() = default;
	unsampled_access(const image_view &view, bool no_init) : image_access<T, Dimensions>(view), no_init_(no_init) {}

	bool no_init_ = false;
};
}
using bases::unsampled_access;

/* Members of accessors with a sampler. */
namespace bases {
template <typename T, int Dimensions>
class sampled_access : public image_access<T, Dimensions>, public without_properties {
public:
	using value_type = const T;
	using reference = const T &;
	using const_reference = const T &;
	static constexpr int dimensions = Dimensions;

	template <typename Coordinates>
	SYCL_CC_INLINE std::remove_const_t<T> read(const Coordinates &coordinates) const noexcept
	{
		static_assert(!is_whole<Coordinates>, "a sampled image is read at float, float2 or float4 coordinates (SYCL 2020, 4.7.6.14)");
		return this->sample(coordinates, sampler_);
	}

	const image_sampler &detail_sampler() const { return sampler_; }

protected:
	sampled_access() : sampler_() {}
	sampled_access(const image_view &view, const image_sampler &sampler) : image_access<T, Dimensions>(view), sampler_(sampler) {}

	image_sampler sampler_;
};
}
using bases::sampled_access;

template <typename From, typename To>
struct if_constness : std::enable_if<!std::is_same_v<From, To> && std::is_same_v<std::remove_const_t<From>, std::remove_const_t<To>>, int> {};

}

/* --- images --- */

template <int Dimensions = 1, typename Allocator = image_allocator>
class unsampled_image : public detail::image_base<Dimensions, Allocator> {
	using base = detail::image_base<Dimensions, Allocator>;
	using from = typename base::source;
	using pitch_range = typename base::pitch_range;

	template <int Rank>
	struct if_pitched : std::enable_if<(Rank > 1), int> {};

public:
	unsampled_image(image_format format, const range<Dimensions> &size, const property_list &properties = {})
		: base(from::own, nullptr, detail::layout_of(format), size, nullptr, Allocator(), properties) {}
	unsampled_image(image_format format, const range<Dimensions> &size, Allocator allocator, const property_list &properties = {})
		: base(from::own, nullptr, detail::layout_of(format), size, nullptr, allocator, properties) {}
	template <int Rank = Dimensions, typename if_pitched<Rank>::type = 0>
	unsampled_image(image_format format, const range<Dimensions> &size, const pitch_range &pitch, const property_list &properties = {})
		: base(from::own, nullptr, detail::layout_of(format), size, &pitch, Allocator(), properties) {}
	template <int Rank = Dimensions, typename if_pitched<Rank>::type = 0>
	unsampled_image(image_format format, const range<Dimensions> &size, const pitch_range &pitch, Allocator allocator,
		const property_list &properties = {})
		: base(from::own, nullptr, detail::layout_of(format), size, &pitch, allocator, properties) {}

	unsampled_image(void *host, image_format format, const range<Dimensions> &size, const property_list &properties = {})
		: base(from::in_place, host, detail::layout_of(format), size, nullptr, Allocator(), properties) {}
	unsampled_image(void *host, image_format format, const range<Dimensions> &size, Allocator allocator, const property_list &properties = {})
		: base(from::in_place, host, detail::layout_of(format), size, nullptr, allocator, properties) {}
	template <int Rank = Dimensions, typename if_pitched<Rank>::type = 0>
	unsampled_image(void *host, image_format format, const range<Dimensions> &size, const pitch_range &pitch, const property_list &properties = {})
		: base(from::in_place, host, detail::layout_of(format), size, &pitch, Allocator(), properties) {}
	template <int Rank = Dimensions, typename if_pitched<Rank>::type = 0>
	unsampled_image(void *host, image_format format, const range<Dimensions> &size, const pitch_range &pitch, Allocator allocator,
		const property_list &properties = {})
		: base(from::in_place, host, detail::layout_of(format), size, &pitch, allocator, properties) {}

	template <typename Pointee>
	unsampled_image(const std::shared_ptr<Pointee> &host, image_format format, const range<Dimensions> &size, const property_list &properties = {})
		: unsampled_image(host.get(), format, size, properties)
	{
		this->keep(host);
	}
	template <typename Pointee>
	unsampled_image(const std::shared_ptr<Pointee> &host, image_format format, const range<Dimensions> &size, Allocator allocator,
		const property_list &properties = {})
		: unsampled_image(host.get(), format, size, allocator, properties)
	{
		this->keep(host);
	}
	template <typename Pointee, int Rank = Dimensions, typename if_pitched<Rank>::type = 0>
	unsampled_image(const std::shared_ptr<Pointee> &host, image_format format, const range<Dimensions> &size, const pitch_range &pitch,
		const property_list &properties = {})
		: unsampled_image(host.get(), format, size, pitch, properties)
	{
		this->keep(host);
	}
	template <typename Pointee, int Rank = Dimensions, typename if_pitched<Rank>::type = 0>
	unsampled_image(const std::shared_ptr<Pointee> &host, image_format format, const range<Dimensions> &size, const pitch_range &pitch,
		Allocator allocator, const property_list &properties = {})
		: unsampled_image(host.get(), format, size, pitch, allocator, properties)
	{
		this->keep(host);
	}

	Allocator get_allocator() const { return this->allocator(); }

	template <typename T, access_mode Mode = std::is_const_v<T> ? access_mode::read : access_mode::read_write,
		image_target Target = image_target::device>
	unsampled_image_accessor<T, Dimensions, Mode, Target> get_access(handler &group, const property_list &properties = {})
	{
		return unsampled_image_accessor<T, Dimensions, Mode, Target>(*this, group, properties);
	}
	template <typename T, access_mode Mode = std::is_const_v<T> ? access_mode::read : access_mode::read_write>
	host_unsampled_image_accessor<T, Dimensions, Mode> get_host_access(const property_list &properties = {})
	{
		return host_unsampled_image_accessor<T, Dimensions, Mode>(*this, properties);
	}
	/* The final destination of the contents: none, an iterator, or memory that may have been freed. */
	template <typename Destination = std::nullptr_t>
	void set_final_data(Destination to = nullptr)
	{
		this->set_final(to);
	}
	void set_write_back(bool wanted = true) { this->write_back(wanted); }

	detail::image_view detail_now() const { return this->now(); }
};

template <int Dimensions = 1, typename Allocator = image_allocator>
class sampled_image : public detail::image_base<Dimensions, Allocator> {
	using base = detail::image_base<Dimensions, Allocator>;
	using from = typename base::source;
	using pitch_range = typename base::pitch_range;

	template <int Rank>
	struct if_pitched : std::enable_if<(Rank > 1), int> {};

public:
	sampled_image(const void *host, image_format format, image_sampler sampler, const range<Dimensions> &size,
		const property_list &properties = {})
		: base(from::in_place, host, detail::layout_of(format), size, nullptr, Allocator(), properties), sampler_(sampler) {}
	template <int Rank = Dimensions, typename if_pitched<Rank>::type = 0>
	sampled_image(const void *host, image_format format, image_sampler sampler, const range<Dimensions> &size, const pitch_range &pitch,
		const property_list &properties = {})
		: base(from::in_place, host, detail::layout_of(format), size, &pitch, Allocator(), properties), sampler_(sampler) {}
	template <typename Pointee>
	sampled_image(const std::shared_ptr<Pointee> &host, image_format format, image_sampler sampler, const range<Dimensions> &size,
		const property_list &properties = {})
		: sampled_image(host.get(), format, sampler, size, properties)
	{
		this->keep(host);
	}
	template <typename Pointee, int Rank = Dimensions, typename if_pitched<Rank>::type = 0>
	sampled_image(const std::shared_ptr<Pointee> &host, image_format format, image_sampler sampler, const range<Dimensions> &size,
		const pitch_range &pitch, const property_list &properties = {})
		: sampled_image(host.get(), format, sampler, size, pitch, properties)
	{
		this->keep(host);
	}

	template <typename T, image_target Target = image_target::device>
	sampled_image_accessor<T, Dimensions, Target> get_access(handler &group, const property_list &properties = {})
	{
		return sampled_image_accessor<T, Dimensions, Target>(*this, group, properties);
	}
	template <typename T>
	host_sampled_image_accessor<T, Dimensions> get_host_access(const property_list &properties = {})
	{
		return host_sampled_image_accessor<T, Dimensions>(*this, properties);
	}

	detail::image_view detail_now() const { return this->now(); }
	const image_sampler &detail_sampler() const { return sampler_; }

private:
	image_sampler sampler_;
};

/* --- accessors --- */

template <typename T, int Dimensions, access_mode Mode, image_target Target>
class unsampled_image_accessor : public detail::unsampled_access<T, Dimensions, Mode> {
	using base = detail::unsampled_access<T, Dimensions, Mode>;

public:
	static constexpr image_target access_target = Target;

	template <typename Allocator>
	unsampled_image_accessor(unsampled_image<Dimensions, Allocator> &image, handler &group, const property_list &properties = {})
		: base(detail::view_in_group(group, image.detail_now(), image.detail_written(Mode), detail::use_of(Mode, properties),
			  detail::same(Target, image_target::host_task)), properties.has_property<property::no_init>()) {}
	template <typename Allocator, typename Tag, detail::if_image_tag<Tag, Mode, Target> = 0>
	unsampled_image_accessor(unsampled_image<Dimensions, Allocator> &image, handler &group, Tag, const property_list &properties = {})
		: unsampled_image_accessor(image, group, properties) {}
	template <typename Other, access_mode Own = Mode, typename std::enable_if<detail::same(Own, access_mode::read), int>::type = 0,
		typename detail::if_constness<Other, T>::type = 0>
	unsampled_image_accessor(const unsampled_image_accessor<Other, Dimensions, Mode, Target> &other)
		: base(other.detail_view(), other.template has_property<property::no_init>()) {}

	SYCL_CC_OWNER_BEFORE
	friend bool operator==(const unsampled_image_accessor &a, const unsampled_image_accessor &b)
	{
		return a.detail_is(b);
	}
	friend bool operator!=(const unsampled_image_accessor &a, const unsampled_image_accessor &b) { return !(a == b); }
};

template <typename T, int Dimensions, access_mode Mode>
class host_unsampled_image_accessor : public detail::unsampled_access<T, Dimensions, Mode> {
	using base = detail::unsampled_access<T, Dimensions, Mode>;

public:
	template <typename Allocator>
	host_unsampled_image_accessor(unsampled_image<Dimensions, Allocator> &image, const property_list &properties = {})
		: base(detail::view_on_host(image.detail_now(), image.detail_written(Mode), detail::use_of(Mode, properties)),
			  properties.has_property<property::no_init>()) {}
	template <typename Allocator, typename Tag, detail::if_image_tag<Tag, Mode, image_target::device> = 0>
	host_unsampled_image_accessor(unsampled_image<Dimensions, Allocator> &image, Tag, const property_list &properties = {})
		: host_unsampled_image_accessor(image, properties) {}
	template <typename Other, access_mode Own = Mode, typename std::enable_if<detail::same(Own, access_mode::read), int>::type = 0,
		typename detail::if_constness<Other, T>::type = 0>
	host_unsampled_image_accessor(const host_unsampled_image_accessor<Other, Dimensions, Mode> &other)
		: base(other.detail_view(), other.template has_property<property::no_init>()) {}

	SYCL_CC_OWNER_BEFORE
	friend bool operator==(const host_unsampled_image_accessor &a, const host_unsampled_image_accessor &b)
	{
		return a.detail_is(b);
	}
	friend bool operator!=(const host_unsampled_image_accessor &a, const host_unsampled_image_accessor &b) { return !(a == b); }
};

template <typename T, int Dimensions, image_target Target>
class sampled_image_accessor : public detail::sampled_access<T, Dimensions> {
	using base = detail::sampled_access<T, Dimensions>;

public:
	static constexpr image_target access_target = Target;

	template <typename Allocator>
	sampled_image_accessor(sampled_image<Dimensions, Allocator> &image, handler &group, const property_list &properties = {})
		: base(detail::view_in_group(group, image.detail_now(), image.detail_whole(), detail::use_of(access_mode::read, properties),
			  detail::same(Target, image_target::host_task)), image.detail_sampler()) {}
	template <typename Allocator, typename Tag, detail::if_image_tag<Tag, access_mode::read, Target> = 0>
	sampled_image_accessor(sampled_image<Dimensions, Allocator> &image, handler &group, Tag, const property_list &properties = {})
		: sampled_image_accessor(image, group, properties) {}
	template <typename Other, typename detail::if_constness<Other, T>::type = 0>
	sampled_image_accessor(const sampled_image_accessor<Other, Dimensions, Target> &other) : base(other.detail_view(), other.detail_sampler()) {}

	SYCL_CC_OWNER_BEFORE
	friend bool operator==(const sampled_image_accessor &a, const sampled_image_accessor &b) { return a.detail_is(b); }
	friend bool operator!=(const sampled_image_accessor &a, const sampled_image_accessor &b) { return !(a == b); }
};

template <typename T, int Dimensions>
class host_sampled_image_accessor : public detail::sampled_access<T, Dimensions> {
	using base = detail::sampled_access<T, Dimensions>;

public:
	template <typename Allocator>
	host_sampled_image_accessor(sampled_image<Dimensions, Allocator> &image, const property_list &properties = {})
		: base(detail::view_on_host(image.detail_now(), image.detail_whole(), detail::use_of(access_mode::read, properties)),
			  image.detail_sampler()) {}
	template <typename Allocator, typename Tag, detail::if_image_tag<Tag, access_mode::read, image_target::device> = 0>
	host_sampled_image_accessor(sampled_image<Dimensions, Allocator> &image, Tag, const property_list &properties = {})
		: host_sampled_image_accessor(image, properties) {}
	template <typename Other, typename detail::if_constness<Other, T>::type = 0>
	host_sampled_image_accessor(const host_sampled_image_accessor<Other, Dimensions> &other) : base(other.detail_view(), other.detail_sampler()) {}

	SYCL_CC_OWNER_BEFORE
	friend bool operator==(const host_sampled_image_accessor &a, const host_sampled_image_accessor &b)
	{
		return a.detail_is(b);
	}
	friend bool operator!=(const host_sampled_image_accessor &a, const host_sampled_image_accessor &b) { return !(a == b); }
};

/* --- properties --- */

template <int Dimensions, typename Allocator>
struct is_property_of<property::image::use_host_ptr, unsampled_image<Dimensions, Allocator>> : std::true_type {};
template <int Dimensions, typename Allocator>
struct is_property_of<property::image::use_mutex, unsampled_image<Dimensions, Allocator>> : std::true_type {};
template <int Dimensions, typename Allocator>
struct is_property_of<property::image::context_bound, unsampled_image<Dimensions, Allocator>> : std::true_type {};
template <int Dimensions, typename Allocator>
struct is_property_of<property::image::use_host_ptr, sampled_image<Dimensions, Allocator>> : std::true_type {};
template <int Dimensions, typename Allocator>
struct is_property_of<property::image::use_mutex, sampled_image<Dimensions, Allocator>> : std::true_type {};
template <int Dimensions, typename Allocator>
struct is_property_of<property::image::context_bound, sampled_image<Dimensions, Allocator>> : std::true_type {};
template <typename T, int Dimensions, access_mode Mode, image_target Target>
struct is_property_of<property::no_init, unsampled_image_accessor<T, Dimensions, Mode, Target>> : std::true_type {};
template <typename T, int Dimensions, access_mode Mode>
struct is_property_of<property::no_init, host_unsampled_image_accessor<T, Dimensions, Mode>> : std::true_type {};

namespace detail {

struct image_accessor_hash {
	template <typename Accessor>
	std::size_t operator()(const Accessor &accessor) const
	{
		return std::hash<const void *>()(accessor.detail_address());
	}
};

}

}

template <int Dimensions, typename Allocator>
struct std::hash<sycl::unsampled_image<Dimensions, Allocator>> : sycl::detail::image_hash {};
template <int Dimensions, typename Allocator>
struct std::hash<sycl::sampled_image<Dimensions, Allocator>> : sycl::detail::image_hash {};
template <typename T, int Dimensions, sycl::access_mode Mode, sycl::image_target Target>
struct std::hash<sycl::unsampled_image_accessor<T, Dimensions, Mode, Target>> : sycl::detail::image_accessor_hash {};
template <typename T, int Dimensions, sycl::access_mode Mode>
struct std::hash<sycl::host_unsampled_image_accessor<T, Dimensions, Mode>> : sycl::detail::image_accessor_hash {};
template <typename T, int Dimensions, sycl::image_target Target>
struct std::hash<sycl::sampled_image_accessor<T, Dimensions, Target>> : sycl::detail::image_accessor_hash {};
template <typename T, int Dimensions>
struct std::hash<sycl::host_sampled_image_accessor<T, Dimensions>> : sycl::detail::image_accessor_hash {};

#endif
