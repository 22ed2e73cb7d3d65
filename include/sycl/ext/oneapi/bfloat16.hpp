/* bfloat16. */
#ifndef SYCL_EXT_ONEAPI_BFLOAT16_HPP
#define SYCL_EXT_ONEAPI_BFLOAT16_HPP

#include <sycl/half.hpp>

#endif
