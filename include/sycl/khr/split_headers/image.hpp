/* Images and samplers. */
#ifndef SYCL_KHR_SPLIT_HEADERS_IMAGE_HPP
#define SYCL_KHR_SPLIT_HEADERS_IMAGE_HPP

#include <sycl/image.hpp>
#include <sycl/khr/split_headers/version.hpp>

#endif
