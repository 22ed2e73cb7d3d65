/*
 * sycl::aspect: the optional features of devices.  In the device
 * pass the attribute marks the enumeration that has the numbers of aspects.
 */
#ifndef SYCL_ASPECTS_HPP
#define SYCL_ASPECTS_HPP

#include <sycl/detail/defines.hpp>

namespace sycl {

#ifdef SYCL_CC_DEVICE
enum class [[__sycl_detail__::__sycl_type__(aspect)]] aspect {
#else
enum class aspect {
#endif
#define SYCL_CC_ASPECT(number, name) name = number,
#include <sycl-cc/aspects.def>
};

namespace detail {

inline constexpr aspect all_aspects[] = {
#define SYCL_CC_ASPECT(number, name) aspect::name,
#include <sycl-cc/aspects.def>
};

} // namespace detail

}

#endif
