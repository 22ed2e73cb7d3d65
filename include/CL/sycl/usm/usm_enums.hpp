/* The first name of a header. */
#ifndef CL_SYCL_USM_USM_ENUMS_HPP
#define CL_SYCL_USM_USM_ENUMS_HPP

#include <CL/sycl.hpp>

#endif
