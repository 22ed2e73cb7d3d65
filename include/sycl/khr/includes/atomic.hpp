/* The earlier name of split_headers/atomic.hpp. */
#ifndef SYCL_KHR_INCLUDES_ATOMIC_HPP
#define SYCL_KHR_INCLUDES_ATOMIC_HPP

#include <sycl/khr/split_headers/atomic.hpp>

#endif
