/* Queries. */
#ifndef SYCL_INFO_INFO_DESC_HPP
#define SYCL_INFO_INFO_DESC_HPP

#include <sycl/info.hpp>

#endif
