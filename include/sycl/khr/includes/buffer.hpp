/* The earlier name of split_headers/buffer.hpp. */
#ifndef SYCL_KHR_INCLUDES_BUFFER_HPP
#define SYCL_KHR_INCLUDES_BUFFER_HPP

#include <sycl/khr/split_headers/buffer.hpp>

#endif
