/* The first name of a header. */
#ifndef CL_SYCL_VERSION_HPP
#define CL_SYCL_VERSION_HPP

#include <CL/sycl.hpp>

#endif
