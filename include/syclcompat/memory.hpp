/*
 * Memory as CUDA's functions have it: USM of the default queue's device, copies and fills that
 * are waited for or not, also of rectangles and boxes, and objects that hold memory.
 *
 * The first size of a rectangle or box, its x, is in bytes and moves fastest; rows are pitch bytes apart.
 */
#ifndef SYCLCOMPAT_MEMORY_HPP
#define SYCLCOMPAT_MEMORY_HPP

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <new>
#include <optional>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include <sycl/sycl.hpp>

#include <syclcompat/device.hpp>
#include <syclcompat/traits.hpp>

namespace syclcompat {

/* --- local memory that a kernel declares: each call in the text has an object of its own --- */

#ifdef SYCL_CC_DEVICE
template <typename T, int Number = sycl::detail::last_place(0, sycl::detail::place<T, sycl::detail::max_places>()) + 1,
	int = sycl::detail::used_place<T, Number>::number>
SYCL_CC_INLINE auto *local_mem()
{
	T *const object = sycl::detail::place_address<T, Number>();
#else
template <typename T>
__attribute__((noinline)) auto *local_mem()
{
	T *const object = static_cast<T *>(sycl::detail::place_address(__builtin_return_address(0), sizeof(T), alignof(T)));
#endif
	if constexpr (!std::is_trivially_default_constructible_v<T>) {
		const sycl::group<3> group = sycl::ext::oneapi::this_work_item::get_work_group<3>();

		if (group.leader())
			::new (static_cast<void *>(object)) T;
		sycl::group_barrier(group);
	}
	if constexpr (std::is_array_v<T>)
		return static_cast<std::remove_extent_t<T> *>(*object);
	else
		return object;
}

/* --- kinds of memory --- */

enum class memory_region { global = 0, constant, local, usm_shared };
enum class target { device, local };
using byte_t = std::uint8_t;

/* Memory of rows. */
class pitched_data {
public:
	pitched_data() = default;
	pitched_data(void *data, std::size_t pitch, std::size_t x, std::size_t y) : data_(data), pitch_(pitch), x_(x), y_(y) {}

	void *get_data_ptr() { return data_; }
	std::size_t get_pitch() { return pitch_; }
	std::size_t get_x() { return x_; }
	std::size_t get_y() { return y_; }

	void set_data_ptr(void *data) { data_ = data; }
	void set_pitch(std::size_t pitch) { pitch_ = pitch; }
	void set_x(std::size_t x) { x_ = x; }
	void set_y(std::size_t y) { y_ = y; }

private:
	void *data_ = nullptr;
	std::size_t pitch_ = 0, x_ = 0, y_ = 0;
};

namespace detail {

constexpr std::size_t get_pitch(std::size_t x)
{
	return (x + 31) / 32 * 32;
}

/* An event of all commands, which are the newest of q. */
inline sycl::event join(sycl::queue &q, const std::vector<sycl::event> &all)
{
	if (all.size() == 1)
		return all.front();
	return q.ext_oneapi_submit_barrier(all);
}

/* memcpy and its like of no bytes: nothing to do, behind what the queue does. */
inline sycl::event copy_rows(sycl::queue &q, void *to, std::size_t to_pitch, const void *from, std::size_t from_pitch, std::size_t x, std::size_t y)
{
	if (x == to_pitch && x == from_pitch)
		return q.memcpy(to, from, x * y);
	return q.ext_oneapi_memcpy2d(to, to_pitch, from, from_pitch, x, y);
}
inline sycl::event copy_box(sycl::queue &q, pitched_data to, sycl::id<3> to_pos, pitched_data from, sycl::id<3> from_pos, sycl::range<3> size)
{
	const auto at = [](pitched_data &data, const sycl::id<3> &pos, std::size_t z) {
		return static_cast<unsigned char *>(data.get_data_ptr()) + ((pos[2] + z) * data.get_y() + pos[1]) * data.get_pitch() + pos[0];
	};
	std::vector<sycl::event> all;

	for (std::size_t z = 0; z < size[2]; z++)
		all.push_back(copy_rows(q, at(to, to_pos, z), to.get_pitch(), at(from, from_pos, z), from.get_pitch(), size[0], size[1]));
	return join(q, all);
}

/* x counts values, pitch bytes. */
template <typename T>
sycl::event fill_rows(sycl::queue &q, void *to, std::size_t pitch, const T &value, std::size_t x, std::size_t y)
{
	if (pitch % sizeof(T))
		throw std::invalid_argument("a pitch is no multiple of the size of the value");
	return q.ext_oneapi_fill2d(to, pitch / sizeof(T), value, x, y);
}
template <typename T>
sycl::event fill_box(sycl::queue &q, pitched_data to, const T &value, sycl::range<3> size)
{
	std::vector<sycl::event> all;

	for (std::size_t z = 0; z < size[2]; z++)
		all.push_back(fill_rows(q, static_cast<unsigned char *>(to.get_data_ptr()) + z * to.get_y() * to.get_pitch(), to.get_pitch(), value,
			size[0], size[1]));
	return join(q, all);
}

}

/* --- allocation --- */

inline void *malloc(std::size_t size, sycl::queue q = get_default_queue())
{
	return sycl::malloc_device(size, q);
}
inline void *malloc_host(std::size_t size, sycl::queue q = get_default_queue())
{
	return sycl::malloc_host(size, q);
}
inline void *malloc_shared(std::size_t size, sycl::queue q = get_default_queue())
{
	return sycl::malloc_shared(size, q);
}
template <typename T>
T *malloc(std::size_t count, sycl::queue q = get_default_queue())
{
	return sycl::malloc_device<T>(count, q);
}
template <typename T>
T *malloc_host(std::size_t count, sycl::queue q = get_default_queue())
{
	return sycl::malloc_host<T>(count, q);
}
template <typename T>
T *malloc_shared(std::size_t count, sycl::queue q = get_default_queue())
{
	return sycl::malloc_shared<T>(count, q);
}
inline void *malloc(std::size_t &pitch, std::size_t x, std::size_t y, sycl::queue q = get_default_queue())
{
	pitch = detail::get_pitch(x);
	return sycl::malloc_device(pitch * y, q);
}
inline pitched_data malloc(sycl::range<3> size, sycl::queue q = get_default_queue())
{
	const std::size_t pitch = detail::get_pitch(size[0]);

	return { sycl::malloc_device(pitch * size[1] * size[2], q), pitch, size[0], size[1] };
}

inline void free(void *p, sycl::queue q = get_default_queue())
{
	if (p)
		sycl::free(p, q);
}
inline void wait_and_free(void *p, sycl::queue q = get_default_queue())
{
	q.wait();
	syclcompat::free(p, q);
}
/* After the events; the current device waits for it before it goes. */
inline sycl::event enqueue_free(const std::vector<void *> &pointers, const std::vector<sycl::event> &events, sycl::queue q = get_default_queue())
{
	const sycl::event freed = q.submit([&](sycl::handler &h) {
		h.depends_on(events);
		h.host_task([pointers, context = q.get_context()] {
			for (void *p : pointers)
				if (p)
					sycl::free(p, context);
		});
	});

	get_current_device().add_event(freed);
	return freed;
}
/* Its earlier name. */
inline sycl::event free_async(const std::vector<void *> &pointers, const std::vector<sycl::event> &events, sycl::queue q = get_default_queue())
{
	return enqueue_free(pointers, events, q);
}

/* --- copies: with a type it counts elements, without one bytes --- */

inline sycl::event memcpy_async(void *to, const void *from, std::size_t size, sycl::queue q = get_default_queue())
{
	return q.memcpy(to, from, size);
}
template <typename T>
sycl::event memcpy_async(type_identity_t<T> *to, const type_identity_t<T> *from, std::size_t count, sycl::queue q = get_default_queue())
{
	return q.memcpy(static_cast<void *>(to), static_cast<const void *>(from), count * sizeof(T));
}
inline sycl::event memcpy_async(void *to, std::size_t to_pitch, const void *from, std::size_t from_pitch, std::size_t x, std::size_t y,
	sycl::queue q = get_default_queue())
{
	return detail::copy_rows(q, to, to_pitch, from, from_pitch, x, y);
}
inline sycl::event memcpy_async(pitched_data to, sycl::id<3> to_pos, pitched_data from, sycl::id<3> from_pos, sycl::range<3> size,
	sycl::queue q = get_default_queue())
{
	return detail::copy_box(q, to, to_pos, from, from_pos, size);
}
inline void memcpy(void *to, const void *from, std::size_t size, sycl::queue q = get_default_queue())
{
	memcpy_async(to, from, size, q).wait();
}
template <typename T>
void memcpy(type_identity_t<T> *to, const type_identity_t<T> *from, std::size_t count, sycl::queue q = get_default_queue())
{
	memcpy_async<T>(to, from, count, q).wait();
}
inline void memcpy(void *to, std::size_t to_pitch, const void *from, std::size_t from_pitch, std::size_t x, std::size_t y,
	sycl::queue q = get_default_queue())
{
	memcpy_async(to, to_pitch, from, from_pitch, x, y, q).wait();
}
inline void memcpy(pitched_data to, sycl::id<3> to_pos, pitched_data from, sycl::id<3> from_pos, sycl::range<3> size,
	sycl::queue q = get_default_queue())
{
	memcpy_async(to, to_pos, from, from_pos, size, q).wait();
}

/* --- fills --- */

template <class T>
sycl::event fill_async(void *to, const T &pattern, std::size_t count, sycl::queue q = get_default_queue())
{
	return q.fill(to, pattern, count);
}
template <class T>
void fill(void *to, const T &pattern, std::size_t count, sycl::queue q = get_default_queue())
{
	fill_async(to, pattern, count, q).wait();
}

/* memset with bytes, memset_d16 and memset_d32 with values of 2 and 4 bytes; sizes in x count values. */
#define SYCL_CC_MEMSET(NAME, T, TYPE) \
	inline sycl::event NAME##_async(void *to, T value, std::size_t size, sycl::queue q = get_default_queue()) \
	{ \
		return q.fill(to, static_cast<TYPE>(value), size); \
	} \
	inline sycl::event NAME##_async(void *to, std::size_t pitch, T value, std::size_t x, std::size_t y, sycl::queue q = get_default_queue()) \
	{ \
		return detail::fill_rows(q, to, pitch, static_cast<TYPE>(value), x, y); \
	} \
	inline sycl::event NAME##_async(pitched_data to, T value, sycl::range<3> size, sycl::queue q = get_default_queue()) \
	{ \
		return detail::fill_box(q, to, static_cast<TYPE>(value), size); \
	} \
	inline void NAME(void *to, T value, std::size_t size, sycl::queue q = get_default_queue()) \
	{ \
		NAME##_async(to, value, size, q).wait(); \
	} \
	inline void NAME(void *to, std::size_t pitch, T value, std::size_t x, std::size_t y, sycl::queue q = get_default_queue()) \
	{ \
		NAME##_async(to, pitch, value, x, y, q).wait(); \
	} \
	inline void NAME(pitched_data to, T value, sycl::range<3> size, sycl::queue q = get_default_queue()) \
	{ \
		NAME##_async(to, value, size, q).wait(); \
	}
SYCL_CC_MEMSET(memset, int, unsigned char)
SYCL_CC_MEMSET(memset_d16, unsigned short, std::uint16_t)
SYCL_CC_MEMSET(memset_d32, unsigned int, std::uint32_t)
#undef SYCL_CC_MEMSET

/* --- what a pointer points to --- */

class pointer_attributes {
public:
	void init(const void *p, sycl::queue q = get_default_queue())
	{
		kind_ = sycl::get_pointer_type(p, q.get_context());
		const bool known = kind_ != sycl::usm::alloc::unknown;

		device_ = known ? p : nullptr;
		host_ = kind_ == sycl::usm::alloc::device ? nullptr : p;
		number_ = known ? syclcompat::get_device_id(sycl::get_pointer_device(p, q.get_context())) : 0;
	}
	sycl::usm::alloc get_memory_type() { return kind_; }
	const void *get_device_pointer() { return device_; }
	const void *get_host_pointer() { return host_; }
	bool is_memory_shared() { return kind_ == sycl::usm::alloc::shared; }
	unsigned int get_device_id() { return number_; }

private:
	sycl::usm::alloc kind_ = sycl::usm::alloc::unknown;
	const void *device_ = nullptr, *host_ = nullptr;
	unsigned int number_ = 0;
};

/* --- objects that hold memory --- */

namespace detail {

/* What an object of count elements begins with: zeros behind the values. */
template <class T>
std::vector<T> contents_of(std::initializer_list<T> values, std::size_t count)
{
	std::vector<T> result(values);

	if (values.size() > count)
		throw std::invalid_argument("more values than elements");
	result.resize(count);
	return result;
}
template <class T>
std::vector<T> contents_of(std::initializer_list<std::initializer_list<T>> rows, const sycl::range<2> &size)
{
	std::vector<T> result;

	if (rows.size() > size[0])
		throw std::invalid_argument("more rows than the memory has");
	result.reserve(size.size());
	for (const std::initializer_list<T> &row : rows) {
		if (row.size() > size[1])
			throw std::invalid_argument("more values than elements in a row");
		result.insert(result.end(), row);
		result.resize(result.size() + size[1] - row.size());
	}
	result.resize(size.size());
	return result;
}

}

template <memory_region Region, class T = byte_t>
class memory_traits {
public:
	static constexpr sycl::access::address_space asp =
		Region == memory_region::local ? sycl::access::address_space::local_space : sycl::access::address_space::global_space;
	static constexpr syclcompat::target target = Region == memory_region::local ? syclcompat::target::local : syclcompat::target::device;
	static constexpr sycl::access_mode mode = Region == memory_region::constant ? sycl::access_mode::read : sycl::access_mode::read_write;
	static constexpr std::size_t type_size = sizeof(T);
	using element_t = std::conditional_t<Region == memory_region::constant, const T, T>;
	using value_t = std::remove_cv_t<T>;
	template <std::size_t Dimensions = 1>
	using accessor_t = std::conditional_t<Region == memory_region::local, sycl::local_accessor<T, int(Dimensions)>,
		sycl::accessor<T, int(Dimensions), mode>>;
	using pointer_t = T *;
};

/* A pointer with sizes: a[z][y][x] and a[y][x]. */
template <class T, memory_region Region, std::size_t Dimensions>
class accessor;

template <class T, memory_region Region>
class accessor<T, Region, 3> {
public:
	using memory_t = memory_traits<Region, T>;
	using element_t = typename memory_t::element_t;
	using pointer_t = typename memory_t::pointer_t;
	using accessor_t = typename memory_t::template accessor_t<3>;

	accessor(pointer_t data, const sycl::range<3> &size) : data_(data), size_(size) {}
	template <memory_region Of = Region, std::enable_if_t<Of != memory_region::local, int> = 0>
	accessor(const accessor_t &a) : accessor(a, a.get_range()) {}
	accessor(const accessor_t &a, const sycl::range<3> &size)
		: accessor(const_cast<pointer_t>(a.template get_multi_ptr<sycl::access::decorated::no>().get()), size) {}

	accessor<T, Region, 2> operator[](std::size_t z) const
	{
		return { data_ + z * size_[1] * size_[2], sycl::range<2>(size_[1], size_[2]) };
	}
	pointer_t get_ptr() const { return data_; }

private:
	pointer_t data_;
	sycl::range<3> size_;
};

template <class T, memory_region Region>
class accessor<T, Region, 2> {
public:
	using memory_t = memory_traits<Region, T>;
	using element_t = typename memory_t::element_t;
	using pointer_t = typename memory_t::pointer_t;
	using accessor_t = typename memory_t::template accessor_t<2>;

	accessor(pointer_t data, const sycl::range<2> &size) : data_(data), size_(size) {}
	template <memory_region Of = Region, std::enable_if_t<Of != memory_region::local, int> = 0>
	accessor(const accessor_t &a) : accessor(a, a.get_range()) {}
	accessor(const accessor_t &a, const sycl::range<2> &size)
		: accessor(const_cast<pointer_t>(a.template get_multi_ptr<sycl::access::decorated::no>().get()), size) {}

	pointer_t operator[](std::size_t y) const { return data_ + y * size_[1]; }
	pointer_t get_ptr() const { return data_; }

private:
	pointer_t data_;
	sycl::range<2> size_;
};

/* Memory of a fixed size, made when it is first asked for, so that the object may be global. */
template <class T, memory_region Region, std::size_t Dimensions>
class device_memory {
	static_assert(Region != memory_region::local, "local memory is a kernel's: local_mem(), or what launch() passes");

public:
	using accessor_t = typename memory_traits<Region, T>::template accessor_t<Dimensions>;
	using value_t = typename memory_traits<Region, T>::value_t;
	using syclcompat_accessor_t = syclcompat::accessor<T, Region, Dimensions>;

	device_memory() : device_memory(ones()) {}
	device_memory(const sycl::range<int(Dimensions)> &size) : size_(size) {}
	device_memory(const sycl::range<int(Dimensions)> &size, std::initializer_list<value_t> &&contents) : size_(size), contents_(detail::contents_of<value_t>(contents, size.size())) {}
	template <std::size_t Count = Dimensions>
	device_memory(const std::enable_if_t<Count == 2, sycl::range<2>> &size, std::initializer_list<std::initializer_list<value_t>> &&rows)
		: size_(size), contents_(detail::contents_of<value_t>(rows, size)) {}
	template <class... Sizes, std::enable_if_t<sizeof...(Sizes) == Dimensions && (std::is_convertible_v<Sizes, std::size_t> && ...), int> = 0>
	device_memory(Sizes... sizes) : device_memory(sycl::range<int(Dimensions)>(static_cast<std::size_t>(sizes)...)) {}
	device_memory(const device_memory &) = delete;
	device_memory &operator=(const device_memory &) = delete;
	~device_memory() { drop(); }

	void init() { init(get_default_queue()); }
	void init(sycl::queue q)
	{
		if (data_)
			return;
		data_ = Region == memory_region::usm_shared ? sycl::malloc_shared<value_t>(size_.size(), q) : sycl::malloc_device<value_t>(size_.size(), q);
		if (!data_)
			throw std::bad_alloc();
		owner_ = q.get_context();
		if (contents_.empty())
			q.memset(data_, 0, get_size()).wait();
		else
			q.memcpy(data_, contents_.data(), get_size()).wait();
	}
	/* From now on it is that memory, which stays its owner's. */
	void assign(value_t *data, std::size_t size)
	{
		drop();
		data_ = data;
		assigned_ = size;
	}

	value_t *get_ptr() { return get_ptr(get_default_queue()); }
	value_t *get_ptr(sycl::queue q)
	{
		init(q);
		return data_;
	}
	/* In bytes. */
	std::size_t get_size() { return assigned_ ? assigned_ : size_.size() * sizeof(T); }

	template <std::size_t Count = Dimensions>
	std::enable_if_t<Count == 1, T> &operator[](std::size_t i)
	{
		init();
		return data_[i];
	}
	template <std::size_t Count = Dimensions>
	std::enable_if_t<Count != 1, syclcompat_accessor_t> get_access(sycl::handler &)
	{
		init();
		return { data_, size_ };
	}

private:
	static sycl::range<int(Dimensions)> ones()
	{
		sycl::range<int(Dimensions)> size = {};

		for (int d = 0; d < int(Dimensions); d++)
			size[d] = 1;
		return size;
	}
	void drop()
	{
		if (owner_)
			sycl::free(data_, *owner_);
		owner_.reset();
		data_ = nullptr;
	}

	sycl::range<int(Dimensions)> size_;
	std::vector<value_t> contents_;	/* none: zeros */
	value_t *data_ = nullptr;
	std::size_t assigned_ = 0;
	std::optional<sycl::context> owner_;	/* set while the memory is the object's own */
};

/* One element. */
template <class T, memory_region Region>
class device_memory<T, Region, 0> : public device_memory<T, Region, 1> {
public:
	using base = device_memory<T, Region, 1>;
	using value_t = typename base::value_t;
	using accessor_t = typename memory_traits<Region, T>::template accessor_t<0>;

	device_memory() : base(sycl::range<1>(1)) {}
	device_memory(const value_t &value) : base(sycl::range<1>(1), { value }) {}
};

template <class T, std::size_t Dimensions>
using global_memory = device_memory<T, memory_region::global, Dimensions>;
template <class T, std::size_t Dimensions>
using constant_memory = device_memory<T, memory_region::constant, Dimensions>;
template <class T, std::size_t Dimensions>
using shared_memory = device_memory<T, memory_region::usm_shared, Dimensions>;

/* --- copies that a structure describes, as CUDA's cudaMemcpy3D: none is done --- */

namespace experimental {

enum memcpy_direction { host_to_host, host_to_device, device_to_host, device_to_device, automatic };
class image_matrix;

struct memcpy_parameter {
	struct data_wrapper {
		pitched_data pitched{};
		sycl::id<3> pos{};
		image_matrix *image{ nullptr };
	};
	data_wrapper from{};
	data_wrapper to{};
	sycl::range<3> size{ 0, 0, 0 };
	memcpy_direction direction{ memcpy_direction::automatic };
};

inline void memcpy_async(const memcpy_parameter &, sycl::queue = get_default_queue())
{
	throw std::runtime_error("copies that a memcpy_parameter describes are not supported: use memcpy with pitched_data");
}
inline void memcpy(const memcpy_parameter &parameter, sycl::queue q = get_default_queue())
{
	memcpy_async(parameter, q);
}

}

namespace detail {
using experimental::memcpy_direction;
}

}

#endif
