/* The first name of a header. */
#ifndef CL_SYCL_ASPECTS_HPP
#define CL_SYCL_ASPECTS_HPP

#include <CL/sycl.hpp>

#endif
