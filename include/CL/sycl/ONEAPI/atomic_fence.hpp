/* The first name of a header. */
#ifndef CL_SYCL_ONEAPI_ATOMIC_FENCE_HPP
#define CL_SYCL_ONEAPI_ATOMIC_FENCE_HPP

#include <CL/sycl.hpp>

#endif
