/* Contexts. */
#ifndef SYCL_KHR_SPLIT_HEADERS_CONTEXT_HPP
#define SYCL_KHR_SPLIT_HEADERS_CONTEXT_HPP

#include <sycl/device.hpp>
#include <sycl/khr/split_headers/version.hpp>

#endif
