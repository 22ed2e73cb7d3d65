/* The earlier name of split_headers/groups.hpp. */
#ifndef SYCL_KHR_INCLUDES_GROUPS_HPP
#define SYCL_KHR_INCLUDES_GROUPS_HPP

#include <sycl/khr/split_headers/groups.hpp>

#endif
