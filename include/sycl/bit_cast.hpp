/* bit_cast. */
#ifndef SYCL_BIT_CAST_HPP
#define SYCL_BIT_CAST_HPP

#include <sycl/math.hpp>

#endif
