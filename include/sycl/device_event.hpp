/* Events of copies in kernels. */
#ifndef SYCL_DEVICE_EVENT_HPP
#define SYCL_DEVICE_EVENT_HPP

#include <sycl/group.hpp>

#endif
