/* async_handler. */
#ifndef SYCL_ASYNC_HANDLER_HPP
#define SYCL_ASYNC_HANDLER_HPP

#include <sycl/exception.hpp>

#endif
