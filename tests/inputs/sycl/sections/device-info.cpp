/* 4.6.4.4: queries of a device are consistent with each other. */
#include <sycl/sycl.hpp>
#include <algorithm>

#include "../check.hpp"

int main()
{
	using namespace sycl;
	namespace d = info::device;
	const device dev;
	const auto sizes = dev.get_info<d::max_work_item_sizes<3>>();
	const std::size_t greatest = dev.get_info<d::max_work_group_size>();

	check(dev.get_info<d::max_work_item_dimensions>() >= 3 && sizes[0] >= 1 && sizes[2] >= 1 && greatest >= 1);
	check(dev.get_info<d::max_work_item_sizes<1>>()[0] >= 1 && dev.get_info<d::max_work_item_sizes<2>>()[1] >= 1);
	check(dev.get_info<d::max_compute_units>() > 0 && dev.get_info<d::address_bits>() == 64 && dev.get_info<d::global_mem_size>() > 0);
	check(dev.get_info<d::max_mem_alloc_size>() <= dev.get_info<d::global_mem_size>() && dev.get_info<d::local_mem_size>() >= 32768);
	check(dev.get_info<d::max_parameter_size>() >= 1024 && dev.get_info<d::mem_base_addr_align>() >= 8 && dev.get_info<d::max_num_sub_groups>() > 0);
	check(dev.get_info<d::half_fp_config>().empty() != dev.has(aspect::fp16) && dev.get_info<d::double_fp_config>().empty() != dev.has(aspect::fp64));
	const auto single = dev.get_info<d::single_fp_config>();
	check(std::find(single.begin(), single.end(), info::fp_config::round_to_nearest) != single.end());
	/* What only OpenCL's devices say; others refuse. */
	const auto says = [&](const auto &f) {
		try {
			return f();
		} catch (const exception &e) {
			return e.code() == errc::invalid && dev.get_backend() != backend::opencl;
		}
	};
	check(says([&] {
		const auto run = dev.get_info<d::execution_capabilities>();
		return dev.get_backend() == backend::opencl && std::find(run.begin(), run.end(), info::execution_capability::exec_kernel) != run.end();
	}));
	check(says([&] { return dev.get_info<d::profile>() == "FULL_PROFILE" && dev.get_backend() == backend::opencl; }));
	check(says([&] { return dev.get_info<d::preferred_interop_user_sync>() && dev.get_backend() == backend::opencl; }));
	check(event().get_backend() == device().get_backend());
	const auto orders = dev.get_info<d::atomic_memory_order_capabilities>();
	const auto scopes = dev.get_info<d::atomic_memory_scope_capabilities>();
	check(std::find(orders.begin(), orders.end(), memory_order::relaxed) != orders.end());
	check(std::find(scopes.begin(), scopes.end(), memory_scope::work_group) != scopes.end());
	check(dev.get_info<d::queue_profiling>() == dev.has(aspect::queue_profiling) && dev.get_info<d::image_support>() == dev.has(aspect::image));
	check(dev.get_info<d::usm_shared_allocations>() == dev.has(aspect::usm_shared_allocations));
	check(dev.get_info<d::native_vector_width_float>() > 0 && dev.get_info<d::preferred_vector_width_int>() > 0 && dev.get_info<d::is_available>());
	check(!dev.get_info<d::name>().empty() && !dev.get_info<d::driver_version>().empty() && dev.get_info<d::built_in_kernel_ids>().empty());
	return done();
}
