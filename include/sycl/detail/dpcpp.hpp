/*
 * What programs take from the detail namespaces of DPC++: sycl::ext::oneapi::detail has the orders and scopes of atomics and
 * all that sycl::detail has.  sub_group_mask.hpp has Builder, wi-data.hpp what belongs to matrices.
 */
#ifndef SYCL_DETAIL_DPCPP_HPP
#define SYCL_DETAIL_DPCPP_HPP

#include <sycl/memory_enums.hpp>

namespace sycl {

namespace detail {
}

namespace ext::oneapi::detail {

using namespace sycl::detail;
using sycl::memory_order;
using sycl::memory_scope;

}

}

#endif
