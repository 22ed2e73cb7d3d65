/* The names of vectors. */
#ifndef SYCL_ALIASES_HPP
#define SYCL_ALIASES_HPP

#include <sycl/vec.hpp>

#endif
