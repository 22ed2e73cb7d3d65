/* The first name of a header. */
#ifndef CL_SYCL_DEVICE_HPP
#define CL_SYCL_DEVICE_HPP

#include <CL/sycl.hpp>

#endif
