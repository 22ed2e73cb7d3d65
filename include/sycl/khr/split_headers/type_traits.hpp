/* Traits of types. */
#ifndef SYCL_KHR_SPLIT_HEADERS_TYPE_TRAITS_HPP
#define SYCL_KHR_SPLIT_HEADERS_TYPE_TRAITS_HPP

#include <sycl/device_traits.hpp>
#include <sycl/group_algorithms.hpp>
#include <sycl/multi_ptr.hpp>
#include <sycl/property_list.hpp>
#include <sycl/type_traits.hpp>
#include <sycl/khr/split_headers/version.hpp>

#endif
