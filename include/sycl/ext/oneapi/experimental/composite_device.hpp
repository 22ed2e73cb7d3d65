/* Devices that are made of others. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_COMPOSITE_DEVICE_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_COMPOSITE_DEVICE_HPP

#include <sycl/device.hpp>

#endif
