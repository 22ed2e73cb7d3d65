/* The earlier name of split_headers/group_algorithms.hpp. */
#ifndef SYCL_KHR_INCLUDES_GROUP_ALGORITHMS_HPP
#define SYCL_KHR_INCLUDES_GROUP_ALGORITHMS_HPP

#include <sycl/khr/split_headers/group_algorithms.hpp>

#endif
