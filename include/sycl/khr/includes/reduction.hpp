/* The earlier name of split_headers/reduction.hpp. */
#ifndef SYCL_KHR_INCLUDES_REDUCTION_HPP
#define SYCL_KHR_INCLUDES_REDUCTION_HPP

#include <sycl/khr/split_headers/reduction.hpp>

#endif
