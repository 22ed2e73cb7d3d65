/* The first name of a header. */
#ifndef CL_SYCL_USM_HPP
#define CL_SYCL_USM_HPP

#include <CL/sycl.hpp>

#endif
