/* group_barrier. */
#ifndef SYCL_GROUP_BARRIER_HPP
#define SYCL_GROUP_BARRIER_HPP

#include <sycl/group_algorithms.hpp>

#endif
