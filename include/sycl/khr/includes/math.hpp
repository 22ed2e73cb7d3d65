/* The earlier name of split_headers/math.hpp. */
#ifndef SYCL_KHR_INCLUDES_MATH_HPP
#define SYCL_KHR_INCLUDES_MATH_HPP

#include <sycl/khr/split_headers/math.hpp>

#endif
