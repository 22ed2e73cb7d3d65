/* Queues. */
#ifndef SYCL_KHR_SPLIT_HEADERS_QUEUE_HPP
#define SYCL_KHR_SPLIT_HEADERS_QUEUE_HPP

#include <sycl/queue.hpp>
#include <sycl/khr/split_headers/version.hpp>

#endif
