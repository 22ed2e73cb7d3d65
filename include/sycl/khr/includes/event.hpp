/* The earlier name of split_headers/event.hpp. */
#ifndef SYCL_KHR_INCLUDES_EVENT_HPP
#define SYCL_KHR_INCLUDES_EVENT_HPP

#include <sycl/khr/split_headers/event.hpp>

#endif
