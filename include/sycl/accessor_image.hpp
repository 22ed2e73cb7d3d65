/* Accessors of images. */
#ifndef SYCL_ACCESSOR_IMAGE_HPP
#define SYCL_ACCESSOR_IMAGE_HPP

#include <sycl/image.hpp>

#endif
