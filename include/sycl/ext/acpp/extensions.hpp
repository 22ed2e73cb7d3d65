/*
 * AdaptiveCpp's extensions that are functions: factories of buffers, arguments that the compiler
 * may take for constants, advice, and members of queue and handler.
 */
#ifndef SYCL_EXT_ACPP_EXTENSIONS_HPP
#define SYCL_EXT_ACPP_EXTENSIONS_HPP

#include <type_traits>
#include <vector>

#include <sycl/buffer.hpp>
#include <sycl/ext/acpp/properties.hpp>
#include <sycl/queue.hpp>

namespace sycl {

/* A value that a compiler at run time may take for a constant; here a value like others. */
template <typename T>
class specialized {
public:
	specialized() = default;
	specialized(const T &value) : value_(value) {}
	specialized &operator=(const T &value)
	{
		value_ = value;
		return *this;
	}
	operator T() const { return value_; }

private:
	T value_;
};

namespace property::command_group {
/* The command runs on that device; commands of the queue keep their order. */
struct AdaptiveCpp_retarget : detail::value_property<device> {
	using value_property::value_property;
};
}

/* Kinds of accessors. */
template <typename T, int Dimensions = 1, access_mode Mode = std::is_const_v<T> ? access_mode::read : access_mode::read_write,
	target Target = target::device>
using raw_accessor = accessor<T, Dimensions, Mode, Target, accessor_variant::raw>;
template <typename T, int Dimensions = 1, access_mode Mode = std::is_const_v<T> ? access_mode::read : access_mode::read_write,
	target Target = target::device>
using ranged_accessor = accessor<T, Dimensions, Mode, Target, accessor_variant::ranged>;
template <typename T, int Dimensions = 1, access_mode Mode = std::is_const_v<T> ? access_mode::read : access_mode::read_write,
	target Target = target::device>
using unranged_accessor = accessor<T, Dimensions, Mode, Target, accessor_variant::unranged>;
template <typename T, int Dimensions = 1, access_mode Mode = std::is_const_v<T> ? access_mode::read : access_mode::read_write,
	target Target = target::device>
using ranged_placeholder_accessor = accessor<T, Dimensions, Mode, Target, accessor_variant::ranged_placeholder>;
template <typename T, int Dimensions = 1, access_mode Mode = std::is_const_v<T> ? access_mode::read : access_mode::read_write,
	target Target = target::device>
using unranged_placeholder_accessor = accessor<T, Dimensions, Mode, Target, accessor_variant::unranged_placeholder>;
inline constexpr mode_tag_t<access_mode::read> read_only_raw{};
inline constexpr mode_tag_t<access_mode::read_write> read_write_raw{};
inline constexpr mode_tag_t<access_mode::write> write_only_raw{};

/* What work-items do at the end of parallel_for_work_item<...>(f). */
namespace vendor::hipsycl::synchronization {
struct none {};
template <access::fence_space = access::fence_space::global_and_local>
struct barrier {};
template <access::fence_space, access_mode = access_mode::read_write>
struct mem_fence {};
using local_barrier = barrier<access::fence_space::local_space>;
using local_mem_fence = mem_fence<access::fence_space::local_space>;
using global_mem_fence = mem_fence<access::fence_space::global_space>;
using global_and_local_mem_fence = mem_fence<access::fence_space::global_and_local>;
}

inline void mem_advise(const void *p, std::size_t size, int advice, const queue &q)
{
	queue(q).mem_advise(p, size, advice).wait();
}
inline void mem_advise(const void *p, std::size_t size, int advice, const context &context, const device &device)
{
	queue(context, device).mem_advise(p, size, advice).wait();
}

/*
 * Buffers with memory of their own, and with the program's.  The destructors of all wait for what
 * writes the program's memory: "async" allows that they do not.
 */
template <typename T, int Dimensions>
buffer<T, Dimensions> make_sync_buffer(range<Dimensions> size)
{
	return buffer<T, Dimensions>(size);
}
template <typename T, int Dimensions>
buffer<T, Dimensions> make_sync_buffer(const T *contents, range<Dimensions> size)
{
	return buffer<T, Dimensions>(contents, size);
}
template <typename T, int Dimensions>
buffer<T, Dimensions> make_async_buffer(range<Dimensions> size)
{
	return buffer<T, Dimensions>(size);
}
template <typename T, int Dimensions>
buffer<T, Dimensions> make_async_buffer(const T *contents, range<Dimensions> size)
{
	return buffer<T, Dimensions>(contents, size);
}
template <typename T, int Dimensions>
buffer<T, Dimensions> make_sync_writeback_view(T *host, range<Dimensions> size)
{
	return buffer<T, Dimensions>(host, size);
}
template <typename T, int Dimensions>
buffer<T, Dimensions> make_async_writeback_view(T *host, range<Dimensions> size)
{
	return buffer<T, Dimensions>(host, size);
}
template <typename T, int Dimensions>
buffer<T, Dimensions> make_async_writeback_view(T *host, range<Dimensions> size, const queue &)
{
	return buffer<T, Dimensions>(host, size);
}
template <typename T, int Dimensions>
buffer<T, Dimensions> make_sync_view(T *host, range<Dimensions> size)
{
	return buffer<T, Dimensions>(host, size);
}
template <typename T, int Dimensions>
buffer<T, Dimensions> make_async_view(T *host, range<Dimensions> size)
{
	return buffer<T, Dimensions>(host, size);
}

template <typename Function>
event queue::submit(const property_list &properties, Function group)
{
	using retarget = property::command_group::AdaptiveCpp_retarget;

	if (!properties.has_property<retarget>() || properties.get_property<retarget>().detail_value() == get_device())
		return submit(group);
	const std::vector<event> before = is_in_order() ? get_wait_list() : std::vector<event>();
	const event done = queue(properties.get_property<retarget>().detail_value(), handler_of(*state_)).submit([&](handler &h) {
		h.depends_on(before);
		group(h);
	});
	/* This queue waits for it, too. */
	ext_oneapi_submit_barrier(std::vector<event>{ done });
	return done;
}

template <>
struct is_property_of<property::queue::AdaptiveCpp_coarse_grained_events, queue> : std::true_type {};
template <typename T, int Dimensions, typename Allocator>
struct is_property_of<property::buffer::AdaptiveCpp_page_size<Dimensions>, buffer<T, Dimensions, Allocator>> : std::true_type {};
template <typename T, int Dimensions, typename Allocator>
struct is_property_of<property::buffer::AdaptiveCpp_buffer_uses_external_storage, buffer<T, Dimensions, Allocator>> : std::true_type {};
template <typename T, int Dimensions, typename Allocator>
struct is_property_of<property::buffer::AdaptiveCpp_buffer_writes_back, buffer<T, Dimensions, Allocator>> : std::true_type {};
template <typename T, int Dimensions, typename Allocator>
struct is_property_of<property::buffer::AdaptiveCpp_buffer_destructor_blocks, buffer<T, Dimensions, Allocator>> : std::true_type {};

}

/* Where AdaptiveCpp has it. */
namespace hipsycl {
namespace sycl = ::sycl;
}

#endif
