/* The first name of a header. */
#ifndef CL_SYCL_INFO_INFO_DESC_HPP
#define CL_SYCL_INFO_INFO_DESC_HPP

#include <CL/sycl.hpp>

#endif
