/* span. */
#ifndef SYCL_KHR_SPLIT_HEADERS_SPAN_HPP
#define SYCL_KHR_SPLIT_HEADERS_SPAN_HPP

#include <sycl/span.hpp>
#include <sycl/khr/split_headers/version.hpp>

#endif
