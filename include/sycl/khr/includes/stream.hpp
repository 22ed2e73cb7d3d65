/* The earlier name of split_headers/stream.hpp. */
#ifndef SYCL_KHR_INCLUDES_STREAM_HPP
#define SYCL_KHR_INCLUDES_STREAM_HPP

#include <sycl/khr/split_headers/stream.hpp>

#endif
