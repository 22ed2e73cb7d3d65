/* The first name of a header. */
#ifndef CL_SYCL_PROGRAM_HPP
#define CL_SYCL_PROGRAM_HPP

#include <CL/sycl.hpp>

#endif
