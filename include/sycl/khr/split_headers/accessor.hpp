/* Accessors. */
#ifndef SYCL_KHR_SPLIT_HEADERS_ACCESSOR_HPP
#define SYCL_KHR_SPLIT_HEADERS_ACCESSOR_HPP

#include <sycl/accessor.hpp>
#include <sycl/khr/split_headers/version.hpp>

#endif
