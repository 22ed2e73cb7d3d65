/* bit_cast. */
#ifndef SYCL_KHR_SPLIT_HEADERS_BIT_HPP
#define SYCL_KHR_SPLIT_HEADERS_BIT_HPP

#include <sycl/math.hpp>
#include <sycl/khr/split_headers/version.hpp>

#endif
