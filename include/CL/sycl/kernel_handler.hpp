/* The first name of a header. */
#ifndef CL_SYCL_KERNEL_HANDLER_HPP
#define CL_SYCL_KERNEL_HANDLER_HPP

#include <CL/sycl.hpp>

#endif
