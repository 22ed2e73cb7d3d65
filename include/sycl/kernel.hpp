/* Kernels. */
#ifndef SYCL_KERNEL_HPP
#define SYCL_KERNEL_HPP

#include <sycl/kernel_bundle.hpp>

#endif
