/* The name that the extension has for image.hpp in its table. */
#ifndef SYCL_KHR_SPLIT_HEADERS_IMAGES_HPP
#define SYCL_KHR_SPLIT_HEADERS_IMAGES_HPP

#include <sycl/khr/split_headers/image.hpp>

#endif
