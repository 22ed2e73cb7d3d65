/* half. */
#ifndef SYCL_HALF_TYPE_HPP
#define SYCL_HALF_TYPE_HPP

#include <sycl/half.hpp>

#endif
