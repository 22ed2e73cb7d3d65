/* annotated_arg. */
#ifndef SYCL_EXT_ONEAPI_ANNOTATED_ARG_ANNOTATED_ARG_HPP
#define SYCL_EXT_ONEAPI_ANNOTATED_ARG_ANNOTATED_ARG_HPP

#include <sycl/ext/oneapi/experimental/annotated_arg/annotated_arg.hpp>

#endif
