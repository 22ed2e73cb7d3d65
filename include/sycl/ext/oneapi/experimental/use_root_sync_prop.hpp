/* The property of kernels whose work-groups wait for each other. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_USE_ROOT_SYNC_PROP_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_USE_ROOT_SYNC_PROP_HPP

#include <sycl/ext/oneapi/kernel_properties/properties.hpp>

#endif
