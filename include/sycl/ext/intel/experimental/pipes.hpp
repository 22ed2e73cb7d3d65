/* Pipes with properties, and from the host. */
#ifndef SYCL_EXT_INTEL_EXPERIMENTAL_PIPES_HPP
#define SYCL_EXT_INTEL_EXPERIMENTAL_PIPES_HPP

#include <sycl/ext/intel/pipes.hpp>

#endif
