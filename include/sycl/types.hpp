/* vec and marray. */
#ifndef SYCL_TYPES_HPP
#define SYCL_TYPES_HPP

#include <sycl/vec.hpp>

#endif
