/* Command groups. */
#ifndef SYCL_KHR_SPLIT_HEADERS_HANDLER_HPP
#define SYCL_KHR_SPLIT_HEADERS_HANDLER_HPP

#include <sycl/queue.hpp>
#include <sycl/handler.hpp>
#include <sycl/khr/split_headers/version.hpp>

#endif
