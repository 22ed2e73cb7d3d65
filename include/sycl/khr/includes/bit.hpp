/* The earlier name of split_headers/bit.hpp. */
#ifndef SYCL_KHR_INCLUDES_BIT_HPP
#define SYCL_KHR_INCLUDES_BIT_HPP

#include <sycl/khr/split_headers/bit.hpp>

#endif
