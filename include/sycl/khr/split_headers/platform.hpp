/* Platforms. */
#ifndef SYCL_KHR_SPLIT_HEADERS_PLATFORM_HPP
#define SYCL_KHR_SPLIT_HEADERS_PLATFORM_HPP

#include <sycl/device.hpp>
#include <sycl/khr/split_headers/version.hpp>

#endif
