/* atomic_ref. */
#ifndef SYCL_EXT_ONEAPI_ATOMIC_HPP
#define SYCL_EXT_ONEAPI_ATOMIC_HPP

#include <sycl/atomic.hpp>

#endif
