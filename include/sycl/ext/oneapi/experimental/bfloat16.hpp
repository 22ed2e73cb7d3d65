/* bfloat16. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_BFLOAT16_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_BFLOAT16_HPP

#include <sycl/ext/oneapi/bfloat16.hpp>

#endif
