/* Allocations that are annotated pointers. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_ANNOTATED_USM_ALLOC_BASE_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_ANNOTATED_USM_ALLOC_BASE_HPP

#include <sycl/ext/oneapi/experimental/annotated_usm/alloc_util.hpp>

#endif
