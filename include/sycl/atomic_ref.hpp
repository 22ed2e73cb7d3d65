/* atomic_ref. */
#ifndef SYCL_ATOMIC_REF_HPP
#define SYCL_ATOMIC_REF_HPP

#include <sycl/atomic.hpp>

#endif
