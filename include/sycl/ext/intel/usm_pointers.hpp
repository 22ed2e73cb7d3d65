/* Pointers into a device's or the host's part of global memory, which are one address space here. */
#ifndef SYCL_EXT_INTEL_USM_POINTERS_HPP
#define SYCL_EXT_INTEL_USM_POINTERS_HPP

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/multi_ptr.hpp>

namespace sycl::ext::intel {

template <typename T, access::decorated Decorated = access::decorated::legacy>
using device_ptr = multi_ptr<T, access::address_space::ext_intel_global_device_space, Decorated>;
template <typename T, access::decorated Decorated = access::decorated::legacy>
using host_ptr = multi_ptr<T, access::address_space::ext_intel_global_host_space, Decorated>;
template <typename T>
using raw_device_ptr = device_ptr<T, access::decorated::no>;
template <typename T>
using raw_host_ptr = host_ptr<T, access::decorated::no>;
template <typename T>
using decorated_device_ptr = device_ptr<T, access::decorated::yes>;
template <typename T>
using decorated_host_ptr = host_ptr<T, access::decorated::yes>;

}

#endif
