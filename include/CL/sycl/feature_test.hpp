/* The first name of a header. */
#ifndef CL_SYCL_FEATURE_TEST_HPP
#define CL_SYCL_FEATURE_TEST_HPP

#include <CL/sycl.hpp>

#endif
