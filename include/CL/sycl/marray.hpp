/* The first name of a header. */
#ifndef CL_SYCL_MARRAY_HPP
#define CL_SYCL_MARRAY_HPP

#include <CL/sycl.hpp>

#endif
