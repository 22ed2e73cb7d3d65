/* The first name of a header. */
#ifndef CL_SYCL_INTEROP_HANDLE_HPP
#define CL_SYCL_INTEROP_HANDLE_HPP

#include <CL/sycl.hpp>

#endif
