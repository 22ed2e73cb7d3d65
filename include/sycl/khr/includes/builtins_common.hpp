/* The earlier name of split_headers/builtins_common.hpp. */
#ifndef SYCL_KHR_INCLUDES_BUILTINS_COMMON_HPP
#define SYCL_KHR_INCLUDES_BUILTINS_COMMON_HPP

#include <sycl/khr/split_headers/builtins_common.hpp>

#endif
