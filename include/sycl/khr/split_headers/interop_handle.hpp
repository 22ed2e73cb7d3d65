/* interop_handle. */
#ifndef SYCL_KHR_SPLIT_HEADERS_INTEROP_HANDLE_HPP
#define SYCL_KHR_SPLIT_HEADERS_INTEROP_HANDLE_HPP

#include <sycl/queue.hpp>
#include <sycl/khr/split_headers/version.hpp>

#endif
