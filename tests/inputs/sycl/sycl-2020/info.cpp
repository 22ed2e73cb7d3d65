/* SYCL 2020, 4.6.1 to 4.6.6: device selection, platform, context, device, queue and event, and what get_info() gives. */
#include <sycl/sycl.hpp>
#include <string>
#include <type_traits>
#include <vector>
#include "../check.hpp"

namespace info = sycl::info;
template <typename T>
using list = std::vector<T>;

#define SAME(NAME, ...) static_assert(std::is_same_v<info::NAME::return_type, __VA_ARGS__>)
SAME(platform::version, std::string);
SAME(platform::name, std::string);
SAME(platform::vendor, std::string);
SAME(platform::profile, std::string);
SAME(platform::extensions, list<std::string>);
SAME(context::platform, sycl::platform);
SAME(context::devices, list<sycl::device>);
SAME(context::atomic_memory_order_capabilities, list<sycl::memory_order>);
SAME(context::atomic_fence_order_capabilities, list<sycl::memory_order>);
SAME(context::atomic_memory_scope_capabilities, list<sycl::memory_scope>);
SAME(context::atomic_fence_scope_capabilities, list<sycl::memory_scope>);
SAME(device::device_type, info::device_type);
SAME(device::vendor_id, std::uint32_t);
SAME(device::max_compute_units, std::uint32_t);
SAME(device::max_work_item_dimensions, std::uint32_t);
SAME(device::max_work_item_sizes<1>, sycl::range<1>);
SAME(device::max_work_item_sizes<2>, sycl::range<2>);
SAME(device::max_work_item_sizes<>, sycl::range<3>);
SAME(device::max_work_group_size, std::size_t);
SAME(device::max_num_sub_groups, std::uint32_t);
SAME(device::sub_group_sizes, list<std::size_t>);
#define WIDTH(TYPE) SAME(device::preferred_vector_width_##TYPE, std::uint32_t); SAME(device::native_vector_width_##TYPE, std::uint32_t)
WIDTH(char);
WIDTH(short);
WIDTH(int);
WIDTH(long);
WIDTH(float);
WIDTH(double);
WIDTH(half);
SAME(device::max_clock_frequency, std::uint32_t);
SAME(device::address_bits, std::uint32_t);
SAME(device::max_mem_alloc_size, std::uint64_t);
SAME(device::image_support, bool);
SAME(device::max_read_image_args, std::uint32_t);
SAME(device::max_write_image_args, std::uint32_t);
SAME(device::image2d_max_width, std::size_t);
SAME(device::image2d_max_height, std::size_t);
SAME(device::image3d_max_width, std::size_t);
SAME(device::image3d_max_height, std::size_t);
SAME(device::image3d_max_depth, std::size_t);
SAME(device::image_max_buffer_size, std::size_t);
SAME(device::max_samplers, std::uint32_t);
SAME(device::max_parameter_size, std::size_t);
SAME(device::mem_base_addr_align, std::uint32_t);
SAME(device::half_fp_config, list<info::fp_config>);
SAME(device::single_fp_config, list<info::fp_config>);
SAME(device::double_fp_config, list<info::fp_config>);
SAME(device::global_mem_cache_type, info::global_mem_cache_type);
SAME(device::global_mem_cache_line_size, std::uint32_t);
SAME(device::global_mem_cache_size, std::uint64_t);
SAME(device::global_mem_size, std::uint64_t);
SAME(device::max_constant_buffer_size, std::uint64_t);
SAME(device::max_constant_args, std::uint32_t);
SAME(device::local_mem_type, info::local_mem_type);
SAME(device::local_mem_size, std::uint64_t);
SAME(device::error_correction_support, bool);
SAME(device::host_unified_memory, bool);
SAME(device::atomic_memory_order_capabilities, list<sycl::memory_order>);
SAME(device::atomic_fence_order_capabilities, list<sycl::memory_order>);
SAME(device::atomic_memory_scope_capabilities, list<sycl::memory_scope>);
SAME(device::atomic_fence_scope_capabilities, list<sycl::memory_scope>);
SAME(device::profiling_timer_resolution, std::size_t);
SAME(device::is_endian_little, bool);
SAME(device::is_available, bool);
SAME(device::is_compiler_available, bool);
SAME(device::is_linker_available, bool);
SAME(device::execution_capabilities, list<info::execution_capability>);
SAME(device::queue_profiling, bool);
SAME(device::built_in_kernels, list<std::string>);
SAME(device::built_in_kernel_ids, list<sycl::kernel_id>);
SAME(device::platform, sycl::platform);
SAME(device::name, std::string);
SAME(device::vendor, std::string);
SAME(device::driver_version, std::string);
SAME(device::profile, std::string);
SAME(device::version, std::string);
SAME(device::backend_version, std::string);
SAME(device::aspects, list<sycl::aspect>);
SAME(device::extensions, list<std::string>);
SAME(device::printf_buffer_size, std::size_t);
SAME(device::preferred_interop_user_sync, bool);
SAME(device::parent_device, sycl::device);
SAME(device::partition_max_sub_devices, std::uint32_t);
SAME(device::partition_properties, list<info::partition_property>);
SAME(device::partition_affinity_domains, list<info::partition_affinity_domain>);
SAME(device::partition_type_property, info::partition_property);
SAME(device::partition_type_affinity_domain, info::partition_affinity_domain);
SAME(queue::context, sycl::context);
SAME(queue::device, sycl::device);
SAME(event::command_execution_status, info::event_command_status);
SAME(event_profiling::command_submit, std::uint64_t);
SAME(event_profiling::command_start, std::uint64_t);
SAME(event_profiling::command_end, std::uint64_t);
SAME(kernel::num_args, std::uint32_t);
SAME(kernel::attributes, std::string);
SAME(kernel_device_specific::global_work_size, sycl::range<3>);
SAME(kernel_device_specific::work_group_size, std::size_t);
SAME(kernel_device_specific::compile_work_group_size, sycl::range<3>);
SAME(kernel_device_specific::preferred_work_group_size_multiple, std::size_t);
SAME(kernel_device_specific::private_mem_size, std::size_t);
SAME(kernel_device_specific::max_num_sub_groups, std::uint32_t);
SAME(kernel_device_specific::compile_num_sub_groups, std::uint32_t);
SAME(kernel_device_specific::max_sub_group_size, std::uint32_t);
SAME(kernel_device_specific::compile_sub_group_size, std::uint32_t);

