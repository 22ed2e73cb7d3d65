/* Traits of properties. */
#ifndef SYCL_PROPERTIES_PROPERTY_TRAITS_HPP
#define SYCL_PROPERTIES_PROPERTY_TRAITS_HPP

#include <sycl/property_list.hpp>

#endif
