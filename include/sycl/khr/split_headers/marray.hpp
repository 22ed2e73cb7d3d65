/* marray. */
#ifndef SYCL_KHR_SPLIT_HEADERS_MARRAY_HPP
#define SYCL_KHR_SPLIT_HEADERS_MARRAY_HPP

#include <sycl/vec.hpp>
#include <sycl/khr/split_headers/version.hpp>

#endif
