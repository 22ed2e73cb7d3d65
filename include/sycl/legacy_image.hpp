/*
 * Images of SYCL 1.2.1, which old programs use: image, sampler, and accessors
 * of the targets image, host_image and image_array.
 */
#ifndef SYCL_LEGACY_IMAGE_HPP
#define SYCL_LEGACY_IMAGE_HPP

#include <sycl/accessor.hpp>
#include <sycl/image.hpp>

namespace sycl {

using cl_int4 = vec<std::int32_t, 4>;
using cl_uint4 = vec<std::uint32_t, 4>;
using cl_float4 = vec<float, 4>;
using cl_half4 = vec<half, 4>;

class sampler : public detail::without_properties {
public:
	sampler(coordinate_normalization_mode coordinate, addressing_mode addressing, filtering_mode filtering, const property_list & = {})
		: sampler_{ addressing, coordinate, filtering } {}

	addressing_mode get_addressing_mode() const { return sampler_.addressing; }
	filtering_mode get_filtering_mode() const { return sampler_.filtering; }
	coordinate_normalization_mode get_coordinate_normalization_mode() const { return sampler_.coordinate; }

	const image_sampler &detail_sampler() const { return sampler_; }

	friend bool operator==(const sampler &a, const sampler &b)
	{
		return detail::same(a.sampler_.addressing, b.sampler_.addressing) && detail::same(a.sampler_.coordinate, b.sampler_.coordinate)
			&& detail::same(a.sampler_.filtering, b.sampler_.filtering);
	}
	friend bool operator!=(const sampler &a, const sampler &b) { return !(a == b); }

private:
	image_sampler sampler_;
};

template <int Dimensions = 1, typename Allocator = image_allocator>
class image : public detail::image_base<Dimensions, Allocator> {
	using base = detail::image_base<Dimensions, Allocator>;
	using from = typename base::source;
	using pitch_range = typename base::pitch_range;
	using order_type = image_channel_order;
	using channel_type = image_channel_type;

	template <int Rank>
	struct if_pitched : std::enable_if<(Rank > 1), int> {};

public:
	image(order_type order, channel_type type, const range<Dimensions> &size, const property_list &properties = {})
		: base(from::own, nullptr, detail::layout_of(order, type), size, nullptr, Allocator(), properties) {}
	image(order_type order, channel_type type, const range<Dimensions> &size, Allocator allocator, const property_list &properties = {})
		: base(from::own, nullptr, detail::layout_of(order, type), size, nullptr, allocator, properties) {}
	template <int Rank = Dimensions, typename if_pitched<Rank>::type = 0>
	image(order_type order, channel_type type, const range<Dimensions> &size, const pitch_range &pitch, const property_list &properties = {})
		: base(from::own, nullptr, detail::layout_of(order, type), size, &pitch, Allocator(), properties) {}
	template <int Rank = Dimensions, typename if_pitched<Rank>::type = 0>
	image(order_type order, channel_type type, const range<Dimensions> &size, const pitch_range &pitch, Allocator allocator,
		const property_list &properties = {})
		: base(from::own, nullptr, detail::layout_of(order, type), size, &pitch, allocator, properties) {}

	image(void *host, order_type order, channel_type type, const range<Dimensions> &size, const property_list &properties = {})
		: base(from::in_place, host, detail::layout_of(order, type), size, nullptr, Allocator(), properties) {}
	image(void *host, order_type order, channel_type type, const range<Dimensions> &size, Allocator allocator,
		const property_list &properties = {})
		: base(from::in_place, host, detail::layout_of(order, type), size, nullptr, allocator, properties) {}
	template <int Rank = Dimensions, typename if_pitched<Rank>::type = 0>
	image(void *host, order_type order, channel_type type, const range<Dimensions> &size, const pitch_range &pitch,
		const property_list &properties = {})
		: base(from::in_place, host, detail::layout_of(order, type), size, &pitch, Allocator(), properties) {}
	template <int Rank = Dimensions, typename if_pitched<Rank>::type = 0>
	image(void *host, order_type order, channel_type type, const range<Dimensions> &size, const pitch_range &pitch, Allocator allocator,
		const property_list &properties = {})
		: base(from::in_place, host, detail::layout_of(order, type), size, &pitch, allocator, properties) {}

	/* Commands may write a copy, which is not written back. */
	image(const void *host, order_type order, channel_type type, const range<Dimensions> &size, const property_list &properties = {})
		: base(from::copy, host, detail::layout_of(order, type), size, nullptr, Allocator(), properties) {}
	image(const void *host, order_type order, channel_type type, const range<Dimensions> &size, Allocator allocator,
		const property_list &properties = {})
		: base(from::copy, host, detail::layout_of(order, type), size, nullptr, allocator, properties) {}
	template <int Rank = Dimensions, typename if_pitched<Rank>::type = 0>
	image(const void *host, order_type order, channel_type type, const range<Dimensions> &size, const pitch_range &pitch,
		const property_list &properties = {})
		: base(from::copy, host, detail::layout_of(order, type), size, &pitch, Allocator(), properties) {}
	template <int Rank = Dimensions, typename if_pitched<Rank>::type = 0>
	image(const void *host, order_type order, channel_type type, const range<Dimensions> &size, const pitch_range &pitch, Allocator allocator,
		const property_list &properties = {})
		: base(from::copy, host, detail::layout_of(order, type), size, &pitch, allocator, properties) {}

