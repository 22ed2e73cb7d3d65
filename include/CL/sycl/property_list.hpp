/* The first name of a header. */
#ifndef CL_SYCL_PROPERTY_LIST_HPP
#define CL_SYCL_PROPERTY_LIST_HPP

#include <CL/sycl.hpp>

#endif
