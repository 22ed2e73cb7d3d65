/* Streams. */
#ifndef SYCL_KHR_SPLIT_HEADERS_STREAM_HPP
#define SYCL_KHR_SPLIT_HEADERS_STREAM_HPP

#include <sycl/stream.hpp>
#include <sycl/khr/split_headers/version.hpp>

#endif
