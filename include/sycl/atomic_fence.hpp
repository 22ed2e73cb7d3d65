/* atomic_fence. */
#ifndef SYCL_ATOMIC_FENCE_HPP
#define SYCL_ATOMIC_FENCE_HPP

#include <sycl/atomic.hpp>

#endif
