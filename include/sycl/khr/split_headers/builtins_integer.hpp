/* Functions of integers. */
#ifndef SYCL_KHR_SPLIT_HEADERS_BUILTINS_INTEGER_HPP
#define SYCL_KHR_SPLIT_HEADERS_BUILTINS_INTEGER_HPP

#include <sycl/math.hpp>
#include <sycl/khr/split_headers/version.hpp>

#endif
