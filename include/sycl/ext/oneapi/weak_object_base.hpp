/* Objects that do not keep others. */
#ifndef SYCL_EXT_ONEAPI_WEAK_OBJECT_BASE_HPP
#define SYCL_EXT_ONEAPI_WEAK_OBJECT_BASE_HPP

#include <sycl/ext/oneapi/weak_object.hpp>

#endif
