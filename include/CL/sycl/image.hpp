/* The first name of a header. */
#ifndef CL_SYCL_IMAGE_HPP
#define CL_SYCL_IMAGE_HPP

#include <CL/sycl.hpp>

#endif
