/* get_opportunistic_group. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_OPPORTUNISTIC_GROUP_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_OPPORTUNISTIC_GROUP_HPP

#include <sycl/ext/oneapi/experimental/non_uniform_groups.hpp>

#endif
