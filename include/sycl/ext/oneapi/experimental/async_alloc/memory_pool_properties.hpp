/* Properties of memory pools. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_ASYNC_ALLOC_MEMORY_POOL_PROPERTIES_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_ASYNC_ALLOC_MEMORY_POOL_PROPERTIES_HPP

#include <sycl/ext/oneapi/experimental/async_alloc/memory_pool.hpp>

#endif
