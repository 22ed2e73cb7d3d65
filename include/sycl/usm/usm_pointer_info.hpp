/* What a pointer points to. */
#ifndef SYCL_USM_USM_POINTER_INFO_HPP
#define SYCL_USM_USM_POINTER_INFO_HPP

#include <sycl/usm.hpp>

#endif
