/* Functions of complex numbers. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_COMPLEX_COMPLEX_MATH_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_COMPLEX_COMPLEX_MATH_HPP

#include <sycl/ext/oneapi/experimental/complex/complex.hpp>

#endif
