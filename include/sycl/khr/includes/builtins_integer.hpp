/* The earlier name of split_headers/builtins_integer.hpp. */
#ifndef SYCL_KHR_INCLUDES_BUILTINS_INTEGER_HPP
#define SYCL_KHR_INCLUDES_BUILTINS_INTEGER_HPP

#include <sycl/khr/split_headers/builtins_integer.hpp>

#endif
