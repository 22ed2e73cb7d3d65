/* atomic_ref. */
#ifndef SYCL_EXT_ONEAPI_ATOMIC_REF_HPP
#define SYCL_EXT_ONEAPI_ATOMIC_REF_HPP

#include <sycl/atomic.hpp>

#endif
