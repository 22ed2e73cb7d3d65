/* Properties of images. */
#ifndef SYCL_PROPERTIES_IMAGE_PROPERTIES_HPP
#define SYCL_PROPERTIES_IMAGE_PROPERTIES_HPP

#include <sycl/image.hpp>

#endif
