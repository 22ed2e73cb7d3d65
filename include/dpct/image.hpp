/*
 * Images as dpct made them of CUDA's textures: memory of pixels (image_matrix), what an image reads
 * (image_data) and how (sampling_info), images with a type (image_wrapper) and without
 * (image_wrapper_base), and what kernels read them with (image_accessor_ext).  They are SYCL 1.2.1's
 * images, so the device is the CPU.
 */
#if __has_include_next(<dpct/image.hpp>)
#include_next <dpct/image.hpp>
#else
#ifndef DPCT_IMAGE_HPP
#define DPCT_IMAGE_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include <sycl/sycl.hpp>

#include <dpct/device.hpp>
#include <dpct/memory.hpp>

namespace dpct {

enum class image_channel_data_type { signed_int, unsigned_int, fp };
enum class image_data_type { matrix, linear, pitch, unsupport };

/* --- a pixel --- */

namespace detail {

/* Of a pixel's type: the type of a channel, and that in which accessors have it, four of them in a vec. */
template <class T>
struct pixel {
	using channel = std::conditional_t<std::is_same_v<T, char>, std::conditional_t<std::is_signed_v<char>, signed char, unsigned char>, T>;
	using data = channel;
	using read = std::conditional_t<!std::is_integral_v<T> || sizeof(T) >= 4, T, std::conditional_t<std::is_signed_v<T>, std::int32_t, std::uint32_t>>;
	static constexpr unsigned channels = 1;

	template <class Read>
	static data take(const Read &color)
	{
		return static_cast<data>(color[0]);
	}
};
template <class T, int Count>
struct pixel<sycl::vec<T, Count>> : pixel<T> {
	using channel = typename pixel<T>::channel;
	/* Three channels are read as four. */
	using data = std::conditional_t<Count == 1, channel, sycl::vec<T, Count == 3 ? 4 : Count>>;
	static constexpr unsigned channels = Count;

	template <class Read>
	static data take(const Read &color)
	{
		data result;

		if constexpr (Count == 1)
			result = static_cast<channel>(color[0]);
		else
			for (int i = 0; i < data::size(); i++)
				result[i] = static_cast<T>(color[i]);
		return result;
	}
};

template <class T>
constexpr image_channel_data_type data_type_of()
{
	return !std::is_integral_v<T> ? image_channel_data_type::fp :
	       std::is_signed_v<T> ? image_channel_data_type::signed_int : image_channel_data_type::unsigned_int;
}

}

/* How many channels a pixel has, and of which type.  Sizes of channels are in bits, of pixels in bytes. */
class image_channel {
public:
	image_channel() = default;
	/* The bits of each channel, which are all the same; 0 of channels that are not there. */
	image_channel(int r, int g, int b, int a, image_channel_data_type type) : type_(type)
	{
		const int bits[] = { r, g, b, a };
		unsigned n = 4;

		while (n > 1 && !bits[n - 1])
			n--;
		for (unsigned i = 1; i < n; i++)
			if (bits[i] != r)
				throw std::invalid_argument("the channels of an image have different sizes");
		set_channel_size(n, static_cast<unsigned>(r));
	}
	template <class T>
	static image_channel create()
	{
		using channel = typename detail::pixel<T>::channel;
		image_channel result;

		result.set_channel_size(detail::pixel<T>::channels, sizeof(channel) * 8);
		result.type_ = detail::data_type_of<channel>();
		return result;
	}

	image_channel_data_type get_channel_data_type() const { return type_; }
	void set_channel_data_type(image_channel_data_type type) { type_ = type; }
	unsigned get_total_size() const { return count_ * bytes_; }
	unsigned get_channel_num() const { return count_; }
	void set_channel_num(unsigned count) { count_ = count; }
	unsigned get_channel_size() const { return bytes_ * 8; }
	/* Fewer channels than it has change nothing, as its parts are set one after the other. */
	void set_channel_size(unsigned count, unsigned bits)
	{
		if (count < count_)
			return;
		count_ = count;
		bytes_ = bits / 8;
	}
	sycl::image_channel_type get_channel_type() const
	{
		for (const kind &one : kinds)
			if (one.type == type_ && one.bytes == bytes_)
				return one.channel;
		throw std::invalid_argument("an image has no channels of " + std::to_string(bytes_ * 8) + " bits of that type");
	}
	void set_channel_type(sycl::image_channel_type channel)
	{
		for (const kind &one : kinds)
			if (one.channel == channel) {
				type_ = one.type;
				bytes_ = one.bytes;
			}
	}
	sycl::image_channel_order get_channel_order() const
	{
		switch (count_) {
		case 2: return sycl::image_channel_order::rg;
		case 3: return sycl::image_channel_order::rgb;
		case 4: return sycl::image_channel_order::rgba;
		default: return sycl::image_channel_order::r;
		}
	}

private:
	struct kind {
		sycl::image_channel_type channel;
		image_channel_data_type type;
		unsigned bytes;
	};
	static constexpr kind kinds[] = {
		{ sycl::image_channel_type::signed_int8, image_channel_data_type::signed_int, 1 },
		{ sycl::image_channel_type::signed_int16, image_channel_data_type::signed_int, 2 },
		{ sycl::image_channel_type::signed_int32, image_channel_data_type::signed_int, 4 },
		{ sycl::image_channel_type::unsigned_int8, image_channel_data_type::unsigned_int, 1 },
		{ sycl::image_channel_type::unsigned_int16, image_channel_data_type::unsigned_int, 2 },
		{ sycl::image_channel_type::unsigned_int32, image_channel_data_type::unsigned_int, 4 },
		{ sycl::image_channel_type::fp16, image_channel_data_type::fp, 2 },
		{ sycl::image_channel_type::fp32, image_channel_data_type::fp, 4 },
	};

