/* The first name of a header. */
#ifndef CL_SYCL_BACKEND_HPP
#define CL_SYCL_BACKEND_HPP

#include <CL/sycl.hpp>

#endif
