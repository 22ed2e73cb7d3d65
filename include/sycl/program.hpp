/* Programs of SYCL 1.2.1 are kernel bundles. */
#ifndef SYCL_PROGRAM_HPP
#define SYCL_PROGRAM_HPP

#include <sycl/kernel_bundle.hpp>

#endif