	image_channel_data_type type_ = image_channel_data_type::signed_int;
	unsigned count_ = 0, bytes_ = 0;
};

/* --- what images read --- */

/* Memory of pixels, of the program: CUDA's arrays. */
class image_matrix {
public:
	template <int Dimensions>
	image_matrix(image_channel channel, sycl::range<Dimensions> size) : channel_(channel), dims_(Dimensions)
	{
		for (int d = 0; d < Dimensions; d++)
			size_[d] = size[d];
		pixels_.resize(size_.size() * channel.get_total_size());
	}
	/* y is 0 for one dimension. */
	image_matrix(sycl::image_channel_type type, unsigned channels, std::size_t x, std::size_t y) : size_(x, y ? y : 1, 1), dims_(y ? 2 : 1)
	{
		channel_.set_channel_type(type);
		channel_.set_channel_num(channels);
		pixels_.resize(size_.size() * channel_.get_total_size());
	}
	image_matrix(const image_matrix &) = delete;
	image_matrix &operator=(const image_matrix &) = delete;

	/* The caller deletes it. */
	template <int Dimensions>
	sycl::image<Dimensions> *create_image()
	{
		return create_image<Dimensions>(channel_);
	}
	template <int Dimensions>
	sycl::image<Dimensions> *create_image(image_channel channel)
	{
		sycl::range<Dimensions> size = {};

		for (int d = 0; d < Dimensions; d++)
			size[d] = size_[d];
		return new sycl::image<Dimensions>(pixels_.data(), channel.get_channel_order(), channel.get_channel_type(), size,
			sycl::property::image::use_host_ptr());
	}
	image_channel get_channel() const { return channel_; }
	sycl::range<3> get_range() const { return size_; }
	int get_dims() const { return dims_; }
	pitched_data to_pitched_data() { return { pixels_.data(), size_[0] * channel_.get_total_size(), size_[0], size_[1] }; }

private:
	image_channel channel_;
	sycl::range<3> size_ = { 1, 1, 1 };
	int dims_;
	std::vector<unsigned char> pixels_;
};
using image_matrix_p = image_matrix *;

/* A matrix, memory of x bytes in a row, or x times y pixels in rows that are pitch bytes apart. */
class image_data {
public:
	image_data() = default;
	image_data(image_matrix_p matrix) { set_data(matrix); }
	image_data(void *data, std::size_t x, image_channel channel) { set_data(data, x, channel); }
	image_data(void *data, std::size_t x, std::size_t y, std::size_t pitch, image_channel channel) { set_data(data, x, y, pitch, channel); }

