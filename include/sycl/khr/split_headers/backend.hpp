/* Backends, and what is native to them. */
#ifndef SYCL_KHR_SPLIT_HEADERS_BACKEND_HPP
#define SYCL_KHR_SPLIT_HEADERS_BACKEND_HPP

#include <sycl/backend.hpp>
#include <sycl/khr/split_headers/version.hpp>

#endif
