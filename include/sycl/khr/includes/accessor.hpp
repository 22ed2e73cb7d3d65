/* The earlier name of split_headers/accessor.hpp. */
#ifndef SYCL_KHR_INCLUDES_ACCESSOR_HPP
#define SYCL_KHR_INCLUDES_ACCESSOR_HPP

#include <sycl/khr/split_headers/accessor.hpp>

#endif
