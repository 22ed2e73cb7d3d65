/* AdaptiveCpp's own name of the header; editors include the names of its parts, which are links to this file. */
#ifndef HIPSYCL_SYCL_HPP
#define HIPSYCL_SYCL_HPP

#include <sycl/sycl.hpp>

#endif
