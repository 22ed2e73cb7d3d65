/* The first name of the header for FPGAs. */
#ifndef CL_SYCL_INTEL_FPGA_EXTENSIONS_HPP
#define CL_SYCL_INTEL_FPGA_EXTENSIONS_HPP

#include <CL/sycl.hpp>
#include <sycl/ext/intel/fpga_extensions.hpp>

#endif
