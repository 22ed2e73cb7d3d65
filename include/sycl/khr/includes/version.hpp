/* The earlier name of split_headers/version.hpp. */
#ifndef SYCL_KHR_INCLUDES_VERSION_HPP
#define SYCL_KHR_INCLUDES_VERSION_HPP

#include <sycl/khr/split_headers/version.hpp>

#endif