/* Each query gives a value of its type: those of the list are called, most have no value to compare with. */
template <typename... Params, typename Object>
void ask(const Object &object)
{
	((void)static_cast<typename Params::return_type>(object.template get_info<Params>()), ...);
}

template <typename Function>
bool has_code(sycl::errc code, const Function &f)
{
	try {
		f();
	} catch (const sycl::exception &e) {
		return e.code() == code;
	}
	return false;
}

void devices()
{
	namespace q = info::device;
	const sycl::device d, copy(d), cpu(sycl::cpu_selector_v), old(sycl::default_selector{});

	ask<q::device_type, q::vendor_id, q::max_compute_units, q::max_work_item_dimensions, q::max_work_item_sizes<1>,
		q::max_work_item_sizes<2>, q::max_work_item_sizes<3>, q::max_work_group_size, q::max_num_sub_groups, q::sub_group_sizes,
		q::preferred_vector_width_char, q::native_vector_width_half, q::max_clock_frequency, q::image_support, q::max_read_image_args,
		q::max_write_image_args, q::image2d_max_width, q::image2d_max_height, q::image3d_max_width, q::image3d_max_height,
		q::image3d_max_depth, q::image_max_buffer_size, q::max_samplers, q::max_parameter_size, q::half_fp_config, q::double_fp_config,
		q::global_mem_cache_type, q::global_mem_cache_line_size, q::global_mem_cache_size, q::max_constant_buffer_size,
		q::max_constant_args, q::error_correction_support, q::host_unified_memory, q::profiling_timer_resolution,
		q::is_compiler_available, q::is_linker_available, q::queue_profiling, q::built_in_kernels, q::built_in_kernel_ids, q::vendor,
		q::driver_version, q::backend_version, q::extensions, q::printf_buffer_size,
		q::partition_properties, q::partition_affinity_domains>(d);
	check(d.get_info<q::address_bits>() == 64 && d.get_info<q::is_endian_little>() && d.get_info<q::is_available>());
	check(d.get_info<q::max_work_item_dimensions>() >= 3 && d.get_info<q::max_mem_alloc_size>() <= d.get_info<q::global_mem_size>());
	check(d.get_info<q::local_mem_type>() != info::local_mem_type::none && d.get_info<q::local_mem_size>() >= 32 * 1024);
	check(d.get_info<q::mem_base_addr_align>() >= 8 && !d.get_info<q::name>().empty() && !d.get_info<q::version>().empty());
	check(d.get_info<q::platform>() == d.get_platform());
	const bool opencl = d.get_backend() == sycl::backend::opencl;
	check(has_code(sycl::errc::invalid, [&] { (void)d.get_info<q::profile>(); }) == !opencl);
	check(has_code(sycl::errc::invalid, [&] { (void)d.get_info<q::execution_capabilities>(); }) == !opencl);
	check(has_code(sycl::errc::invalid, [&] { (void)d.get_info<q::preferred_interop_user_sync>(); }) == !opencl);
	check(!d.get_info<q::single_fp_config>().empty() && d.get_info<q::partition_type_property>() == info::partition_property::no_partition);
	check(d.get_info<q::partition_type_affinity_domain>() == info::partition_affinity_domain::not_applicable);
	check(has_code(sycl::errc::invalid, [&] { (void)d.get_info<q::parent_device>(); }));
	const list<sycl::memory_order> orders = d.get_info<q::atomic_memory_order_capabilities>();
	const list<sycl::memory_scope> scopes = d.get_info<q::atomic_memory_scope_capabilities>();
	check(std::count(orders.begin(), orders.end(), sycl::memory_order::relaxed) == 1);
	check(std::count(scopes.begin(), scopes.end(), sycl::memory_scope::work_group) == 1);
	check(d.get_info<q::atomic_fence_order_capabilities>().size() > 1 && d.get_info<q::atomic_fence_scope_capabilities>().size() > 1);
	const list<sycl::aspect> aspects = d.get_info<q::aspects>();
	for (sycl::aspect a : aspects)
		check(d.has(a));
	check(std::count(aspects.begin(), aspects.end(), sycl::aspect::cpu) == d.is_cpu());

	check(d == copy && !(d != copy) && std::hash<sycl::device>()(d) == std::hash<sycl::device>()(copy));
	check(cpu.is_cpu() && !cpu.is_gpu() && !cpu.is_accelerator() && cpu.get_info<q::device_type>() == info::device_type::cpu);
	check(old == d && d.get_backend() == d.get_platform().get_backend() && !d.has_extension("none such"));
	const list<sycl::device> all = sycl::device::get_devices();
	check(std::find(all.begin(), all.end(), d) != all.end());
	check(!sycl::device::get_devices(info::device_type::cpu).empty() && sycl::device::get_devices(info::device_type::custom).empty());
	const bool parted = !cpu.get_info<q::partition_properties>().empty();
	check(parted == (cpu.get_info<q::partition_max_sub_devices>() > 1));
	check(has_code(parted ? sycl::errc::invalid : sycl::errc::feature_not_supported,
		[&] { (void)cpu.create_sub_devices<info::partition_property::partition_equally>(5000); }));
	check(has_code(parted ? sycl::errc::invalid : sycl::errc::feature_not_supported, [&] {
		(void)cpu.create_sub_devices<info::partition_property::partition_by_counts>(std::vector<std::size_t>{ 4000, 4000 });
	}));
	check(has_code(sycl::errc::feature_not_supported, [&] {
		(void)cpu.create_sub_devices<info::partition_property::partition_by_affinity_domain>(info::partition_affinity_domain::L4_cache);
	}));
	static_assert(noexcept(d.get_backend()));
}

