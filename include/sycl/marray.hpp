/* marray. */
#ifndef SYCL_MARRAY_HPP
#define SYCL_MARRAY_HPP

#include <sycl/vec.hpp>

#endif
