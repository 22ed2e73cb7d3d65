/* Ids, ranges and items. */
#ifndef SYCL_KHR_SPLIT_HEADERS_INDEX_SPACE_HPP
#define SYCL_KHR_SPLIT_HEADERS_INDEX_SPACE_HPP

#include <sycl/id.hpp>
#include <sycl/item.hpp>
#include <sycl/nd_item.hpp>
#include <sycl/nd_range.hpp>
#include <sycl/range.hpp>
#include <sycl/khr/split_headers/version.hpp>

#endif
