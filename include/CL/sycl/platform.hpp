/* The first name of a header. */
#ifndef CL_SYCL_PLATFORM_HPP
#define CL_SYCL_PLATFORM_HPP

#include <CL/sycl.hpp>

#endif
