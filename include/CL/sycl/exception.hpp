/* The first name of a header. */
#ifndef CL_SYCL_EXCEPTION_HPP
#define CL_SYCL_EXCEPTION_HPP

#include <CL/sycl.hpp>

#endif
