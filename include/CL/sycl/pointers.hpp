/* The first name of a header. */
#ifndef CL_SYCL_POINTERS_HPP
#define CL_SYCL_POINTERS_HPP

#include <CL/sycl.hpp>

#endif