	void set_data(image_matrix_p matrix)
	{
		type_ = image_data_type::matrix;
		data_ = matrix;
		channel_ = matrix->get_channel();
	}
	void set_data(void *data, std::size_t x, image_channel channel)
	{
		type_ = image_data_type::linear;
		data_ = data;
		x_ = x;
		channel_ = channel;
	}
	void set_data(void *data, std::size_t x, std::size_t y, std::size_t pitch, image_channel channel)
	{
		set_data(data, x, channel);
		type_ = image_data_type::pitch;
		y_ = y;
		pitch_ = pitch;
	}
	image_data_type get_data_type() const { return type_; }
	void set_data_type(image_data_type type) { type_ = type; }
	void *get_data_ptr() const { return data_; }
	void set_data_ptr(void *data) { data_ = data; }
	std::size_t get_x() const { return x_; }
	void set_x(std::size_t x) { x_ = x; }
	std::size_t get_y() const { return y_; }
	void set_y(std::size_t y) { y_ = y; }
	std::size_t get_pitch() const { return pitch_; }
	void set_pitch(std::size_t pitch) { pitch_ = pitch; }
	image_channel get_channel() const { return channel_; }
	void set_channel(image_channel channel) { channel_ = channel; }
	image_channel_data_type get_channel_data_type() const { return channel_.get_channel_data_type(); }
	void set_channel_data_type(image_channel_data_type type) { channel_.set_channel_data_type(type); }
	unsigned get_channel_size() const { return channel_.get_channel_size(); }
	void set_channel_size(unsigned count, unsigned bits) { channel_.set_channel_size(count, bits); }
	unsigned get_channel_num() const { return channel_.get_channel_num(); }
	void set_channel_num(unsigned count) { channel_.set_channel_num(count); }
	sycl::image_channel_type get_channel_type() const { return channel_.get_channel_type(); }
	void set_channel_type(sycl::image_channel_type type) { channel_.set_channel_type(type); }

private:
	image_data_type type_ = image_data_type::unsupport;
	void *data_ = nullptr;
	std::size_t x_ = 0, y_ = 0, pitch_ = 0;
	image_channel channel_;
};

/* --- how they read it --- */

class sampling_info {
public:
	sycl::addressing_mode get_addressing_mode() const { return addressing_; }
	void set(sycl::addressing_mode mode) { addressing_ = mode; }
	sycl::filtering_mode get_filtering_mode() const { return filtering_; }
	void set(sycl::filtering_mode mode) { filtering_ = mode; }
	sycl::coordinate_normalization_mode get_coordinate_normalization_mode() const { return normalization_; }
	void set(sycl::coordinate_normalization_mode mode) { normalization_ = mode; }
	bool is_coordinate_normalized() const { return normalization_ == sycl::coordinate_normalization_mode::normalized; }
	void set_coordinate_normalization_mode(int normalized)
	{
		normalization_ = normalized ? sycl::coordinate_normalization_mode::normalized : sycl::coordinate_normalization_mode::unnormalized;
	}
	void set(sycl::addressing_mode addressing, sycl::filtering_mode filtering, sycl::coordinate_normalization_mode normalization)
	{
		addressing_ = addressing;
		filtering_ = filtering;
		normalization_ = normalization;
	}
	void set(sycl::addressing_mode addressing, sycl::filtering_mode filtering, int normalized)
	{
		addressing_ = addressing;
		filtering_ = filtering;
		set_coordinate_normalization_mode(normalized);
	}
	sycl::sampler get_sampler() const { return { normalization_, addressing_, filtering_ }; }

private:
	sycl::addressing_mode addressing_ = sycl::addressing_mode::clamp_to_edge;
	sycl::filtering_mode filtering_ = sycl::filtering_mode::nearest;
	sycl::coordinate_normalization_mode normalization_ = sycl::coordinate_normalization_mode::unnormalized;
};

/* --- images --- */

/* An image of a type that is known at run time only.  What it reads stays the caller's, and is read in place. */
class image_wrapper_base {
public:
	image_wrapper_base() = default;
	image_wrapper_base(const image_wrapper_base &) = delete;
	image_wrapper_base &operator=(const image_wrapper_base &) = delete;
	virtual ~image_wrapper_base() = default;

	virtual void detach() {}
	void attach(image_data data)
	{
		detach();
		data_ = data;
	}
	void attach(image_matrix *matrix) { attach(image_data(matrix)); }
	void attach(image_matrix *matrix, image_channel channel)
	{
		attach(image_data(matrix));
		data_.set_channel(channel);
	}
	/* size is in bytes. */
	void attach(const void *data, std::size_t size) { attach(data, size, get_channel()); }
	void attach(const void *data, std::size_t size, image_channel channel) { attach(image_data(const_cast<void *>(data), size, channel)); }
	void attach(const void *data, std::size_t x, std::size_t y, std::size_t pitch) { attach(data, x, y, pitch, get_channel()); }
	void attach(const void *data, std::size_t x, std::size_t y, std::size_t pitch, image_channel channel)
	{
		attach(image_data(const_cast<void *>(data), x, y, pitch, channel));
	}

	sampling_info get_sampling_info() const { return sampling_; }
	void set_sampling_info(sampling_info info) { sampling_ = info; }
	const image_data &get_data() const { return data_; }
	void set_data(image_data data) { data_ = data; }

