/* The earlier name of split_headers/interop_handle.hpp. */
#ifndef SYCL_KHR_INCLUDES_INTEROP_HANDLE_HPP
#define SYCL_KHR_INCLUDES_INTEROP_HANDLE_HPP

#include <sycl/khr/split_headers/interop_handle.hpp>

#endif
