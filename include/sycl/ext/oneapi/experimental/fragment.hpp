/* binary_partition. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_FRAGMENT_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_FRAGMENT_HPP

#include <sycl/ext/oneapi/experimental/non_uniform_groups.hpp>

#endif
