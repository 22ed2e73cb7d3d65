/* Built-in functions. */
#ifndef SYCL_KHR_SPLIT_HEADERS_MATH_HPP
#define SYCL_KHR_SPLIT_HEADERS_MATH_HPP

#include <sycl/math.hpp>
#include <sycl/khr/split_headers/version.hpp>

#endif
