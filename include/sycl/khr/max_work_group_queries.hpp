/* The queries of work-groups. */
#ifndef SYCL_KHR_MAX_WORK_GROUP_QUERIES_HPP
#define SYCL_KHR_MAX_WORK_GROUP_QUERIES_HPP

#include <sycl/device.hpp>

#endif
