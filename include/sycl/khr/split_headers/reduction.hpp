/* Reductions and function objects. */
#ifndef SYCL_KHR_SPLIT_HEADERS_REDUCTION_HPP
#define SYCL_KHR_SPLIT_HEADERS_REDUCTION_HPP

#include <sycl/queue.hpp>
#include <sycl/functional.hpp>
#include <sycl/reduction.hpp>
#include <sycl/khr/split_headers/version.hpp>

#endif
