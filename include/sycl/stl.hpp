/* The exceptions and spans that older programs look for here. */
#ifndef SYCL_STL_HPP
#define SYCL_STL_HPP

#include <sycl/exception.hpp>
#include <sycl/span.hpp>

#endif
