/* The first name of a header. */
#ifndef CL_SYCL_BACKEND_CUDA_HPP
#define CL_SYCL_BACKEND_CUDA_HPP

#include <CL/sycl.hpp>
#include <sycl/backend.hpp>

#endif
