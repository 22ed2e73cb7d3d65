/* atomic_ref. */
#ifndef SYCL_KHR_SPLIT_HEADERS_ATOMIC_HPP
#define SYCL_KHR_SPLIT_HEADERS_ATOMIC_HPP

#include <sycl/atomic.hpp>
#include <sycl/khr/split_headers/version.hpp>

#endif
