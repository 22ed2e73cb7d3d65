/* The first name of a header. */
#ifndef CL_SYCL_ONEAPI_GROUP_ALGORITHM_HPP
#define CL_SYCL_ONEAPI_GROUP_ALGORITHM_HPP

#include <CL/sycl.hpp>

#endif
