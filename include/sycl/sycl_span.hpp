/* span. */
#ifndef SYCL_SYCL_SPAN_HPP
#define SYCL_SYCL_SPAN_HPP

#include <sycl/span.hpp>

#endif