	image_channel get_channel() const { return data_.get_channel(); }
	void set_channel(image_channel channel) { data_.set_channel(channel); }
	image_channel_data_type get_channel_data_type() const { return data_.get_channel_data_type(); }
	void set_channel_data_type(image_channel_data_type type) { data_.set_channel_data_type(type); }
	unsigned get_channel_size() const { return data_.get_channel_size(); }
	void set_channel_size(unsigned count, unsigned bits) { data_.set_channel_size(count, bits); }
	unsigned get_channel_num() const { return data_.get_channel_num(); }
	void set_channel_num(unsigned count) { data_.set_channel_num(count); }
	sycl::image_channel_type get_channel_type() const { return data_.get_channel_type(); }
	void set_channel_type(sycl::image_channel_type type) { data_.set_channel_type(type); }

	sycl::addressing_mode get_addressing_mode() const { return sampling_.get_addressing_mode(); }
	sycl::filtering_mode get_filtering_mode() const { return sampling_.get_filtering_mode(); }
	sycl::coordinate_normalization_mode get_coordinate_normalization_mode() const { return sampling_.get_coordinate_normalization_mode(); }
	bool is_coordinate_normalized() const { return sampling_.is_coordinate_normalized(); }
	void set_coordinate_normalization_mode(int normalized) { sampling_.set_coordinate_normalization_mode(normalized); }
	template <typename... Modes>
	void set(Modes... modes)
	{
		sampling_.set(modes...);
	}
	/* Memory in a row is not filtered. */
	sycl::sampler get_sampler() const
	{
		sampling_info info = sampling_;

		if (data_.get_data_type() == image_data_type::linear)
			info.set(sycl::filtering_mode::nearest);
		return info.get_sampler();
	}

private:
	sampling_info sampling_;
	image_data data_;
};
using image_wrapper_base_p = image_wrapper_base *;

namespace detail {

/* A coordinate or two to four of them: numbers of pixels where all are integers. */
template <typename... Coordinates>
auto join_coordinates(Coordinates... all)
{
	using number = std::conditional_t<(std::is_integral_v<Coordinates> && ...), int, float>;

	if constexpr (sizeof...(all) == 1)
		return (static_cast<number>(all), ...);
	else if constexpr (sizeof...(all) == 2)
		return sycl::vec<number, 2>(static_cast<number>(all)...);
	else
		return sycl::vec<number, 4>(static_cast<number>(all)..., number(0));
}

}

/* An image and its sampler, for kernels: read(x), read(x, y), read(x, y, z), and of arrays read(index, x) and read(index, x, y). */
template <class T, int Dimensions, bool IsImageArray = false>
class image_accessor_ext {
	using pixel = detail::pixel<T>;

public:
	using accessor_t = sycl::accessor<sycl::vec<typename pixel::read, 4>, Dimensions, sycl::access_mode::read,
		IsImageArray ? sycl::access::target::image_array : sycl::access::target::image>;
	using data_t = typename pixel::data;

	image_accessor_ext(sycl::sampler sampler, accessor_t image) : sampler_(sampler), image_(image) {}

	template <typename... Coordinates, bool Array = IsImageArray, std::enable_if_t<!Array && sizeof...(Coordinates) == Dimensions, int> = 0>
	data_t read(Coordinates... at)
	{
		return pixel::take(image_.read(detail::join_coordinates(at...), sampler_));
	}
	template <typename... Coordinates, bool Array = IsImageArray, std::enable_if_t<Array && sizeof...(Coordinates) == Dimensions, int> = 0>
	data_t read(int index, Coordinates... at)
	{
		return pixel::take(image_[static_cast<std::size_t>(index)].read(detail::join_coordinates(at...), sampler_));
	}

private:
	sycl::sampler sampler_;
	accessor_t image_;
};

/* An image of pixels of type T; an array has Dimensions - 1 dimensions and a number of images. */
template <class T, int Dimensions, bool IsImageArray = false>
class image_wrapper : public image_wrapper_base {
public:
	using acc_data_t = sycl::vec<typename detail::pixel<T>::read, 4>;
	using accessor_t = typename image_accessor_ext<T, IsImageArray ? Dimensions - 1 : Dimensions, IsImageArray>::accessor_t;

	image_wrapper() { set_channel(image_channel::create<T>()); }

