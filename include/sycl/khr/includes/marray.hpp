/* The earlier name of split_headers/marray.hpp. */
#ifndef SYCL_KHR_INCLUDES_MARRAY_HPP
#define SYCL_KHR_INCLUDES_MARRAY_HPP

#include <sycl/khr/split_headers/marray.hpp>

#endif
