/* The first name of a header. */
#ifndef CL_SYCL_EVENT_HPP
#define CL_SYCL_EVENT_HPP

#include <CL/sycl.hpp>

#endif
