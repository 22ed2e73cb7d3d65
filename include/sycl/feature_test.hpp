/* The macros of features. */
#ifndef SYCL_FEATURE_TEST_HPP
#define SYCL_FEATURE_TEST_HPP

#include <sycl/version.hpp>

#endif
