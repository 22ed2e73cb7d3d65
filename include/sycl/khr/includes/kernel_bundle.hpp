/* The earlier name of split_headers/kernel_bundle.hpp. */
#ifndef SYCL_KHR_INCLUDES_KERNEL_BUNDLE_HPP
#define SYCL_KHR_INCLUDES_KERNEL_BUNDLE_HPP

#include <sycl/khr/split_headers/kernel_bundle.hpp>

#endif
