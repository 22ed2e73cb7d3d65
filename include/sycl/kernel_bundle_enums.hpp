/* States of kernel bundles. */
#ifndef SYCL_KERNEL_BUNDLE_ENUMS_HPP
#define SYCL_KERNEL_BUNDLE_ENUMS_HPP

#include <sycl/kernel_bundle.hpp>

#endif
