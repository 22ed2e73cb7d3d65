/* Properties of annotated arguments for FPGAs. */
#ifndef SYCL_EXT_INTEL_EXPERIMENTAL_FPGA_ANNOTATED_PROPERTIES_HPP
#define SYCL_EXT_INTEL_EXPERIMENTAL_FPGA_ANNOTATED_PROPERTIES_HPP

#include <sycl/ext/oneapi/experimental/annotated_arg/properties.hpp>

#endif
