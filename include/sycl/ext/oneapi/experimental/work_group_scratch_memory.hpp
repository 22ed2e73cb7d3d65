/*
 * work_group_scratch_size: a launch asks for bytes of local memory, which kernels get
 * without an accessor.  The launch wraps the function object: each work-item stores
 * where the bytes are, which is the same for all of its group, before it calls it.
 */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_WORK_GROUP_SCRATCH_MEMORY_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_WORK_GROUP_SCRATCH_MEMORY_HPP

#include <cstddef>
#include <cstdint>
#include <utility>

#include <sycl/detail/local_memory.hpp>
#include <sycl/ext/oneapi/properties/properties.hpp>
#include <sycl/khr/split_headers/version.hpp>

namespace sycl {

namespace detail {

#ifdef SYCL_CC_DEVICE
[[clang::loader_uninitialized]] inline SYCL_CC_LOCAL std::uint32_t scratch_offset;
#else
inline thread_local std::uint32_t scratch_offset;
#endif

/* Of all types of objects in local memory. */
inline constexpr std::size_t scratch_alignment = 128;

template <typename Function>
class with_scratch {
public:
	with_scratch(const Function &f, std::uint32_t offset) : f_(f), offset_(offset) {}

	template <typename... Arguments>
	SYCL_CC_WRAPPER SYCL_CC_INLINE auto operator()(Arguments &&...a) const
		-> decltype(std::declval<const Function &>()(std::forward<Arguments>(a)...))
	{
		scratch_offset = offset_;
		return f_(std::forward<Arguments>(a)...);
	}

private:
	Function f_;
	std::uint32_t offset_;
};

}

namespace ext::oneapi::experimental {

struct work_group_scratch_size : detail::run_time_property {
	constexpr work_group_scratch_size(std::size_t bytes) : size(bytes) {}

	std::size_t size;
};
using work_group_scratch_size_key = work_group_scratch_size;

/* Of the work-group; no two work-groups share it. */
SYCL_CC_INLINE void *get_work_group_scratch_memory()
{
	return (unsigned char *)detail::local_pointer<unsigned char>(detail::scratch_offset);
}

}

}

#endif
