/* Groups. */
#ifndef SYCL_KHR_SPLIT_HEADERS_GROUPS_HPP
#define SYCL_KHR_SPLIT_HEADERS_GROUPS_HPP

#include <sycl/group.hpp>
#include <sycl/sub_group.hpp>
#include <sycl/khr/split_headers/version.hpp>

#endif
