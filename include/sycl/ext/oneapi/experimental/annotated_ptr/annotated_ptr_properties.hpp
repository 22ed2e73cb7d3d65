/* Properties of annotated pointers. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_ANNOTATED_PTR_ANNOTATED_PTR_PROPERTIES_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_ANNOTATED_PTR_ANNOTATED_PTR_PROPERTIES_HPP

#include <sycl/ext/oneapi/experimental/annotated_ptr/annotated_ptr.hpp>

#endif
