/* Platforms. */
#ifndef SYCL_PLATFORM_HPP
#define SYCL_PLATFORM_HPP

#include <sycl/device.hpp>

#endif
