/* The earlier name of split_headers/span.hpp. */
#ifndef SYCL_KHR_INCLUDES_SPAN_HPP
#define SYCL_KHR_INCLUDES_SPAN_HPP

#include <sycl/khr/split_headers/span.hpp>

#endif
