/* Objects of Level Zero: get_native and make_*, as of every backend. */
#ifndef SYCL_EXT_ONEAPI_BACKEND_LEVEL_ZERO_HPP
#define SYCL_EXT_ONEAPI_BACKEND_LEVEL_ZERO_HPP

#include <sycl/backend.hpp>

#endif
