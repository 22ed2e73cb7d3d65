/* 4.6.3: contexts are made of devices and platforms, and know them. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

int main()
{
	const sycl::device d;
	const sycl::context standard, of_device(d), of_list(std::vector<sycl::device>{ d }), of_platform(d.get_platform());

	check(standard.get_devices() == std::vector<sycl::device>{ d } && of_device.get_devices() == of_list.get_devices());
	check(of_platform.get_devices() == d.get_platform().get_devices() && of_platform.get_platform() == d.get_platform());
	check(of_device.get_info<sycl::info::context::devices>() == of_device.get_devices());
	check(of_device.get_info<sycl::info::context::platform>() == d.get_platform());
	check(of_device != of_list && of_device.get_backend() == d.get_backend());
	for (const auto order : of_device.get_info<sycl::info::context::atomic_memory_order_capabilities>())
		check(order == sycl::memory_order::relaxed || order == sycl::memory_order::acquire || order == sycl::memory_order::release
			|| order == sycl::memory_order::acq_rel || order == sycl::memory_order::seq_cst);
	check(!of_device.get_info<sycl::info::context::atomic_fence_scope_capabilities>().empty());
	const sycl::queue q(of_device, d);
	check(q.get_context() == of_device && q.get_info<sycl::info::queue::context>() == of_device);
	try {
		const sycl::context none(std::vector<sycl::device>{});
		check(false);
	} catch (const sycl::exception &e) {
		check(e.code() == sycl::errc::invalid);
	}
	return done();
}
