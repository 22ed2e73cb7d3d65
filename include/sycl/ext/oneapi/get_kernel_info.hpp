/* get_kernel_info: what a kernel object says, without a kernel bundle. */
#ifndef SYCL_EXT_ONEAPI_GET_KERNEL_INFO_HPP
#define SYCL_EXT_ONEAPI_GET_KERNEL_INFO_HPP

#include <sycl/kernel_bundle.hpp>
#include <sycl/khr/split_headers/version.hpp>

namespace sycl::ext::oneapi {

template <typename Name, typename Param>
typename Param::return_type get_kernel_info(const context &context)
{
	return get_kernel_bundle<Name, bundle_state::executable>(context).template get_kernel<Name>().template get_info<Param>();
}
template <typename Name, typename Param>
typename Param::return_type get_kernel_info(const context &context, const device &device)
{
	return get_kernel_bundle<Name, bundle_state::executable>(context, { device }).template get_kernel<Name>().template get_info<Param>(device);
}
template <typename Name, typename Param>
typename Param::return_type get_kernel_info(const queue &q)
{
	return oneapi::get_kernel_info<Name, Param>(q.get_context(), q.get_device());
}

}

#endif
