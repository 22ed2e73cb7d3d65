/* The earlier name of split_headers/device.hpp. */
#ifndef SYCL_KHR_INCLUDES_DEVICE_HPP
#define SYCL_KHR_INCLUDES_DEVICE_HPP

#include <sycl/khr/split_headers/device.hpp>

#endif
