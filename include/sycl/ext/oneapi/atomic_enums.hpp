/* Memory orders and scopes. */
#ifndef SYCL_EXT_ONEAPI_ATOMIC_ENUMS_HPP
#define SYCL_EXT_ONEAPI_ATOMIC_ENUMS_HPP

#include <sycl/memory_enums.hpp>

#endif
