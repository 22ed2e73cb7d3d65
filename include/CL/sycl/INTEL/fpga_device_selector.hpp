/* The first name of a header. */
#ifndef CL_SYCL_INTEL_FPGA_DEVICE_SELECTOR_HPP
#define CL_SYCL_INTEL_FPGA_DEVICE_SELECTOR_HPP

#include <CL/sycl.hpp>
#include <sycl/ext/intel/fpga_device_selector.hpp>

#endif
