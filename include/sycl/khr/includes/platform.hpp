/* The earlier name of split_headers/platform.hpp. */
#ifndef SYCL_KHR_INCLUDES_PLATFORM_HPP
#define SYCL_KHR_INCLUDES_PLATFORM_HPP

#include <sycl/khr/split_headers/platform.hpp>

#endif
