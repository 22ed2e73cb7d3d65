/* The earlier name of split_headers/hierarchical_parallelism.hpp. */
#ifndef SYCL_KHR_INCLUDES_HIERARCHICAL_PARALLELISM_HPP
#define SYCL_KHR_INCLUDES_HIERARCHICAL_PARALLELISM_HPP

#include <sycl/khr/split_headers/hierarchical_parallelism.hpp>

#endif
