/* The first name of a header. */
#ifndef CL_SYCL_PROPERTIES_ALL_PROPERTIES_HPP
#define CL_SYCL_PROPERTIES_ALL_PROPERTIES_HPP

#include <CL/sycl.hpp>

#endif
