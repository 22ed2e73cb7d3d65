/* The first name of a header. */
#ifndef CL_SYCL_INTEL_FPGA_UTILS_HPP
#define CL_SYCL_INTEL_FPGA_UTILS_HPP

#include <CL/sycl.hpp>
#include <sycl/ext/intel/fpga_utils.hpp>

#endif
