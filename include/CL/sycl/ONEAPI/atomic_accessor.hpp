/* The first name of a header. */
#ifndef CL_SYCL_ONEAPI_ATOMIC_ACCESSOR_HPP
#define CL_SYCL_ONEAPI_ATOMIC_ACCESSOR_HPP

#include <CL/sycl.hpp>

#endif
