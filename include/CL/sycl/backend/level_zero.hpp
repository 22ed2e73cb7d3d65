/* The first name of a header. */
#ifndef CL_SYCL_BACKEND_LEVEL_ZERO_HPP
#define CL_SYCL_BACKEND_LEVEL_ZERO_HPP

#include <CL/sycl.hpp>
#include <sycl/backend.hpp>

#endif
