/* The earlier name of split_headers/half.hpp. */
#ifndef SYCL_KHR_INCLUDES_HALF_HPP
#define SYCL_KHR_INCLUDES_HALF_HPP

#include <sycl/khr/split_headers/half.hpp>

#endif
