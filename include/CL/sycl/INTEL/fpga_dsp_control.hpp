/* The first name of a header. */
#ifndef CL_SYCL_INTEL_FPGA_DSP_CONTROL_HPP
#define CL_SYCL_INTEL_FPGA_DSP_CONTROL_HPP

#include <CL/sycl.hpp>
#include <sycl/ext/intel/fpga_dsp_control.hpp>

#endif
