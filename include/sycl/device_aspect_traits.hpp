/* Which aspects the devices of this build have. */
#ifndef SYCL_DEVICE_ASPECT_TRAITS_HPP
#define SYCL_DEVICE_ASPECT_TRAITS_HPP

#include <sycl/device_traits.hpp>

#endif
