/* Algorithms of groups. */
#ifndef SYCL_EXT_ONEAPI_GROUP_ALGORITHM_HPP
#define SYCL_EXT_ONEAPI_GROUP_ALGORITHM_HPP

#include <sycl/group_algorithms.hpp>

#endif
