/* The earlier name of split_headers/builtins_relational.hpp. */
#ifndef SYCL_KHR_INCLUDES_BUILTINS_RELATIONAL_HPP
#define SYCL_KHR_INCLUDES_BUILTINS_RELATIONAL_HPP

#include <sycl/khr/split_headers/builtins_relational.hpp>

#endif
