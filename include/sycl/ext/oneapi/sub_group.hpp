/* sub_group. */
#ifndef SYCL_EXT_ONEAPI_SUB_GROUP_HPP
#define SYCL_EXT_ONEAPI_SUB_GROUP_HPP

#include <sycl/sub_group.hpp>

#endif
