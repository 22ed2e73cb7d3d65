/* Functions as kernels. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_FREE_FUNCTION_TRAITS_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_FREE_FUNCTION_TRAITS_HPP

#include <sycl/ext/oneapi/experimental/free_function_kernels.hpp>

#endif
