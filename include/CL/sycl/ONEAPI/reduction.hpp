/* The first name of a header. */
#ifndef CL_SYCL_ONEAPI_REDUCTION_HPP
#define CL_SYCL_ONEAPI_REDUCTION_HPP

#include <CL/sycl.hpp>

#endif
