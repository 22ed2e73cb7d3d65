/* kernel_handler. */
#ifndef SYCL_KHR_SPLIT_HEADERS_KERNEL_HANDLER_HPP
#define SYCL_KHR_SPLIT_HEADERS_KERNEL_HANDLER_HPP

#include <sycl/kernel_handler.hpp>
#include <sycl/khr/split_headers/version.hpp>

#endif
