/* half. */
#ifndef SYCL_KHR_SPLIT_HEADERS_HALF_HPP
#define SYCL_KHR_SPLIT_HEADERS_HALF_HPP

#include <sycl/half.hpp>
#include <sycl/khr/split_headers/version.hpp>

#endif
