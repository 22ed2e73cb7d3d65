/* Queries of kernels on a queue. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_KERNEL_QUEUE_INFO_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_KERNEL_QUEUE_INFO_HPP

#include <sycl/kernel_bundle.hpp>

#endif
