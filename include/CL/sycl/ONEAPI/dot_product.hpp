/* The first name of a header. */
#ifndef CL_SYCL_ONEAPI_DOT_PRODUCT_HPP
#define CL_SYCL_ONEAPI_DOT_PRODUCT_HPP

#include <CL/sycl.hpp>

#endif
