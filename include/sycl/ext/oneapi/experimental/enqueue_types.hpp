/* prefetch_type. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_ENQUEUE_TYPES_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_ENQUEUE_TYPES_HPP

#include <sycl/ext/oneapi/experimental/enqueue_functions.hpp>

#endif
