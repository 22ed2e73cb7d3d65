/* What most programs use, without mathematics, streams, images and graphs. */
#ifndef SYCL_DETAIL_CORE_HPP
#define SYCL_DETAIL_CORE_HPP

#include <sycl/accessor.hpp>
#include <sycl/buffer.hpp>
#include <sycl/detail/dpcpp.hpp>
#include <sycl/detail/standard.hpp>
#include <sycl/device.hpp>
#include <sycl/event.hpp>
#include <sycl/exception.hpp>
#include <sycl/functional.hpp>
#include <sycl/group_algorithms.hpp>
#include <sycl/handler.hpp>
#include <sycl/id.hpp>
#include <sycl/info.hpp>
#include <sycl/item.hpp>
#include <sycl/multi_ptr.hpp>
#include <sycl/nd_item.hpp>
#include <sycl/nd_range.hpp>
#include <sycl/property_list.hpp>
#include <sycl/queue.hpp>
#include <sycl/range.hpp>
#include <sycl/reduction.hpp>
#include <sycl/sub_group.hpp>
#include <sycl/usm.hpp>
#include <sycl/vec.hpp>

#endif
