/* The first name of a header. */
#ifndef CL_SYCL_INTEL_PIPES_HPP
#define CL_SYCL_INTEL_PIPES_HPP

#include <CL/sycl.hpp>
#include <sycl/ext/intel/pipes.hpp>

#endif
