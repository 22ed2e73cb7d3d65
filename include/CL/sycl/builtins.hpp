/* The first name of a header. */
#ifndef CL_SYCL_BUILTINS_HPP
#define CL_SYCL_BUILTINS_HPP

#include <CL/sycl.hpp>

#endif
