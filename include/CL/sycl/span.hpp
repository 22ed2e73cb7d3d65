/* The first name of a header. */
#ifndef CL_SYCL_SPAN_HPP
#define CL_SYCL_SPAN_HPP

#include <CL/sycl.hpp>

#endif
