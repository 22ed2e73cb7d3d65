/* The first name of a header. */
#ifndef CL_SYCL_MULTI_PTR_HPP
#define CL_SYCL_MULTI_PTR_HPP

#include <CL/sycl.hpp>

#endif
