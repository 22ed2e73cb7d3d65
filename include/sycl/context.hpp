/* Contexts. */
#ifndef SYCL_CONTEXT_HPP
#define SYCL_CONTEXT_HPP

#include <sycl/device.hpp>

#endif
