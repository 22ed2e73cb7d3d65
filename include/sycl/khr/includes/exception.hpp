/* The earlier name of split_headers/exception.hpp. */
#ifndef SYCL_KHR_INCLUDES_EXCEPTION_HPP
#define SYCL_KHR_INCLUDES_EXCEPTION_HPP

#include <sycl/khr/split_headers/exception.hpp>

#endif
