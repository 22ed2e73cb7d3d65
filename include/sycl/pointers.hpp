/* The names of multi_ptr. */
#ifndef SYCL_POINTERS_HPP
#define SYCL_POINTERS_HPP

#include <sycl/multi_ptr.hpp>

#endif
