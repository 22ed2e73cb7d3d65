/* The first name of a header. */
#ifndef CL_SYCL_CONTEXT_HPP
#define CL_SYCL_CONTEXT_HPP

#include <CL/sycl.hpp>

#endif
