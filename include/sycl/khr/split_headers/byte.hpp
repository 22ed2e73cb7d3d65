/* sycl::byte. */
#ifndef SYCL_KHR_SPLIT_HEADERS_BYTE_HPP
#define SYCL_KHR_SPLIT_HEADERS_BYTE_HPP

#include <sycl/vec.hpp>
#include <sycl/khr/split_headers/version.hpp>

#endif
