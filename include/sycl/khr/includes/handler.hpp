/* The earlier name of split_headers/handler.hpp. */
#ifndef SYCL_KHR_INCLUDES_HANDLER_HPP
#define SYCL_KHR_INCLUDES_HANDLER_HPP

#include <sycl/khr/split_headers/handler.hpp>

#endif
