/* Buffers. */
#ifndef SYCL_KHR_SPLIT_HEADERS_BUFFER_HPP
#define SYCL_KHR_SPLIT_HEADERS_BUFFER_HPP

#include <sycl/buffer.hpp>
#include <sycl/khr/split_headers/version.hpp>

#endif
