/* The first name of a header. */
#ifndef CL_SYCL_BIT_CAST_HPP
#define CL_SYCL_BIT_CAST_HPP

#include <CL/sycl.hpp>

#endif
