/* The earlier name of split_headers/builtins_math.hpp. */
#ifndef SYCL_KHR_INCLUDES_BUILTINS_MATH_HPP
#define SYCL_KHR_INCLUDES_BUILTINS_MATH_HPP

#include <sycl/khr/split_headers/builtins_math.hpp>

#endif
