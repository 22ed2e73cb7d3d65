/* The first name of a header. */
#ifndef CL_SYCL_STL_HPP
#define CL_SYCL_STL_HPP

#include <CL/sycl.hpp>

#endif
