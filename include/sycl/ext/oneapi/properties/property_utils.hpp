/* Lists of properties. */
#ifndef SYCL_EXT_ONEAPI_PROPERTIES_PROPERTY_UTILS_HPP
#define SYCL_EXT_ONEAPI_PROPERTIES_PROPERTY_UTILS_HPP

#include <sycl/ext/oneapi/properties/properties.hpp>

#endif
