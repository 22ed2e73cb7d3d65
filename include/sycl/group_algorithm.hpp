/* Algorithms of groups. */
#ifndef SYCL_GROUP_ALGORITHM_HPP
#define SYCL_GROUP_ALGORITHM_HPP

#include <sycl/group_algorithms.hpp>

#endif
