/* Modes, targets and address spaces. */
#ifndef SYCL_ACCESS_ACCESS_HPP
#define SYCL_ACCESS_ACCESS_HPP

#include <sycl/memory_enums.hpp>

#endif
