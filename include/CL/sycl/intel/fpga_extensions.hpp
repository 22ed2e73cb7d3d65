/* The header for FPGAs and its namespace, as they were before they were written in capital letters. */
#ifndef CL_SYCL_FIRST_FPGA_EXTENSIONS_HPP
#define CL_SYCL_FIRST_FPGA_EXTENSIONS_HPP

#include <CL/sycl/INTEL/fpga_extensions.hpp>

namespace sycl {

namespace intel = ext::intel;

}

#endif
