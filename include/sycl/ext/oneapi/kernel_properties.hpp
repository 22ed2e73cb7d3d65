/* Properties of kernels and of functions that are kernels, with all that they bring. */
#ifndef SYCL_EXT_ONEAPI_KERNEL_PROPERTIES_HPP
#define SYCL_EXT_ONEAPI_KERNEL_PROPERTIES_HPP

#include <sycl/ext/oneapi/experimental/free_function_kernels.hpp>
#include <sycl/ext/oneapi/kernel_properties/properties.hpp>

#endif
