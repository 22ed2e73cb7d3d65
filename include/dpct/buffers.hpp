/*
 * Memory of programs that dpct translated with --usm-level=none (DPCT_USM_LEVEL_NONE): each
 * allocation is a buffer of bytes over memory of the program, and its pointer finds the buffer, also
 * from within the allocation.
 */
#if __has_include_next(<dpct/buffers.hpp>)
#include_next <dpct/buffers.hpp>
#else
#ifndef DPCT_BUFFERS_HPP
#define DPCT_BUFFERS_HPP

#include <cstddef>
#include <cstdlib>
#include <initializer_list>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include <sycl/sycl.hpp>

#include <dpct/device.hpp>
#include <syclcompat/memory.hpp>

namespace dpct {

using syclcompat::accessor, syclcompat::byte_t, syclcompat::memory_region, syclcompat::memory_traits, syclcompat::pitched_data;
using buffer_t = sycl::buffer<byte_t>;

namespace detail {

struct allocation {
	buffer_t buffer;
	byte_t *data;
	std::size_t size;
};

/* All allocations, by where they end. */
class mem_mgr {
public:
	static mem_mgr &instance()
	{
		static mem_mgr all;

		return all;
	}
	mem_mgr(const mem_mgr &) = delete;
	mem_mgr &operator=(const mem_mgr &) = delete;

	void *mem_alloc(std::size_t size)
	{
		constexpr std::size_t alignment = 256;
		byte_t *data;

		if (!size)
			return nullptr;
		data = static_cast<byte_t *>(std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment));
		if (!data)
			throw std::bad_alloc();
		/* The memory lives as long as a copy of the buffer. */
		allocation one{ buffer_t(std::shared_ptr<byte_t>(data, std::free), sycl::range<1>(size), sycl::property::buffer::use_host_ptr()), data, size };
		one.buffer.set_write_back(false);
		const std::lock_guard<std::mutex> lock(mutex_);
		all_.emplace(data + size, std::move(one));
		return data;
	}
	void mem_free(const void *p)
	{
		if (!p)
			return;
		const allocation one = translate_ptr(p);
		const std::lock_guard<std::mutex> lock(mutex_);
		all_.erase(one.data + one.size);
	}
	bool is_device_ptr(const void *p) const
	{
		const std::lock_guard<std::mutex> lock(mutex_);
		const auto found = all_.upper_bound(static_cast<const byte_t *>(p));

		return found != all_.end() && p >= found->second.data;
	}
	allocation translate_ptr(const void *p) const
	{
		const std::lock_guard<std::mutex> lock(mutex_);
		const auto found = all_.upper_bound(static_cast<const byte_t *>(p));

		if (found == all_.end() || p < found->second.data)
			throw std::runtime_error("no buffer has that pointer: it was not allocated with dpct_malloc");
		return found->second;
	}

private:
	mem_mgr() = default;

