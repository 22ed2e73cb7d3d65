/* interop_handle. */
#ifndef SYCL_INTEROP_HANDLE_HPP
#define SYCL_INTEROP_HANDLE_HPP

#include <sycl/queue.hpp>

#endif
