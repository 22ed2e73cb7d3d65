/* The earlier name of split_headers/vec.hpp. */
#ifndef SYCL_KHR_INCLUDES_VEC_HPP
#define SYCL_KHR_INCLUDES_VEC_HPP

#include <sycl/khr/split_headers/vec.hpp>

#endif
