/* The first name of a header. */
#ifndef CL_SYCL_TYPES_HPP
#define CL_SYCL_TYPES_HPP

#include <CL/sycl.hpp>

#endif
