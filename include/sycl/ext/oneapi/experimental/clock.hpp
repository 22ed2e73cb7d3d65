/* clock: the counter of cycles or of time that the work-items of a sub-group, a work-group or a device share. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_CLOCK_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_CLOCK_HPP

#include <cstdint>

#include <sycl/aspects.hpp>
#include <sycl/detail/builtins.hpp>
#include <sycl/khr/split_headers/version.hpp>

namespace sycl::ext::oneapi::experimental {

enum class clock_scope { sub_group, work_group, device };

}

namespace sycl::detail {

SYCL_CC_USES_ASPECTS(aspect::ext_oneapi_clock_sub_group)
inline std::uint64_t sub_group_clock() { return dev::read_clock(dev::scope_sub_group); }
SYCL_CC_USES_ASPECTS(aspect::ext_oneapi_clock_work_group)
inline std::uint64_t work_group_clock() { return dev::read_clock(dev::scope_work_group); }
SYCL_CC_USES_ASPECTS(aspect::ext_oneapi_clock_device)
inline std::uint64_t device_clock() { return dev::read_clock(dev::scope_device); }

}

namespace sycl::ext::oneapi::experimental {

template <clock_scope Scope>
std::uint64_t clock()
{
	if constexpr (Scope == clock_scope::sub_group)
		return detail::sub_group_clock();
	else if constexpr (Scope == clock_scope::work_group)
		return detail::work_group_clock();
	else
		return detail::device_clock();
}

}

#endif