int pick_cpu(const sycl::device &d) { return d.is_cpu() ? 10 : -1; }
struct picks_nothing {
	int operator()(const sycl::device &) const { return -1; }
};
class picks_cpu : public sycl::device_selector {
public:
	int operator()(const sycl::device &d) const override { return d.is_cpu() ? 1 : -1; }
};

void selection()
{
	check(sycl::device(pick_cpu).is_cpu() && sycl::device(picks_cpu()).is_cpu() && picks_cpu().select_device().is_cpu());
	check(sycl::device([](const sycl::device &d) { return d.is_cpu() ? 1 : -1; }).is_cpu());
	check(has_code(sycl::errc::runtime, [] { sycl::device d{ picks_nothing() }; }));
	check(has_code(sycl::errc::runtime, [] { sycl::queue q{ sycl::accelerator_selector_v }; }));
	check(sycl::platform(sycl::cpu_selector_v).get_devices()[0].is_cpu());
	check(sycl::queue(sycl::cpu_selector_v).get_device().is_cpu() && sycl::default_selector_v(sycl::device()) >= 0);
	check(sycl::gpu_selector_v(sycl::device(sycl::cpu_selector_v)) < 0);
	const auto a = sycl::aspect_selector(std::vector{ sycl::aspect::cpu }, std::vector{ sycl::aspect::gpu });
	const auto b = sycl::aspect_selector(std::vector{ sycl::aspect::cpu });
	const auto c = sycl::aspect_selector(sycl::aspect::cpu, sycl::aspect::usm_shared_allocations);
	const auto e = sycl::aspect_selector<sycl::aspect::cpu, sycl::aspect::usm_shared_allocations>();
	const auto any = sycl::aspect_selector<>();
	check(sycl::device(a).is_cpu() && sycl::device(b).is_cpu() && sycl::device(c).is_cpu() && sycl::device(e).is_cpu() && any(sycl::device()) >= 0);
	check(has_code(sycl::errc::runtime, [] { sycl::device none{ sycl::aspect_selector(sycl::aspect::cpu, sycl::aspect::gpu) }; }));
}

