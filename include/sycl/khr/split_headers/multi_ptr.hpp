/* multi_ptr. */
#ifndef SYCL_KHR_SPLIT_HEADERS_MULTI_PTR_HPP
#define SYCL_KHR_SPLIT_HEADERS_MULTI_PTR_HPP

#include <sycl/multi_ptr.hpp>
#include <sycl/khr/split_headers/version.hpp>

#endif
