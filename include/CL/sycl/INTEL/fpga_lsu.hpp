/* The first name of a header. */
#ifndef CL_SYCL_INTEL_FPGA_LSU_HPP
#define CL_SYCL_INTEL_FPGA_LSU_HPP

#include <CL/sycl.hpp>
#include <sycl/ext/intel/fpga_lsu.hpp>

#endif
