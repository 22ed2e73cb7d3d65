/* Orders and scopes. */
#ifndef SYCL_MEMORY_ORDER_HPP
#define SYCL_MEMORY_ORDER_HPP

#include <sycl/memory_enums.hpp>

#endif
