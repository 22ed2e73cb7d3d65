/* The earlier name of split_headers/type_traits.hpp. */
#ifndef SYCL_KHR_INCLUDES_TYPE_TRAITS_HPP
#define SYCL_KHR_INCLUDES_TYPE_TRAITS_HPP

#include <sycl/khr/split_headers/type_traits.hpp>

#endif
