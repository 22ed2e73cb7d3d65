/* The earlier name of split_headers/property_list.hpp. */
#ifndef SYCL_KHR_INCLUDES_PROPERTY_LIST_HPP
#define SYCL_KHR_INCLUDES_PROPERTY_LIST_HPP

#include <sycl/khr/split_headers/property_list.hpp>

#endif
