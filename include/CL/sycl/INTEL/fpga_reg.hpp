/* The first name of a header. */
#ifndef CL_SYCL_INTEL_FPGA_REG_HPP
#define CL_SYCL_INTEL_FPGA_REG_HPP

#include <CL/sycl.hpp>
#include <sycl/ext/intel/fpga_reg.hpp>

#endif
