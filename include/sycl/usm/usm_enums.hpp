/* Kinds of allocations. */
#ifndef SYCL_USM_USM_ENUMS_HPP
#define SYCL_USM_USM_ENUMS_HPP

#include <sycl/queue.hpp>

#endif
