/* The first name of a header. */
#ifndef CL_SYCL_KNOWN_IDENTITY_HPP
#define CL_SYCL_KNOWN_IDENTITY_HPP

#include <CL/sycl.hpp>

#endif
