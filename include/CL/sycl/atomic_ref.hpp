/* The first name of a header. */
#ifndef CL_SYCL_ATOMIC_REF_HPP
#define CL_SYCL_ATOMIC_REF_HPP

#include <CL/sycl.hpp>

#endif
