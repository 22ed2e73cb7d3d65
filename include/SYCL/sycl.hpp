/* AdaptiveCpp's old name of the header. */
#ifndef SYCL_SYCL_HPP_OLD
#define SYCL_SYCL_HPP_OLD

#include <sycl/sycl.hpp>

#endif
