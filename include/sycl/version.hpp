/* The macros of features. */
#ifndef SYCL_VERSION_HPP
#define SYCL_VERSION_HPP

#include <sycl/khr/split_headers/version.hpp>

#endif
