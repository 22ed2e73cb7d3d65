/* The names of backends. */
#ifndef SYCL_BACKEND_TYPES_HPP
#define SYCL_BACKEND_TYPES_HPP

#include <sycl/info.hpp>

#endif
