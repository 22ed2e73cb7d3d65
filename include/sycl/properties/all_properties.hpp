/* Properties. */
#ifndef SYCL_PROPERTIES_ALL_PROPERTIES_HPP
#define SYCL_PROPERTIES_ALL_PROPERTIES_HPP

#include <sycl/device.hpp>
#include <sycl/ext/intel/experimental/kernel_execution_properties.hpp>
#include <sycl/property_list.hpp>

#endif
