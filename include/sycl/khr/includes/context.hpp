/* The earlier name of split_headers/context.hpp. */
#ifndef SYCL_KHR_INCLUDES_CONTEXT_HPP
#define SYCL_KHR_INCLUDES_CONTEXT_HPP

#include <sycl/khr/split_headers/context.hpp>

#endif
