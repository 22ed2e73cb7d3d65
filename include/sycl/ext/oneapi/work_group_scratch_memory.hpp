/* Its place in DPC++. */
#ifndef SYCL_EXT_ONEAPI_WORK_GROUP_SCRATCH_MEMORY_HPP
#define SYCL_EXT_ONEAPI_WORK_GROUP_SCRATCH_MEMORY_HPP

#include <sycl/ext/oneapi/experimental/work_group_scratch_memory.hpp>

#endif
