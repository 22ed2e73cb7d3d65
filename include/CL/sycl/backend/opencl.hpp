/* The first name of the header. */
#ifndef CL_SYCL_BACKEND_OPENCL_HPP
#define CL_SYCL_BACKEND_OPENCL_HPP

#include <CL/sycl.hpp>
#include <sycl/backend/opencl.hpp>

#endif
