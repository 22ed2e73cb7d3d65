/* vec. */
#ifndef SYCL_VECTOR_HPP
#define SYCL_VECTOR_HPP

#include <sycl/vec.hpp>

#endif
