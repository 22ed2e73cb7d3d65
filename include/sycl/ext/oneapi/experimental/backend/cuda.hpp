/* Objects of CUDA: get_native and make_*, as of every backend. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_BACKEND_CUDA_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_BACKEND_CUDA_HPP

#include <sycl/backend.hpp>

#endif
