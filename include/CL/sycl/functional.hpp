/* The first name of a header. */
#ifndef CL_SYCL_FUNCTIONAL_HPP
#define CL_SYCL_FUNCTIONAL_HPP

#include <CL/sycl.hpp>

#endif
