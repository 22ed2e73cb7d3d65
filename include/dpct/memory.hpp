/*
 * Memory as dpct's functions have it: USM of the default queue's device, or with DPCT_USM_LEVEL_NONE
 * buffers.  The direction of a copy says nothing that the pointers do not, so it has no effect.
 */
#if __has_include_next(<dpct/memory.hpp>)
#include_next <dpct/memory.hpp>
#else
#ifndef DPCT_MEMORY_HPP
#define DPCT_MEMORY_HPP

#include <cstddef>
#include <vector>

#include <sycl/sycl.hpp>

#include <dpct/device.hpp>
#include <syclcompat/memory.hpp>

#ifdef DPCT_USM_LEVEL_NONE
#include <dpct/buffers.hpp>
#endif

namespace dpct {

enum memcpy_direction { host_to_host, host_to_device, device_to_host, device_to_device, automatic };

using syclcompat::accessor, syclcompat::byte_t, syclcompat::memory_region, syclcompat::memory_traits, syclcompat::pitched_data,
	syclcompat::pointer_attributes;
#ifndef DPCT_USM_LEVEL_NONE
using syclcompat::constant_memory, syclcompat::device_memory, syclcompat::global_memory, syclcompat::shared_memory;
namespace detail::commands {
using namespace syclcompat;
}
#endif

inline constexpr memory_region global = memory_region::global;
inline constexpr memory_region constant = memory_region::constant;
inline constexpr memory_region local = memory_region::local;
inline constexpr memory_region shared = memory_region::usm_shared;

inline void *dpct_malloc(std::size_t size, sycl::queue &q = get_default_queue())
{
	return detail::commands::malloc(size, q);
}
inline void *dpct_malloc(std::size_t &pitch, std::size_t x, std::size_t y, sycl::queue &q = get_default_queue())
{
	pitch = syclcompat::detail::get_pitch(x);
	return dpct_malloc(pitch * y, q);
}
inline pitched_data dpct_malloc(sycl::range<3> size, sycl::queue &q = get_default_queue())
{
	const std::size_t pitch = syclcompat::detail::get_pitch(size[0]);

	return { dpct_malloc(pitch * size[1] * size[2], q), pitch, size[0], size[1] };
}
inline void dpct_free(void *p, sycl::queue &q = get_default_queue())
{
	detail::commands::free(p, q);
}
/* After the events. */
inline void async_dpct_free(const std::vector<void *> &pointers, const std::vector<sycl::event> &events, sycl::queue &q = get_default_queue())
{
#ifdef DPCT_USM_LEVEL_NONE
	sycl::event::wait(events);
	for (void *p : pointers)
		dpct_free(p, q);
#else
	syclcompat::enqueue_free(pointers, events, q);
#endif
}

/* Copies and fills of bytes, of rows, and of boxes; those with async_ do not wait.  memset_d16 and memset_d32 count values of 2 and 4 bytes. */
#define SYCL_CC_COMMAND(NAME, CALL, PARAMETERS, ARGUMENTS, LAST) \
	inline void NAME(SYCL_CC_LIST PARAMETERS LAST, sycl::queue &q = get_default_queue()) \
	{ \
		detail::commands::CALL##_async(SYCL_CC_LIST ARGUMENTS, q).wait(); \
	} \
	inline void async_##NAME(SYCL_CC_LIST PARAMETERS LAST, sycl::queue &q = get_default_queue()) \
	{ \
		detail::commands::CALL##_async(SYCL_CC_LIST ARGUMENTS, q); \
	}
#define SYCL_CC_LIST(...) __VA_ARGS__
#define SYCL_CC_DIRECTION , memcpy_direction = automatic
SYCL_CC_COMMAND(dpct_memcpy, memcpy, (void *to, const void *from, std::size_t size), (to, from, size), SYCL_CC_DIRECTION)
SYCL_CC_COMMAND(dpct_memcpy, memcpy,
	(void *to, std::size_t to_pitch, const void *from, std::size_t from_pitch, std::size_t x, std::size_t y),
	(to, to_pitch, from, from_pitch, x, y), SYCL_CC_DIRECTION)
SYCL_CC_COMMAND(dpct_memcpy, memcpy, (pitched_data to, sycl::id<3> to_pos, pitched_data from, sycl::id<3> from_pos, sycl::range<3> size),
	(to, to_pos, from, from_pos, size), SYCL_CC_DIRECTION)
#define SYCL_CC_FILL(NAME, CALL, T) \
	SYCL_CC_COMMAND(NAME, CALL, (void *to, T value, std::size_t size), (to, value, size), ) \
	SYCL_CC_COMMAND(NAME, CALL, (void *to, std::size_t pitch, T value, std::size_t x, std::size_t y), (to, pitch, value, x, y), ) \
	SYCL_CC_COMMAND(NAME, CALL, (pitched_data to, T value, sycl::range<3> size), (to, value, size), )
SYCL_CC_FILL(dpct_memset, memset, int)
SYCL_CC_FILL(dpct_memset_d16, memset_d16, unsigned short)
SYCL_CC_FILL(dpct_memset_d32, memset_d32, unsigned int)
#undef SYCL_CC_FILL
#undef SYCL_CC_DIRECTION
#undef SYCL_CC_LIST
#undef SYCL_CC_COMMAND

}

#endif
#endif
