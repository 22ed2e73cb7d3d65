/* Asynchronous errors. */
#ifndef SYCL_EXCEPTION_LIST_HPP
#define SYCL_EXCEPTION_LIST_HPP

#include <sycl/exception.hpp>

#endif
