/* Built-in functions. */
#ifndef SYCL_BUILTINS_HPP
#define SYCL_BUILTINS_HPP

#include <sycl/math.hpp>

#endif