	mutable std::mutex mutex_;
	std::map<const byte_t *, allocation> all_;
};

/* A part of an allocation, for a command. */
template <sycl::access_mode Mode>
sycl::accessor<byte_t, 1, Mode> part_of(const void *p, std::size_t size, sycl::handler &group)
{
	allocation one = mem_mgr::instance().translate_ptr(p);
	const std::size_t offset = static_cast<std::size_t>(static_cast<const byte_t *>(p) - one.data);

	if (size > one.size - offset)
		throw std::out_of_range("a command goes past the end of an allocation");
	return sycl::accessor<byte_t, 1, Mode>(one.buffer, group, sycl::range<1>(size), sycl::id<1>(offset));
}

/* The commands of <dpct/memory.hpp>; either pointer may be one of the program's memory. */
namespace commands {

inline sycl::event memcpy_async(void *to, const void *from, std::size_t size, sycl::queue q)
{
	const bool from_buffer = mem_mgr::instance().is_device_ptr(from), to_buffer = mem_mgr::instance().is_device_ptr(to);

	if (!size || (!from_buffer && !to_buffer))
		return q.memcpy(to, from, size);
	return q.submit([&](sycl::handler &group) {
		if (!to_buffer)
			group.copy(part_of<sycl::access_mode::read>(from, size, group), static_cast<byte_t *>(to));
		else if (!from_buffer)
			group.copy(static_cast<const byte_t *>(from), part_of<sycl::access_mode::write>(to, size, group));
		else
			group.copy(part_of<sycl::access_mode::read>(from, size, group), part_of<sycl::access_mode::write>(to, size, group));
	});
}
inline sycl::event memcpy_async(void *to, std::size_t to_pitch, const void *from, std::size_t from_pitch, std::size_t x, std::size_t y, sycl::queue q)
{
	std::vector<sycl::event> all;

	for (std::size_t row = 0; row < y; row++)
		all.push_back(memcpy_async(static_cast<byte_t *>(to) + row * to_pitch, static_cast<const byte_t *>(from) + row * from_pitch, x, q));
	return syclcompat::detail::join(q, all);
}
inline sycl::event memcpy_async(pitched_data to, sycl::id<3> to_pos, pitched_data from, sycl::id<3> from_pos, sycl::range<3> size, sycl::queue q)
{
	const auto at = [](pitched_data &data, const sycl::id<3> &pos, std::size_t z) {
		return static_cast<byte_t *>(data.get_data_ptr()) + ((pos[2] + z) * data.get_y() + pos[1]) * data.get_pitch() + pos[0];
	};
	std::vector<sycl::event> all;

	for (std::size_t z = 0; z < size[2]; z++)
		all.push_back(memcpy_async(at(to, to_pos, z), to.get_pitch(), at(from, from_pos, z), from.get_pitch(), size[0], size[1], q));
	return syclcompat::detail::join(q, all);
}

/* A pattern of several bytes is written by the host. */
template <typename T>
sycl::event fill_async(void *to, T value, std::size_t count, sycl::queue &q)
{
	if constexpr (sizeof(T) == 1) {
		return q.submit([&](sycl::handler &group) {
			group.fill(part_of<sycl::access_mode::write>(to, count, group), static_cast<byte_t>(value));
		});
	} else {
		const std::vector<T> pattern(count, value);
		sycl::event end = memcpy_async(to, pattern.data(), count * sizeof(T), q);

		end.wait();
		return end;
	}
}
#define SYCL_CC_MEMSET(NAME, T, TYPE) \
	inline sycl::event NAME##_async(void *to, T value, std::size_t size, sycl::queue q) \
	{ \
		return fill_async(to, static_cast<TYPE>(value), size, q); \
	} \
	inline sycl::event NAME##_async(void *to, std::size_t pitch, T value, std::size_t x, std::size_t y, sycl::queue q) \
	{ \
		std::vector<sycl::event> all; \
\
		for (std::size_t row = 0; row < y; row++) \
			all.push_back(fill_async(static_cast<byte_t *>(to) + row * pitch, static_cast<TYPE>(value), x, q)); \
		return syclcompat::detail::join(q, all); \
	} \
	inline sycl::event NAME##_async(pitched_data to, T value, sycl::range<3> size, sycl::queue q) \
	{ \
		std::vector<sycl::event> all; \
\
		for (std::size_t z = 0; z < size[2]; z++) \
			all.push_back(NAME##_async(static_cast<byte_t *>(to.get_data_ptr()) + z * to.get_y() * to.get_pitch(), to.get_pitch(), value, size[0], \
				size[1], q)); \
		return syclcompat::detail::join(q, all); \
	}
SYCL_CC_MEMSET(memset, int, unsigned char)
SYCL_CC_MEMSET(memset_d16, unsigned short, unsigned short)
SYCL_CC_MEMSET(memset_d32, unsigned int, unsigned int)
#undef SYCL_CC_MEMSET

inline void *malloc(std::size_t size, sycl::queue &)
{
	return mem_mgr::instance().mem_alloc(size);
}
inline void free(void *p, sycl::queue &)
{
	mem_mgr::instance().mem_free(p);
}

}
}

/* --- from pointers to buffers --- */

template <typename T>
bool is_device_ptr(T p)
{
	if constexpr (std::is_pointer_v<T>)
		return detail::mem_mgr::instance().is_device_ptr(p);
	return false;
}
inline buffer_t get_buffer(const void *p)
{
	return detail::mem_mgr::instance().translate_ptr(p).buffer;
}
/* Of all elements of the allocation. */
template <typename T>
sycl::buffer<T> get_buffer(const void *p)
{
	detail::allocation one = detail::mem_mgr::instance().translate_ptr(p);

	return one.buffer.template reinterpret<T, 1>(sycl::range<1>(one.size / sizeof(T)));
}
inline std::pair<buffer_t, std::size_t> get_buffer_and_offset(const void *p)
{
	const detail::allocation one = detail::mem_mgr::instance().translate_ptr(p);

	return { one.buffer, static_cast<std::size_t>(static_cast<const byte_t *>(p) - one.data) };
}
template <sycl::access_mode Mode = sycl::access_mode::read_write>
sycl::accessor<byte_t, 1, Mode> get_access(const void *p, sycl::handler &group)
{
	return get_buffer(p).get_access<Mode>(group);
}
/* When commands that use the memory have ended; until the next one it may be read and written. */
template <typename T>
T *get_host_ptr(const void *p)
{
	detail::allocation one = detail::mem_mgr::instance().translate_ptr(p);
	const sycl::host_accessor all(one.buffer);

	return reinterpret_cast<T *>(&all[static_cast<std::size_t>(static_cast<const byte_t *>(p) - one.data)]);
}

