/* work_group_memory. */
#ifndef SYCL_EXT_ONEAPI_WORK_GROUP_MEMORY_HPP
#define SYCL_EXT_ONEAPI_WORK_GROUP_MEMORY_HPP

#include <sycl/ext/oneapi/experimental/work_group_memory.hpp>

#endif