	template <typename Pointee>
	image(const std::shared_ptr<Pointee> &host, order_type order, channel_type type, const range<Dimensions> &size,
		const property_list &properties = {})
		: image(host.get(), order, type, size, properties)
	{
		this->keep(host);
	}
	template <typename Pointee>
	image(const std::shared_ptr<Pointee> &host, order_type order, channel_type type, const range<Dimensions> &size, Allocator allocator,
		const property_list &properties = {})
		: image(host.get(), order, type, size, allocator, properties)
	{
		this->keep(host);
	}
	template <typename Pointee, int Rank = Dimensions, typename if_pitched<Rank>::type = 0>
	image(const std::shared_ptr<Pointee> &host, order_type order, channel_type type, const range<Dimensions> &size, const pitch_range &pitch,
		const property_list &properties = {})
		: image(host.get(), order, type, size, pitch, properties)
	{
		this->keep(host);
	}
	template <typename Pointee, int Rank = Dimensions, typename if_pitched<Rank>::type = 0>
	image(const std::shared_ptr<Pointee> &host, order_type order, channel_type type, const range<Dimensions> &size, const pitch_range &pitch,
		Allocator allocator, const property_list &properties = {})
		: image(host.get(), order, type, size, pitch, allocator, properties)
	{
		this->keep(host);
	}

	std::size_t get_size() const { return this->byte_size(); }
	std::size_t get_count() const { return this->size(); }
	Allocator get_allocator() const { return this->allocator(); }

	template <typename T, access_mode Mode>
	accessor<T, Dimensions, Mode, target::image> get_access(handler &group)
	{
		return accessor<T, Dimensions, Mode, target::image>(*this, group);
	}
	template <typename T, access_mode Mode>
	accessor<T, Dimensions, Mode, target::host_image> get_access()
	{
		return accessor<T, Dimensions, Mode, target::host_image>(*this);
	}
	template <typename Destination = std::nullptr_t>
	void set_final_data(Destination to = nullptr)
	{
		this->set_final(to);
	}
	void set_write_back(bool wanted = true) { this->write_back(wanted); }

	detail::image_view detail_now() const { return this->now(); }
};

namespace detail {

template <access_mode Mode>
inline constexpr bool may_read = detail::same(Mode, access_mode::read) || detail::same(Mode, access_mode::read_write) || detail::same(Mode, access_mode::discard_read_write);

/* Members of accessors of all three targets; Sizes are the dimensions of the image, an array's included. */
template <typename T, int Sizes, access_mode Mode>
class legacy_access : public image_access<T, Sizes>, public without_properties {
public:
	using value_type = T;
	using reference = T &;
	using const_reference = const T &;

	std::size_t get_count() const { return this->size(); }
	std::size_t get_size() const { return this->size() * this->view_.layout.bytes; }
	range<Sizes> get_range() const
	{
		range<Sizes> result;

		for (int d = 0; d < Sizes; d++)
			result[d] = static_cast<std::size_t>(this->view_.size[d]);
		return result;
	}

	/* For these headers only. */
	sycl_rt_region detail_region() const
	{
		return { this->view_.data, this->view_.data + this->view_.slice * static_cast<std::size_t>(this->view_.size[2]),
			!detail::same(Mode, access_mode::read) };
	}

protected:
	legacy_access() = default;
	explicit legacy_access(const image_view &view) : image_access<T, Sizes>(view) {}
};

/* The reads and writes of an image, which Base holds. */
template <typename Base, typename T, access_mode Mode>
class image_reads : public Base {
public:
	using Base::Base;

	template <typename Coordinates, access_mode Own = Mode, typename std::enable_if<may_read<Own>, int>::type = 0>
	SYCL_CC_INLINE T read(const Coordinates &coordinates) const noexcept
	{
		return this->get(coordinates);
	}
	template <typename Coordinates, access_mode Own = Mode, typename std::enable_if<may_read<Own>, int>::type = 0>
	SYCL_CC_INLINE T read(const Coordinates &coordinates, const sampler &sampler) const noexcept
	{
		return this->sample(coordinates, sampler.detail_sampler());
	}
	template <typename Coordinates, access_mode Own = Mode, typename std::enable_if<!detail::same(Own, access_mode::read), int>::type = 0>
	SYCL_CC_INLINE void write(const Coordinates &coordinates, const T &color) const
	{
		this->put(coordinates, color);
	}
};

/* Images that are not arrays. */
template <typename T, int Dimensions, access_mode Mode>
class legacy_image_access : public image_reads<legacy_access<T, Dimensions, Mode>, T, Mode> {
public:
	static constexpr int dimensions = Dimensions;

