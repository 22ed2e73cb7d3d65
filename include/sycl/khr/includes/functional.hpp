/* The earlier name of split_headers/functional.hpp. */
#ifndef SYCL_KHR_INCLUDES_FUNCTIONAL_HPP
#define SYCL_KHR_INCLUDES_FUNCTIONAL_HPP

#include <sycl/khr/split_headers/functional.hpp>

#endif
