/* 4.6.4.4: every information descriptor of devices has its type and an answer that fits the others. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;
namespace of = sycl::info::device;

static device d;

template <typename Param, typename Type>
Type ask()
{
	static_assert(std::is_same_v<typename Param::return_type, Type> && std::is_same_v<decltype(d.get_info<Param>()), Type>);
	return d.get_info<Param>();
}

int main()
{
	check(ask<of::device_type, info::device_type>() == info::device_type::cpu && d.is_cpu() && !d.is_gpu() && !d.is_accelerator());
	ask<of::vendor_id, std::uint32_t>();
	check(ask<of::max_compute_units, std::uint32_t>() > 0 && ask<of::max_work_item_dimensions, std::uint32_t>() >= 3);
	const auto s1 = ask<of::max_work_item_sizes<1>, range<1>>();
	const auto s2 = ask<of::max_work_item_sizes<2>, range<2>>();
	const auto s3 = ask<of::max_work_item_sizes<3>, range<3>>();
	check(s1[0] > 0 && s2[0] > 0 && s2[1] > 0 && s3[0] > 0 && s3[1] > 0 && s3[2] > 0 && s3[2] == s1[0] && std::is_same_v<of::max_work_item_sizes<>, of::max_work_item_sizes<3>>);
	check(ask<of::max_work_group_size, std::size_t>() >= 1 && ask<of::max_num_sub_groups, std::uint32_t>() >= 1 && !ask<of::sub_group_sizes, std::vector<std::size_t>>().empty());
	check(ask<of::preferred_vector_width_char, std::uint32_t>() && ask<of::preferred_vector_width_short, std::uint32_t>() && ask<of::preferred_vector_width_int, std::uint32_t>() && ask<of::preferred_vector_width_long, std::uint32_t>()
		&& ask<of::preferred_vector_width_float, std::uint32_t>() && (ask<of::preferred_vector_width_double, std::uint32_t>() > 0) == d.has(aspect::fp64) && (ask<of::preferred_vector_width_half, std::uint32_t>() > 0) == d.has(aspect::fp16));
	check(ask<of::native_vector_width_char, std::uint32_t>() && ask<of::native_vector_width_short, std::uint32_t>() && ask<of::native_vector_width_int, std::uint32_t>() && ask<of::native_vector_width_long, std::uint32_t>()
		&& ask<of::native_vector_width_float, std::uint32_t>() && (ask<of::native_vector_width_double, std::uint32_t>() > 0) == d.has(aspect::fp64) && (ask<of::native_vector_width_half, std::uint32_t>() > 0) == d.has(aspect::fp16));
	ask<of::max_clock_frequency, std::uint32_t>();
	check(ask<of::address_bits, std::uint32_t>() == 64 && ask<of::max_mem_alloc_size, std::uint64_t>() >= 128 << 20 && ask<of::global_mem_size, std::uint64_t>() >= ask<of::max_mem_alloc_size, std::uint64_t>());
	check(ask<of::image_support, bool>() == d.has(aspect::image));
	const bool images = d.has(aspect::image);
	check(!images || (ask<of::max_read_image_args, std::uint32_t>() >= 128 && ask<of::max_write_image_args, std::uint32_t>() >= 8 && ask<of::image2d_max_width, std::size_t>() >= 8192 && ask<of::image2d_max_height, std::size_t>() >= 8192
		&& ask<of::image3d_max_width, std::size_t>() >= 2048 && ask<of::image3d_max_height, std::size_t>() >= 2048 && ask<of::image3d_max_depth, std::size_t>() >= 2048 && ask<of::image_max_buffer_size, std::size_t>() >= 65536 && ask<of::max_samplers, std::uint32_t>() >= 16));
	check(ask<of::max_parameter_size, std::size_t>() >= 1024 && ask<of::mem_base_addr_align, std::uint32_t>() >= 8 * sizeof(std::int64_t) * 2);
	const auto single = ask<of::single_fp_config, std::vector<info::fp_config>>(), twice = ask<of::double_fp_config, std::vector<info::fp_config>>(), halves = ask<of::half_fp_config, std::vector<info::fp_config>>();
	check(!single.empty() && twice.empty() != d.has(aspect::fp64) && halves.empty() != d.has(aspect::fp16) && std::find(single.begin(), single.end(), info::fp_config::round_to_nearest) != single.end());
	ask<of::global_mem_cache_type, info::global_mem_cache_type>(), ask<of::global_mem_cache_line_size, std::uint32_t>(), ask<of::global_mem_cache_size, std::uint64_t>();
	check(ask<of::max_constant_buffer_size, std::uint64_t>() >= 64 << 10 && ask<of::max_constant_args, std::uint32_t>() >= 8);
	check(ask<of::local_mem_type, info::local_mem_type>() != info::local_mem_type::none && ask<of::local_mem_size, std::uint64_t>() >= 32 << 10);
	ask<of::error_correction_support, bool>();
	check(ask<of::host_unified_memory, bool>() && ask<of::profiling_timer_resolution, std::size_t>() > 0 && ask<of::is_endian_little, bool>() && ask<of::is_available, bool>());
	check(ask<of::is_compiler_available, bool>() == d.has(aspect::online_compiler) && ask<of::is_linker_available, bool>() == d.has(aspect::online_linker) && ask<of::queue_profiling, bool>() == d.has(aspect::queue_profiling));
	static_assert(std::is_same_v<of::execution_capabilities::return_type, std::vector<info::execution_capability>>);
	check(ask<of::built_in_kernel_ids, std::vector<kernel_id>>().empty() && ask<of::built_in_kernels, std::vector<std::string>>().empty());
	check(ask<of::platform, platform>() == d.get_platform() && !ask<of::name, std::string>().empty() && !ask<of::vendor, std::string>().empty() && !ask<of::driver_version, std::string>().empty() && !ask<of::version, std::string>().empty());
	static_assert(std::is_same_v<of::profile::return_type, std::string> && std::is_same_v<of::preferred_interop_user_sync::return_type, bool>);
	ask<of::backend_version, std::string>();
	for (const aspect a : ask<of::aspects, std::vector<aspect>>())
		check(d.has(a));
	for (const std::string &s : ask<of::extensions, std::vector<std::string>>())
		check(d.has_extension(s));
	check(ask<of::printf_buffer_size, std::size_t>() >= 1024);
	check(ask<of::partition_max_sub_devices, std::uint32_t>() <= ask<of::max_compute_units, std::uint32_t>());
	ask<of::partition_properties, std::vector<info::partition_property>>(), ask<of::partition_affinity_domains, std::vector<info::partition_affinity_domain>>();
	check(ask<of::partition_type_property, info::partition_property>() == info::partition_property::no_partition && ask<of::partition_type_affinity_domain, info::partition_affinity_domain>() == info::partition_affinity_domain::not_applicable);
	static_assert(std::is_same_v<of::parent_device::return_type, device>);
	try {
		d.get_info<of::parent_device>();
		check(false);
	} catch (const sycl::exception &e) {
		check(e.code() == errc::invalid);
	}
	const platform p = d.get_platform();
	static_assert(std::is_same_v<info::platform::profile::return_type, std::string> && std::is_same_v<info::platform::version::return_type, std::string> && std::is_same_v<info::platform::name::return_type, std::string>
		&& std::is_same_v<info::platform::vendor::return_type, std::string> && std::is_same_v<info::platform::extensions::return_type, std::vector<std::string>>);
	static_assert(std::is_same_v<info::context::platform::return_type, platform> && std::is_same_v<info::context::devices::return_type, std::vector<device>>);
	check(!p.get_info<info::platform::name>().empty() && p.get_devices(info::device_type::all).size() >= p.get_devices(info::device_type::cpu).size());
	return done();
}
