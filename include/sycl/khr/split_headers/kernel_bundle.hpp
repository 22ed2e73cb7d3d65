/* Kernel bundles and specialization constants. */
#ifndef SYCL_KHR_SPLIT_HEADERS_KERNEL_BUNDLE_HPP
#define SYCL_KHR_SPLIT_HEADERS_KERNEL_BUNDLE_HPP

#include <sycl/kernel_bundle.hpp>
#include <sycl/specialization_id.hpp>
#include <sycl/khr/split_headers/version.hpp>

#endif
