/* Properties of contexts. */
#ifndef SYCL_PROPERTIES_CONTEXT_PROPERTIES_HPP
#define SYCL_PROPERTIES_CONTEXT_PROPERTIES_HPP

#include <sycl/property_list.hpp>

#endif
