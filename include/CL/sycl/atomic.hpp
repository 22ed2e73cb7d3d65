/* The first name of a header. */
#ifndef CL_SYCL_ATOMIC_HPP
#define CL_SYCL_ATOMIC_HPP

#include <CL/sycl.hpp>

#endif
