/* Selectors of devices. */
#ifndef SYCL_DEVICE_SELECTOR_HPP
#define SYCL_DEVICE_SELECTOR_HPP

#include <sycl/device.hpp>

#endif
