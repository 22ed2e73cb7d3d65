/* The first name of a header. */
#ifndef CL_SYCL_QUEUE_HPP
#define CL_SYCL_QUEUE_HPP

#include <CL/sycl.hpp>

#endif
