/* The first name of a header. */
#ifndef CL_SYCL_ONEAPI_EXPERIMENTAL_BUILTINS_HPP
#define CL_SYCL_ONEAPI_EXPERIMENTAL_BUILTINS_HPP

#include <CL/sycl.hpp>

#endif
