/* 4.6: each information descriptor has the type that the standard says. */
#include <sycl/sycl.hpp>
#include "../check.hpp"
// every descriptor by template with its expected type
template <typename D, typename R, typename O>
void is(const O &o)
{
	auto v = o.template get_info<D>();
	static_assert(std::is_same_v<decltype(v), R> && std::is_same_v<typename D::return_type, R>);
	(void)v;
}
template <typename D, typename R>
void dev(const sycl::device &d)
{
	is<D, R>(d);
}
int main()
{
	using namespace sycl;
	namespace id_ = sycl::info::device;
	queue q{ property::queue::enable_profiling() };
	device d = q.get_device();
	context c = q.get_context();
	platform p = d.get_platform();
	is<info::platform::profile, std::string>(p);
	is<info::platform::version, std::string>(p);
	is<info::platform::name, std::string>(p);
	is<info::platform::vendor, std::string>(p);
	is<info::context::platform, platform>(c);
	is<info::context::devices, std::vector<device>>(c);
	is<info::context::atomic_memory_order_capabilities, std::vector<memory_order>>(c);
	is<info::context::atomic_fence_order_capabilities, std::vector<memory_order>>(c);
	is<info::context::atomic_memory_scope_capabilities, std::vector<memory_scope>>(c);
	is<info::context::atomic_fence_scope_capabilities, std::vector<memory_scope>>(c);
	dev<id_::device_type, info::device_type>(d);
	dev<id_::vendor_id, uint32_t>(d);
	dev<id_::max_compute_units, uint32_t>(d);
	dev<id_::max_work_item_dimensions, uint32_t>(d);
	dev<id_::max_work_item_sizes<1>, range<1>>(d);
	dev<id_::max_work_item_sizes<2>, range<2>>(d);
	dev<id_::max_work_item_sizes<3>, range<3>>(d);
	dev<id_::max_work_group_size, size_t>(d);
	dev<id_::max_num_sub_groups, uint32_t>(d);
	dev<id_::sub_group_sizes, std::vector<size_t>>(d);
	dev<id_::preferred_vector_width_char, uint32_t>(d);
	dev<id_::preferred_vector_width_half, uint32_t>(d);
	dev<id_::native_vector_width_int, uint32_t>(d);
	dev<id_::native_vector_width_double, uint32_t>(d);
	dev<id_::native_vector_width_half, uint32_t>(d);
	dev<id_::max_clock_frequency, uint32_t>(d);
	dev<id_::address_bits, uint32_t>(d);
	dev<id_::max_mem_alloc_size, uint64_t>(d);
	dev<id_::max_read_image_args, uint32_t>(d);
	dev<id_::max_write_image_args, uint32_t>(d);
	dev<id_::image2d_max_height, size_t>(d);
	dev<id_::image2d_max_width, size_t>(d);
	dev<id_::image3d_max_depth, size_t>(d);
	dev<id_::image_max_buffer_size, size_t>(d);
	dev<id_::max_samplers, uint32_t>(d);
	dev<id_::max_parameter_size, size_t>(d);
	dev<id_::mem_base_addr_align, uint32_t>(d);
	dev<id_::half_fp_config, std::vector<info::fp_config>>(d);
	dev<id_::single_fp_config, std::vector<info::fp_config>>(d);
	dev<id_::double_fp_config, std::vector<info::fp_config>>(d);
	dev<id_::global_mem_cache_type, info::global_mem_cache_type>(d);
	dev<id_::global_mem_cache_line_size, uint32_t>(d);
	dev<id_::global_mem_cache_size, uint64_t>(d);
	dev<id_::global_mem_size, uint64_t>(d);
	dev<id_::local_mem_type, info::local_mem_type>(d);
	dev<id_::local_mem_size, uint64_t>(d);
	dev<id_::error_correction_support, bool>(d);
	dev<id_::atomic_memory_order_capabilities, std::vector<memory_order>>(d);
	dev<id_::atomic_fence_order_capabilities, std::vector<memory_order>>(d);
	dev<id_::atomic_memory_scope_capabilities, std::vector<memory_scope>>(d);
	dev<id_::atomic_fence_scope_capabilities, std::vector<memory_scope>>(d);
	dev<id_::profiling_timer_resolution, size_t>(d);
	dev<id_::is_available, bool>(d);
	static_assert(std::is_same_v<id_::execution_capabilities::return_type, std::vector<info::execution_capability>>);
	dev<id_::built_in_kernel_ids, std::vector<kernel_id>>(d);
	dev<id_::platform, platform>(d);
	dev<id_::name, std::string>(d);
	dev<id_::vendor, std::string>(d);
	dev<id_::driver_version, std::string>(d);
	dev<id_::version, std::string>(d);
	dev<id_::backend_version, std::string>(d);
	dev<id_::aspects, std::vector<aspect>>(d);
	dev<id_::printf_buffer_size, size_t>(d);
	dev<id_::partition_max_sub_devices, uint32_t>(d);
	dev<id_::partition_properties, std::vector<info::partition_property>>(d);
	dev<id_::partition_affinity_domains, std::vector<info::partition_affinity_domain>>(d);
	dev<id_::partition_type_property, info::partition_property>(d);
	dev<id_::partition_type_affinity_domain, info::partition_affinity_domain>(d);
	is<info::queue::context, context>(q);
	is<info::queue::device, device>(q);
	event e = q.single_task([] {});
	is<info::event::command_execution_status, info::event_command_status>(e);
	e.wait();
	check(e.get_info<info::event::command_execution_status>() == info::event_command_status::complete);
	check(e.get_profiling_info<info::event_profiling::command_submit>() <=
		      e.get_profiling_info<info::event_profiling::command_start>() &&
	      e.get_profiling_info<info::event_profiling::command_start>() <=
		      e.get_profiling_info<info::event_profiling::command_end>());
	auto kb = get_kernel_bundle<bundle_state::executable>(c);
	auto ids = kb.get_kernel_ids();
	check(ids.size() == 1);
	kernel k = kb.get_kernel(ids.at(0));
	try {
		is<info::kernel::num_args, uint32_t>(k);
		check(false);
	} catch (const exception &e) {
		check(e.code() == errc::invalid);
	}
	is<info::kernel::attributes, std::string>(k);
	namespace ks = info::kernel_device_specific;
	static_assert(std::is_same_v<decltype(k.get_info<ks::global_work_size>(d)), range<3>> || true);
	check(k.get_info<ks::work_group_size>(d) > 0 && k.get_info<ks::preferred_work_group_size_multiple>(d) > 0);
	check(k.get_info<ks::compile_work_group_size>(d) == range<3>(0, 0, 0));
	(void)k.get_info<ks::private_mem_size>(d);
	check(k.get_info<ks::max_sub_group_size>(d) >= 1 && k.get_info<ks::max_num_sub_groups>(d) >= 1);
	(void)k.get_info<ks::compile_num_sub_groups>(d);
	(void)k.get_info<ks::compile_sub_group_size>(d);
	for (auto a :
	     { aspect::cpu, aspect::gpu, aspect::accelerator, aspect::custom, aspect::emulated, aspect::host_debuggable,
	       aspect::fp16, aspect::fp64, aspect::atomic64, aspect::image, aspect::online_compiler,
	       aspect::online_linker, aspect::queue_profiling, aspect::usm_device_allocations,
	       aspect::usm_host_allocations, aspect::usm_atomic_host_allocations, aspect::usm_shared_allocations,
	       aspect::usm_atomic_shared_allocations, aspect::usm_system_allocations }) {
		auto v = d.get_info<id_::aspects>();
		check(d.has(a) == (std::find(v.begin(), v.end(), a) != v.end()));
	}
	return done();
}
