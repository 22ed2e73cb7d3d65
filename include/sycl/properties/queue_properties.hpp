/* Properties of queues. */
#ifndef SYCL_PROPERTIES_QUEUE_PROPERTIES_HPP
#define SYCL_PROPERTIES_QUEUE_PROPERTIES_HPP

#include <sycl/ext/oneapi/queue_properties.hpp>
#include <sycl/property_list.hpp>

#endif
