/* The earlier name of split_headers/multi_ptr.hpp. */
#ifndef SYCL_KHR_INCLUDES_MULTI_PTR_HPP
#define SYCL_KHR_INCLUDES_MULTI_PTR_HPP

#include <sycl/khr/split_headers/multi_ptr.hpp>

#endif
