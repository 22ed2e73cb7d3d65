/* Devices selected by backend, type and number. */
#ifndef SYCL_EXT_ONEAPI_FILTER_SELECTOR_HPP
#define SYCL_EXT_ONEAPI_FILTER_SELECTOR_HPP

#include <sycl/device.hpp>

#endif
