/* Access modes, targets and address spaces. */
#ifndef SYCL_ACCESS_ACCESS_BASE_HPP
#define SYCL_ACCESS_ACCESS_BASE_HPP

#include <sycl/access/access.hpp>

#endif
