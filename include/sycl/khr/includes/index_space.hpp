/* The earlier name of split_headers/index_space.hpp. */
#ifndef SYCL_KHR_INCLUDES_INDEX_SPACE_HPP
#define SYCL_KHR_INCLUDES_INDEX_SPACE_HPP

#include <sycl/khr/split_headers/index_space.hpp>

#endif
