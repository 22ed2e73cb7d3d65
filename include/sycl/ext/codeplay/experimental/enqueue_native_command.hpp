/* Commands of the backend's own. */
#ifndef SYCL_EXT_CODEPLAY_EXPERIMENTAL_ENQUEUE_NATIVE_COMMAND_HPP
#define SYCL_EXT_CODEPLAY_EXPERIMENTAL_ENQUEUE_NATIVE_COMMAND_HPP

#include <sycl/handler.hpp>

#endif
