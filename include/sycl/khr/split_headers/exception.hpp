/* Exceptions. */
#ifndef SYCL_KHR_SPLIT_HEADERS_EXCEPTION_HPP
#define SYCL_KHR_SPLIT_HEADERS_EXCEPTION_HPP

#include <sycl/exception.hpp>
#include <sycl/device.hpp>
#include <sycl/khr/split_headers/version.hpp>

#endif
