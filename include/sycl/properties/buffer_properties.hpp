/* Properties of buffers. */
#ifndef SYCL_PROPERTIES_BUFFER_PROPERTIES_HPP
#define SYCL_PROPERTIES_BUFFER_PROPERTIES_HPP

#include <sycl/device.hpp>
#include <sycl/property_list.hpp>

#endif
