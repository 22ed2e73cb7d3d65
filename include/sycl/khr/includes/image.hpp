/* The earlier name of split_headers/image.hpp. */
#ifndef SYCL_KHR_INCLUDES_IMAGE_HPP
#define SYCL_KHR_INCLUDES_IMAGE_HPP

#include <sycl/khr/split_headers/image.hpp>

#endif