	accessor_t get_access(sycl::handler &group, sycl::queue & = get_default_queue())
	{
		if (!image_)
			create();
		return accessor_t(*image_, group);
	}
	void detach() override { image_.reset(); }

private:
	void create()
	{
		const image_data &data = get_data();
		const image_channel channel = data.get_channel();

		if (data.get_data_type() == image_data_type::matrix) {
			image_.reset(static_cast<image_matrix_p>(data.get_data_ptr())->template create_image<Dimensions>(channel));
			return;
		}
		if constexpr (Dimensions == 1)
			if (data.get_data_type() == image_data_type::linear) {
				image_ = std::make_unique<sycl::image<1>>(data.get_data_ptr(), channel.get_channel_order(), channel.get_channel_type(),
					sycl::range<1>(data.get_x() / channel.get_total_size()), sycl::property::image::use_host_ptr());
				return;
			}
		if constexpr (Dimensions == 2)
			if (data.get_data_type() == image_data_type::pitch) {
				image_ = std::make_unique<sycl::image<2>>(data.get_data_ptr(), channel.get_channel_order(), channel.get_channel_type(),
					sycl::range<2>(data.get_x(), data.get_y()), sycl::range<1>(data.get_pitch()),
					sycl::property::image::use_host_ptr());
				return;
			}
		throw std::runtime_error("nothing is attached to an image that an image of " + std::to_string(Dimensions) + " dimensions can read");
	}

	std::unique_ptr<sycl::image<Dimensions>> image_;
};

namespace detail {

template <class T>
image_wrapper_base_p create_image_of(int dims)
{
	switch (dims) {
	case 1: return new image_wrapper<T, 1>;
	case 2: return new image_wrapper<T, 2>;
	case 3: return new image_wrapper<T, 3>;
	default: return nullptr;
	}
}
template <class T>
image_wrapper_base_p create_image_of(unsigned channels, int dims)
{
	switch (channels) {
	case 1: return create_image_of<T>(dims);
	case 2: return create_image_of<sycl::vec<T, 2>>(dims);
	case 3: return create_image_of<sycl::vec<T, 3>>(dims);
	case 4: return create_image_of<sycl::vec<T, 4>>(dims);
	default: return nullptr;
	}
}
inline image_wrapper_base_p create_image_of(image_channel channel, int dims)
{
	const unsigned channels = channel.get_channel_num();

	switch (channel.get_channel_type()) {
	case sycl::image_channel_type::fp16: return create_image_of<sycl::half>(channels, dims);
	case sycl::image_channel_type::fp32: return create_image_of<float>(channels, dims);
	case sycl::image_channel_type::signed_int8: return create_image_of<std::int8_t>(channels, dims);
	case sycl::image_channel_type::signed_int16: return create_image_of<std::int16_t>(channels, dims);
	case sycl::image_channel_type::signed_int32: return create_image_of<std::int32_t>(channels, dims);
	case sycl::image_channel_type::unsigned_int8: return create_image_of<std::uint8_t>(channels, dims);
	case sycl::image_channel_type::unsigned_int16: return create_image_of<std::uint16_t>(channels, dims);
	case sycl::image_channel_type::unsigned_int32: return create_image_of<std::uint32_t>(channels, dims);
	default: return nullptr;
	}
}

}

/* An image of the data's type and dimensions, which the caller deletes. */
inline image_wrapper_base_p create_image_wrapper(image_data data, sampling_info info)
{
	const bool is_matrix = data.get_data_type() == image_data_type::matrix;
	const int dims = is_matrix ? static_cast<image_matrix_p>(data.get_data_ptr())->get_dims() : data.get_data_type() == image_data_type::pitch ? 2 : 1;
	const image_wrapper_base_p image = detail::create_image_of(data.get_channel(), dims);

	if (image) {
		image->set_sampling_info(info);
		image->set_data(data);
	}
	return image;
}

/* --- copies that a structure describes --- */

struct memcpy_parameter {
	struct data_wrapper {
		pitched_data pitched{};
		sycl::id<3> pos{};
		int dev_id{ 0 };
		image_matrix *image{ nullptr };
	};
	data_wrapper from{};
	data_wrapper to{};
	sycl::range<3> size{ 0, 0, 0 };
	memcpy_direction direction{ memcpy_direction::automatic };
};

namespace detail {

inline sycl::event copy_described(const memcpy_parameter &parameter, sycl::queue &q)
{
	const auto memory = [](const memcpy_parameter::data_wrapper &one) { return one.image ? one.image->to_pitched_data() : one.pitched; };

	return commands::memcpy_async(memory(parameter.to), parameter.to.pos, memory(parameter.from), parameter.from.pos, parameter.size, q);
}

}

inline void dpct_memcpy(const memcpy_parameter &parameter, sycl::queue &q = get_default_queue())
{
	detail::copy_described(parameter, q).wait();
}
inline void async_dpct_memcpy(const memcpy_parameter &parameter, sycl::queue &q = get_default_queue())
{
	detail::copy_described(parameter, q);
}

}

#endif
#endif
