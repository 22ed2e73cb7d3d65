/* Algorithms of groups. */
#ifndef SYCL_KHR_SPLIT_HEADERS_GROUP_ALGORITHMS_HPP
#define SYCL_KHR_SPLIT_HEADERS_GROUP_ALGORITHMS_HPP

#include <sycl/group_algorithms.hpp>
#include <sycl/khr/split_headers/version.hpp>

#endif
