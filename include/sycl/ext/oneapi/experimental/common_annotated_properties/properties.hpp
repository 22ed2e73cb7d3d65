/* Properties of annotated pointers and arguments. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_COMMON_ANNOTATED_PROPERTIES_PROPERTIES_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_COMMON_ANNOTATED_PROPERTIES_PROPERTIES_HPP

#include <sycl/ext/oneapi/experimental/annotated_arg/properties.hpp>

#endif
