/* Allocations that are annotated pointers, given back. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_ANNOTATED_USM_DEALLOC_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_ANNOTATED_USM_DEALLOC_HPP

#include <sycl/ext/oneapi/experimental/annotated_usm/alloc_util.hpp>

#endif
