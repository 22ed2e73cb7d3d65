/* The first name of a header. */
#ifndef CL_SYCL_ACCESS_ACCESS_HPP
#define CL_SYCL_ACCESS_ACCESS_HPP

#include <CL/sycl.hpp>

#endif
