/* Reductions. */
#ifndef SYCL_EXT_ONEAPI_REDUCTION_HPP
#define SYCL_EXT_ONEAPI_REDUCTION_HPP

#include <sycl/reduction.hpp>

#endif
