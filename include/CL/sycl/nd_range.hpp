/* The first name of a header. */
#ifndef CL_SYCL_ND_RANGE_HPP
#define CL_SYCL_ND_RANGE_HPP

#include <CL/sycl.hpp>

#endif
