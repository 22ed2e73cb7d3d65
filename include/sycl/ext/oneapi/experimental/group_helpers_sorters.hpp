/* group_with_scratchpad, sorters and the functions that sort. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_GROUP_HELPERS_SORTERS_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_GROUP_HELPERS_SORTERS_HPP

#include <sycl/ext/oneapi/experimental/group_sort.hpp>

#endif