void platforms()
{
	const sycl::platform p, copy(p), of(sycl::cpu_selector_v);
	const list<sycl::platform> all = sycl::platform::get_platforms();

	check(p == copy && !(p != copy) && std::hash<sycl::platform>()(p) == std::hash<sycl::platform>()(copy));
	check(std::find(all.begin(), all.end(), p) != all.end() && !p.get_devices().empty());
	check(!of.get_devices(info::device_type::cpu).empty() && of.get_devices(info::device_type::custom).empty());
	check(!p.get_info<info::platform::name>().empty() && p.get_info<info::platform::profile>() == "FULL_PROFILE");
	ask<info::platform::vendor, info::platform::version, info::platform::extensions>(p);
	check(of.has(sycl::aspect::cpu) && !of.has(sycl::aspect::custom) && !p.has_extension("none such"));
	static_assert(noexcept(p.get_backend()));
}

void contexts()
{
	bool called = false;
	const sycl::async_handler handler = [&](sycl::exception_list) { called = true; };
	const sycl::property_list none;
	const sycl::device d;
	const sycl::context c, copy(c), of_handler(handler), of_device(d), of_both(d, handler, none), of_platform(d.get_platform()),
		of_list(std::vector<sycl::device>{ d }), of_all(std::vector<sycl::device>{ d }, handler), other(d.get_platform(), handler, none);

	check(c == copy && c != of_device && std::hash<sycl::context>()(c) == std::hash<sycl::context>()(copy));
	check(of_device.get_devices() == std::vector{ d } && of_device.get_platform() == d.get_platform() && of_device.get_backend() == d.get_backend());
	check(of_device.get_info<info::context::devices>() == std::vector{ d } && of_device.get_info<info::context::platform>() == d.get_platform());
	ask<info::context::atomic_memory_order_capabilities, info::context::atomic_fence_order_capabilities,
		info::context::atomic_memory_scope_capabilities, info::context::atomic_fence_scope_capabilities>(c);
	check(of_platform.get_devices() == d.get_platform().get_devices() && !called);
	check(!c.has_property<sycl::property::queue::in_order>());
	static_assert(noexcept(c.get_backend()) && !std::is_convertible_v<sycl::device, sycl::context>);
}

void events()
{
	sycl::queue q{ sycl::property::queue::enable_profiling() };
	sycl::event none, e = q.single_task([] {}), copy(e);

	check(none.get_info<info::event::command_execution_status>() == info::event_command_status::complete);
	check(e == copy && e != none && std::hash<sycl::event>()(e) == std::hash<sycl::event>()(copy));
	e.wait();
	sycl::event::wait({ e, none });
	sycl::event::wait_and_throw({ e, none });
	e.wait_and_throw();
	check(e.get_info<info::event::command_execution_status>() == info::event_command_status::complete);
	check(e.get_profiling_info<info::event_profiling::command_submit>() <= e.get_profiling_info<info::event_profiling::command_start>());
	check(e.get_profiling_info<info::event_profiling::command_start>() <= e.get_profiling_info<info::event_profiling::command_end>());
	check(e.get_backend() == q.get_backend() && e.get_wait_list().empty());
	check(has_code(sycl::errc::invalid, [] {
		(void)sycl::queue().single_task([] {}).get_profiling_info<info::event_profiling::command_end>();
	}));
	static_assert(noexcept(e.get_backend()));
}

int main()
{
	devices();
	selection();
	platforms();
	contexts();
	events();
	return done();
}
