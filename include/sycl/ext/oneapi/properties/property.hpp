/* Properties. */
#ifndef SYCL_EXT_ONEAPI_PROPERTIES_PROPERTY_HPP
#define SYCL_EXT_ONEAPI_PROPERTIES_PROPERTY_HPP

#include <sycl/ext/oneapi/properties/properties.hpp>

#endif
