/* Function objects. */
#ifndef SYCL_EXT_ONEAPI_FUNCTIONAL_HPP
#define SYCL_EXT_ONEAPI_FUNCTIONAL_HPP

#include <sycl/functional.hpp>

#endif
