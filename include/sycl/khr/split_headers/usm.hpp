/* Unified shared memory. */
#ifndef SYCL_KHR_SPLIT_HEADERS_USM_HPP
#define SYCL_KHR_SPLIT_HEADERS_USM_HPP

#include <sycl/usm.hpp>
#include <sycl/khr/split_headers/version.hpp>

#endif
