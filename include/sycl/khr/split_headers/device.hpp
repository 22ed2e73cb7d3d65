/* Devices and their selectors. */
#ifndef SYCL_KHR_SPLIT_HEADERS_DEVICE_HPP
#define SYCL_KHR_SPLIT_HEADERS_DEVICE_HPP

#include <sycl/device.hpp>
#include <sycl/khr/split_headers/version.hpp>

#endif
