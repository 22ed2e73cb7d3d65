/* The first name of a header. */
#ifndef CL_SYCL_HALF_TYPE_HPP
#define CL_SYCL_HALF_TYPE_HPP

#include <CL/sycl.hpp>

#endif
