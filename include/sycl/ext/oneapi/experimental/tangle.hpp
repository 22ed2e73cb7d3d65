/* entangle. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_TANGLE_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_TANGLE_HPP

#include <sycl/ext/oneapi/experimental/non_uniform_groups.hpp>

#endif
