/* auto_range. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_AUTO_LOCAL_RANGE_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_AUTO_LOCAL_RANGE_HPP

#include <sycl/nd_range.hpp>

#endif
