/* The first name of a header. */
#ifndef CL_SYCL_ALIASES_HPP
#define CL_SYCL_ALIASES_HPP

#include <CL/sycl.hpp>

#endif
