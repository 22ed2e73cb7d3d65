/* h_item and private_memory. */
#ifndef SYCL_KHR_SPLIT_HEADERS_HIERARCHICAL_PARALLELISM_HPP
#define SYCL_KHR_SPLIT_HEADERS_HIERARCHICAL_PARALLELISM_HPP

#include <sycl/group.hpp>
#include <sycl/khr/split_headers/version.hpp>

#endif
