/* The earlier name of split_headers/queue.hpp. */
#ifndef SYCL_KHR_INCLUDES_QUEUE_HPP
#define SYCL_KHR_INCLUDES_QUEUE_HPP

#include <sycl/khr/split_headers/queue.hpp>

#endif
