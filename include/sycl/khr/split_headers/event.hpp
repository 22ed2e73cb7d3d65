/* Events. */
#ifndef SYCL_KHR_SPLIT_HEADERS_EVENT_HPP
#define SYCL_KHR_SPLIT_HEADERS_EVENT_HPP

#include <sycl/queue.hpp>
#include <sycl/event.hpp>
#include <sycl/khr/split_headers/version.hpp>

#endif
