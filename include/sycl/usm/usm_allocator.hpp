/* usm_allocator. */
#ifndef SYCL_USM_USM_ALLOCATOR_HPP
#define SYCL_USM_USM_ALLOCATOR_HPP

#include <sycl/usm.hpp>

#endif
