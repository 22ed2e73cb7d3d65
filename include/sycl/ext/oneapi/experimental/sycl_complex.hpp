/* The name of complex/complex.hpp that programs use. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_SYCL_COMPLEX_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_SYCL_COMPLEX_HPP

#include <sycl/ext/oneapi/experimental/complex/complex.hpp>

#endif
