/* The first name of a header. */
#ifndef CL_SYCL_USM_USM_POINTER_INFO_HPP
#define CL_SYCL_USM_USM_POINTER_INFO_HPP

#include <CL/sycl.hpp>

#endif
