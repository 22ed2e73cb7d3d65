/* The earlier name of split_headers/kernel_handler.hpp. */
#ifndef SYCL_KHR_INCLUDES_KERNEL_HANDLER_HPP
#define SYCL_KHR_INCLUDES_KERNEL_HANDLER_HPP

#include <sycl/khr/split_headers/kernel_handler.hpp>

#endif
