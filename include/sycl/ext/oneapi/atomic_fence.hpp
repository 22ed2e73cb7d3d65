/* Fences. */
#ifndef SYCL_EXT_ONEAPI_ATOMIC_FENCE_HPP
#define SYCL_EXT_ONEAPI_ATOMIC_FENCE_HPP

#include <sycl/group_barrier.hpp>

#endif
