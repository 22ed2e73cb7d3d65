/* Geometric functions. */
#ifndef SYCL_KHR_SPLIT_HEADERS_BUILTINS_GEOMETRIC_HPP
#define SYCL_KHR_SPLIT_HEADERS_BUILTINS_GEOMETRIC_HPP

#include <sycl/math.hpp>
#include <sycl/khr/split_headers/version.hpp>

#endif
