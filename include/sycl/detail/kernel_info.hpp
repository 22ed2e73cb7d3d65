/* What an integration header specialises before everything else. */
#ifndef SYCL_DETAIL_KERNEL_INFO_HPP
#define SYCL_DETAIL_KERNEL_INFO_HPP

namespace sycl::detail {

template <typename Name>
struct kernel_info;

}

#endif
