/* The first name of a header. */
#ifndef CL_SYCL_BUFFER_HPP
#define CL_SYCL_BUFFER_HPP

#include <CL/sycl.hpp>

#endif
