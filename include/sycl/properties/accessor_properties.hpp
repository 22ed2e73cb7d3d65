/* Properties of accessors. */
#ifndef SYCL_PROPERTIES_ACCESSOR_PROPERTIES_HPP
#define SYCL_PROPERTIES_ACCESSOR_PROPERTIES_HPP

#include <sycl/property_list.hpp>

#endif
