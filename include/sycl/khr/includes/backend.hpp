/* The earlier name of split_headers/backend.hpp. */
#ifndef SYCL_KHR_INCLUDES_BACKEND_HPP
#define SYCL_KHR_INCLUDES_BACKEND_HPP

#include <sycl/khr/split_headers/backend.hpp>

#endif
