/* get_fixed_size_group. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_FIXED_SIZE_GROUP_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_FIXED_SIZE_GROUP_HPP

#include <sycl/ext/oneapi/experimental/non_uniform_groups.hpp>

#endif
