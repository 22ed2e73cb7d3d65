/* Commands that copy and fill rectangles. */
#ifndef SYCL_EXT_ONEAPI_MEMCPY2D_HPP
#define SYCL_EXT_ONEAPI_MEMCPY2D_HPP

#include <sycl/queue.hpp>
#include <sycl/handler.hpp>

#endif
