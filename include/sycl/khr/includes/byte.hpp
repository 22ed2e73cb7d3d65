/* The earlier name of split_headers/byte.hpp. */
#ifndef SYCL_KHR_INCLUDES_BYTE_HPP
#define SYCL_KHR_INCLUDES_BYTE_HPP

#include <sycl/khr/split_headers/byte.hpp>

#endif
