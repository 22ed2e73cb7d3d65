/* The earlier name of split_headers/images.hpp. */
#ifndef SYCL_KHR_INCLUDES_IMAGES_HPP
#define SYCL_KHR_INCLUDES_IMAGES_HPP

#include <sycl/khr/split_headers/images.hpp>

#endif
