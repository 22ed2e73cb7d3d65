/* How many work-groups a launch has at most. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_MAX_WORK_GROUPS_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_MAX_WORK_GROUPS_HPP

#include <sycl/ext/oneapi/experimental/root_group.hpp>

#endif
