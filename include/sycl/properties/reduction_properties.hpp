/* Properties of reductions. */
#ifndef SYCL_PROPERTIES_REDUCTION_PROPERTIES_HPP
#define SYCL_PROPERTIES_REDUCTION_PROPERTIES_HPP

#include <sycl/property_list.hpp>

#endif
