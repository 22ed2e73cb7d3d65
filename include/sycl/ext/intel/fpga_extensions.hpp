/* What programs for FPGAs use; they run on the CPU, as in the FPGA's emulator. */
#ifndef SYCL_EXT_INTEL_FPGA_EXTENSIONS_HPP
#define SYCL_EXT_INTEL_FPGA_EXTENSIONS_HPP

#include <sycl/ext/intel/fpga_device_selector.hpp>
#include <sycl/ext/intel/fpga_lsu.hpp>
#include <sycl/ext/intel/fpga_reg.hpp>
#include <sycl/ext/intel/fpga_utils.hpp>
#include <sycl/ext/intel/pipes.hpp>
#include <sycl/sycl.hpp>

#endif
