/* The old name of the header, the old name of the namespace, and names of SYCL 1.2.1. */
#ifndef CL_SYCL_HPP
#define CL_SYCL_HPP

#define SYCL_CC_1_2_1
#include <sycl/sycl.hpp>
#include <sycl/sycl_1_2_1.hpp>

namespace cl { namespace sycl = ::sycl; }

#endif
