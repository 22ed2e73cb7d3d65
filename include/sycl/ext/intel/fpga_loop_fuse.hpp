/* fpga_loop_fuse. */
#ifndef SYCL_EXT_INTEL_FPGA_LOOP_FUSE_HPP
#define SYCL_EXT_INTEL_FPGA_LOOP_FUSE_HPP

#include <sycl/ext/intel/fpga_utils.hpp>

#endif