/* An accessor of the allocation and where in it the pointer is, for kernels; Pointer is the pointer's type. */
template <typename Pointer, sycl::access_mode Mode = sycl::access_mode::read_write>
class access_wrapper {
public:
	access_wrapper(const void *p, sycl::handler &group) : accessor_(dpct::get_access<Mode>(p, group)), offset_(get_buffer_and_offset(p).second) {}
	Pointer get_raw_pointer() const { return (Pointer)(&accessor_[0] + offset_); }

private:
	sycl::accessor<byte_t, 1, Mode> accessor_;
	std::size_t offset_;
};
template <typename T>
access_wrapper(T *, sycl::handler &) -> access_wrapper<T *>;

/* --- objects that hold memory --- */

/* Memory of a fixed size, made when it is first asked for, so that the object may be global. */
template <class T, memory_region Region, std::size_t Dimensions>
class device_memory {
public:
	using accessor_t = typename memory_traits<Region, T>::template accessor_t<Dimensions>;
	using value_t = typename memory_traits<Region, T>::value_t;
	using dpct_accessor_t = dpct::accessor<T, Region, Dimensions>;

	device_memory() : device_memory(sycl::range<1>(1)) {}
	device_memory(const sycl::range<int(Dimensions)> &size) : size_(size) { detail::mem_mgr::instance(); }
	device_memory(const sycl::range<int(Dimensions)> &size, std::initializer_list<value_t> &&contents) : device_memory(size)
	{
		contents_ = syclcompat::detail::contents_of<value_t>(contents, size.size());
	}
	template <std::size_t Count = Dimensions>
	device_memory(const std::enable_if_t<Count == 2, sycl::range<2>> &size, std::initializer_list<std::initializer_list<value_t>> &&rows)
		: device_memory(size)
	{
		contents_ = syclcompat::detail::contents_of<value_t>(rows, size);
	}
	template <class... Sizes, std::enable_if_t<sizeof...(Sizes) == Dimensions && (std::is_convertible_v<Sizes, std::size_t> && ...), int> = 0>
	device_memory(Sizes... sizes) : device_memory(sycl::range<int(Dimensions)>(static_cast<std::size_t>(sizes)...)) {}
	device_memory(const device_memory &) = delete;
	device_memory &operator=(const device_memory &) = delete;
	~device_memory()
	{
		if (!is_assigned_)
			detail::mem_mgr::instance().mem_free(data_);
	}

	void init() { init(get_default_queue()); }
	void init(sycl::queue &q)
	{
		if (data_)
			return;
		data_ = static_cast<value_t *>(detail::mem_mgr::instance().mem_alloc(get_size()));
		if (contents_.empty())
			detail::commands::memset_async(data_, 0, get_size(), q).wait();
		else
			detail::commands::memcpy_async(data_, contents_.data(), get_size(), q).wait();
	}
	/* From now on it is that memory, which stays its owner's. */
	void assign(value_t *data, std::size_t size)
	{
		if (!is_assigned_)
			detail::mem_mgr::instance().mem_free(data_);
		data_ = data;
		is_assigned_ = true;
		if constexpr (Dimensions == 1)
			size_[0] = size / sizeof(T);
	}
	value_t *get_ptr() { return get_ptr(get_default_queue()); }
	value_t *get_ptr(sycl::queue &q)
	{
		init(q);
		return data_;
	}
	/* In bytes. */
	std::size_t get_size() { return size_.size() * sizeof(T); }
	template <std::size_t Count = Dimensions>
	std::enable_if_t<Count == 1, T> &operator[](std::size_t i)
	{
		init();
		return *get_host_ptr<T>(data_ + i);
	}
	auto get_access(sycl::handler &group)
	{
		init();
		return get_buffer(data_).template reinterpret<T, int(Dimensions)>(size_).template get_access<memory_traits<Region, T>::mode>(group);
	}

private:
	sycl::range<int(Dimensions)> size_;
	std::vector<value_t> contents_;	/* none: zeros */
	value_t *data_ = nullptr;
	bool is_assigned_ = false;
};

/* One element. */
template <class T, memory_region Region>
class device_memory<T, Region, 0> : public device_memory<T, Region, 1> {
	using base = device_memory<T, Region, 1>;

public:
	using value_t = typename base::value_t;
	using accessor_t = typename memory_traits<Region, T>::template accessor_t<0>;

	device_memory() : base(sycl::range<1>(1)) {}
	device_memory(const value_t &value) : base(sycl::range<1>(1), { value }) {}
	accessor_t get_access(sycl::handler &group)
	{
		auto buffer = get_buffer<T>(base::get_ptr());

		return accessor_t(buffer, group);
	}
};

template <class T, std::size_t Dimensions>
using global_memory = device_memory<T, memory_region::global, Dimensions>;
template <class T, std::size_t Dimensions>
using constant_memory = device_memory<T, memory_region::constant, Dimensions>;
template <class T, std::size_t Dimensions>
using shared_memory = device_memory<T, memory_region::usm_shared, Dimensions>;

}

#endif
#endif
