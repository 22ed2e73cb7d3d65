/* Mathematics of bfloat16. */
#ifndef SYCL_EXT_ONEAPI_BFLOAT16_MATH_HPP
#define SYCL_EXT_ONEAPI_BFLOAT16_MATH_HPP

#include <sycl/ext/oneapi/experimental/bfloat16_math.hpp>

#endif
