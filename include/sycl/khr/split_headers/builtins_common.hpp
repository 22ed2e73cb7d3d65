/* Common functions. */
#ifndef SYCL_KHR_SPLIT_HEADERS_BUILTINS_COMMON_HPP
#define SYCL_KHR_SPLIT_HEADERS_BUILTINS_COMMON_HPP

#include <sycl/math.hpp>
#include <sycl/khr/split_headers/version.hpp>

#endif
