/* Properties. */
#ifndef SYCL_EXT_ONEAPI_PROPERTIES_PROPERTY_VALUE_HPP
#define SYCL_EXT_ONEAPI_PROPERTIES_PROPERTY_VALUE_HPP

#include <sycl/ext/oneapi/properties/properties.hpp>

#endif
