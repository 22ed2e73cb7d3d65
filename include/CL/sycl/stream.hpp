/* The first name of a header. */
#ifndef CL_SYCL_STREAM_HPP
#define CL_SYCL_STREAM_HPP

#include <CL/sycl.hpp>

#endif