	friend bool operator==(const legacy_image_access &a, const legacy_image_access &b) { return a.detail_is(b); }
	friend bool operator!=(const legacy_image_access &a, const legacy_image_access &b) { return !(a == b); }

protected:
	legacy_image_access() = default;
	explicit legacy_image_access(const image_view &view) : image_reads<legacy_access<T, Dimensions, Mode>, T, Mode>(view) {}
};

/* One image of an array of images. */
template <typename T, int Dimensions, access_mode Mode>
class image_array_slice : image_reads<image_access<T, Dimensions>, T, Mode> {
	using base = image_reads<image_access<T, Dimensions>, T, Mode>;

public:
	image_array_slice(const image_view &array, std::size_t index) : base(slice(array, index)) {}

	using base::read;
	using base::write;

private:
	/* An index past the array's end is that of its last image, as for OpenCL's arrays. */
	static image_view slice(image_view array, std::size_t index)
	{
		const std::size_t last = static_cast<std::size_t>(array.size[Dimensions]) - 1;

		array.data += (index < last ? index : last) * (Dimensions == 1 ? array.row : array.slice);
		array.size[Dimensions] = 1;
		return array;
	}
};

}

/* --- accessors --- */

template <typename T, int Dimensions, access_mode Mode, access::placeholder Placeholder, typename Properties>
class accessor<T, Dimensions, Mode, target::image, Placeholder, Properties> : public detail::legacy_image_access<T, Dimensions, Mode> {
public:
	template <typename Allocator>
	accessor(image<Dimensions, Allocator> &image, handler &group, const property_list &properties = {})
		: detail::legacy_image_access<T, Dimensions, Mode>(
			  detail::view_in_group(group, image.detail_now(), image.detail_written(Mode), detail::use_of(Mode, properties), false)) {}
	bool is_placeholder() const { return false; }
};

template <typename T, int Dimensions, access_mode Mode, access::placeholder Placeholder, typename Properties>
class accessor<T, Dimensions, Mode, target::host_image, Placeholder, Properties> : public detail::legacy_image_access<T, Dimensions, Mode> {
public:
	template <typename Allocator>
	accessor(image<Dimensions, Allocator> &image, const property_list &properties = {})
		: detail::legacy_image_access<T, Dimensions, Mode>(
			  detail::view_on_host(image.detail_now(), image.detail_written(Mode), detail::use_of(Mode, properties))) {}
	bool is_placeholder() const { return false; }
};

template <typename T, int Dimensions, access_mode Mode, access::placeholder Placeholder, typename Properties>
class accessor<T, Dimensions, Mode, target::image_array, Placeholder, Properties> : public detail::legacy_access<T, Dimensions + 1, Mode> {
	static_assert(Dimensions < 3, "an array of images has images of 1 or 2 dimensions (SYCL 1.2.1, 4.7.6.12)");

public:
	static constexpr int dimensions = Dimensions;

	template <typename Allocator>
	accessor(image<Dimensions + 1, Allocator> &image, handler &group, const property_list &properties = {})
		: detail::legacy_access<T, Dimensions + 1, Mode>(
			  detail::view_in_group(group, image.detail_now(), image.detail_written(Mode), detail::use_of(Mode, properties), false)) {}
	bool is_placeholder() const { return false; }

	SYCL_CC_INLINE detail::image_array_slice<T, Dimensions, Mode> operator[](std::size_t index) const
	{
		return detail::image_array_slice<T, Dimensions, Mode>(this->view_, index);
	}

	friend bool operator==(const accessor &a, const accessor &b) { return a.detail_is(b); }
	friend bool operator!=(const accessor &a, const accessor &b) { return !(a == b); }
};

/* --- properties --- */

template <int Dimensions, typename Allocator>
struct is_property_of<property::image::use_host_ptr, image<Dimensions, Allocator>> : std::true_type {};
template <int Dimensions, typename Allocator>
struct is_property_of<property::image::use_mutex, image<Dimensions, Allocator>> : std::true_type {};
template <int Dimensions, typename Allocator>
struct is_property_of<property::image::context_bound, image<Dimensions, Allocator>> : std::true_type {};

}

template <int Dimensions, typename Allocator>
struct std::hash<sycl::image<Dimensions, Allocator>> : sycl::detail::image_hash {};
template <>
struct std::hash<sycl::sampler> {
	std::size_t operator()(const sycl::sampler &sampler) const
	{
		return static_cast<std::size_t>(sampler.get_addressing_mode()) << 2 | static_cast<std::size_t>(sampler.get_filtering_mode()) << 1
			| static_cast<std::size_t>(sampler.get_coordinate_normalization_mode());
	}
};

#endif
