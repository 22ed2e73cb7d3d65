/* Lists of properties. */
#ifndef SYCL_PROPERTY_LIST_CONVERSION_HPP
#define SYCL_PROPERTY_LIST_CONVERSION_HPP

#include <sycl/property_list.hpp>

#endif
