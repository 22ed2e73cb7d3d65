/* Function objects. */
#ifndef SYCL_KHR_SPLIT_HEADERS_FUNCTIONAL_HPP
#define SYCL_KHR_SPLIT_HEADERS_FUNCTIONAL_HPP

#include <sycl/functional.hpp>
#include <sycl/khr/split_headers/version.hpp>

#endif
