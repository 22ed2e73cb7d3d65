/* The earlier name of split_headers/usm.hpp. */
#ifndef SYCL_KHR_INCLUDES_USM_HPP
#define SYCL_KHR_INCLUDES_USM_HPP

#include <sycl/khr/split_headers/usm.hpp>

#endif
