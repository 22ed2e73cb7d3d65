/* An order of objects by what they share. */
#ifndef SYCL_EXT_ONEAPI_OWNER_LESS_HPP
#define SYCL_EXT_ONEAPI_OWNER_LESS_HPP

#include <sycl/ext/oneapi/weak_object.hpp>

#endif
