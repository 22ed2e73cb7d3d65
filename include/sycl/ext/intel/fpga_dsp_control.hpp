/* math_dsp_control. */
#ifndef SYCL_EXT_INTEL_FPGA_DSP_CONTROL_HPP
#define SYCL_EXT_INTEL_FPGA_DSP_CONTROL_HPP

#include <sycl/ext/intel/fpga_utils.hpp>

#endif
