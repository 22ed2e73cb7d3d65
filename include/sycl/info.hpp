/* The info descriptors of platforms, devices, queues, events and kernels. */
#ifndef SYCL_INFO_HPP
#define SYCL_INFO_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <sycl-cc/runtime.h>
#include <sycl/aspects.hpp>
#include <sycl/id.hpp>
#include <sycl/memory_enums.hpp>

namespace sycl {

class platform;
class device;
class context;
class kernel_id;

enum class backend : char { ext_sycl_cc_cpu, opencl, ext_oneapi_level_zero, ext_oneapi_cuda, ext_oneapi_hip, all,
	ext_oneapi_native_cpu = ext_sycl_cc_cpu };

namespace info {

enum class device_type : unsigned { cpu, gpu, accelerator, custom, automatic, host, all };
enum class partition_property : int { no_partition, partition_equally, partition_by_counts, partition_by_affinity_domain,
	ext_intel_partition_by_cslice };
enum class partition_affinity_domain : int { not_applicable, numa, L4_cache, L3_cache, L2_cache, L1_cache, next_partitionable };
enum class local_mem_type : int { none, local, global };
enum class fp_config : int {
	denorm, inf_nan, round_to_nearest, round_to_zero, round_to_inf, fma, correctly_rounded_divide_sqrt, soft_float
};
enum class global_mem_cache_type : int { none, read_only, read_write };
enum class execution_capability : unsigned { exec_kernel, exec_native_kernel };
enum class event_command_status : int { submitted, running, complete, ext_oneapi_unknown };

#define SYCL_CC_INFO(NAME, TYPE) \
	struct NAME {            \
		using return_type = TYPE; \
	};

namespace platform {
SYCL_CC_INFO(version, std::string)
SYCL_CC_INFO(name, std::string)
SYCL_CC_INFO(vendor, std::string)
SYCL_CC_INFO(profile, std::string)
SYCL_CC_INFO(extensions, std::vector<std::string>)
}

namespace context {
SYCL_CC_INFO(platform, sycl::platform)
SYCL_CC_INFO(devices, std::vector<sycl::device>)
SYCL_CC_INFO(atomic_memory_order_capabilities, std::vector<sycl::memory_order>)
SYCL_CC_INFO(atomic_fence_order_capabilities, std::vector<sycl::memory_order>)
SYCL_CC_INFO(atomic_memory_scope_capabilities, std::vector<sycl::memory_scope>)
SYCL_CC_INFO(atomic_fence_scope_capabilities, std::vector<sycl::memory_scope>)
}

/* Of a device: a number that the runtime knows, the same for all, an aspect, of devices with images alone. */
#define SYCL_CC_INFO_NUMBER(NAME, TYPE, WHICH)                       \
	struct NAME {                                                \
		using return_type = TYPE;                            \
		static constexpr sycl_rt_number detail_number = WHICH; \
	};
#define SYCL_CC_INFO_VALUE(NAME, TYPE, VALUE)                        \
	struct NAME {                                                \
		using return_type = TYPE;                            \
		static constexpr return_type detail_value = VALUE;   \
	};
#define SYCL_CC_INFO_ASPECT(NAME, ASPECT)                            \
	struct NAME {                                                \
		using return_type = bool;                            \
		static constexpr aspect detail_aspect = ASPECT;      \
	};
#define SYCL_CC_INFO_OF_IMAGES(NAME, TYPE, VALUE)                    \
	struct NAME {                                                \
		using return_type = TYPE;                            \
		static constexpr return_type detail_of_images = VALUE; \
	};
namespace device {
SYCL_CC_INFO(device_type, info::device_type)
SYCL_CC_INFO_NUMBER(vendor_id, std::uint32_t, SYCL_RT_DEVICE_VENDOR_ID)
SYCL_CC_INFO_NUMBER(max_compute_units, std::uint32_t, SYCL_RT_DEVICE_COMPUTE_UNITS)
SYCL_CC_INFO_VALUE(max_work_item_dimensions, std::uint32_t, 3)
template <int Dimensions = 3>
struct max_work_item_sizes {
	using return_type = range<Dimensions>;
};
SYCL_CC_INFO_NUMBER(max_work_group_size, std::size_t, SYCL_RT_DEVICE_MAX_WORK_GROUP_SIZE)
SYCL_CC_INFO(max_num_sub_groups, std::uint32_t)
SYCL_CC_INFO_VALUE(sub_group_independent_forward_progress, bool, true)
SYCL_CC_INFO(sub_group_sizes, std::vector<std::size_t>)
SYCL_CC_INFO(primary_sub_group_size, std::uint32_t)
SYCL_CC_INFO(preferred_vector_width_char, std::uint32_t)
SYCL_CC_INFO(preferred_vector_width_short, std::uint32_t)
SYCL_CC_INFO(preferred_vector_width_int, std::uint32_t)
SYCL_CC_INFO(preferred_vector_width_long, std::uint32_t)
SYCL_CC_INFO(preferred_vector_width_float, std::uint32_t)
SYCL_CC_INFO(preferred_vector_width_double, std::uint32_t)
SYCL_CC_INFO(preferred_vector_width_half, std::uint32_t)
SYCL_CC_INFO(native_vector_width_char, std::uint32_t)
SYCL_CC_INFO(native_vector_width_short, std::uint32_t)
SYCL_CC_INFO(native_vector_width_int, std::uint32_t)
SYCL_CC_INFO(native_vector_width_long, std::uint32_t)
SYCL_CC_INFO(native_vector_width_float, std::uint32_t)
SYCL_CC_INFO(native_vector_width_double, std::uint32_t)
SYCL_CC_INFO(native_vector_width_half, std::uint32_t)
SYCL_CC_INFO_NUMBER(max_clock_frequency, std::uint32_t, SYCL_RT_DEVICE_CLOCK_MHZ)
SYCL_CC_INFO_VALUE(address_bits, std::uint32_t, 64)
SYCL_CC_INFO_NUMBER(max_mem_alloc_size, std::uint64_t, SYCL_RT_DEVICE_GLOBAL_MEM_SIZE)
SYCL_CC_INFO_ASPECT(image_support, aspect::image)
SYCL_CC_INFO_OF_IMAGES(max_read_image_args, std::uint32_t, 128)
SYCL_CC_INFO_OF_IMAGES(max_write_image_args, std::uint32_t, 128)
SYCL_CC_INFO_OF_IMAGES(image2d_max_width, std::size_t, 16384)
SYCL_CC_INFO_OF_IMAGES(image2d_max_height, std::size_t, 16384)
SYCL_CC_INFO_OF_IMAGES(image3d_max_width, std::size_t, 2048)
SYCL_CC_INFO_OF_IMAGES(image3d_max_height, std::size_t, 2048)
SYCL_CC_INFO_OF_IMAGES(image3d_max_depth, std::size_t, 2048)
SYCL_CC_INFO_OF_IMAGES(image_max_buffer_size, std::size_t, 65536)
SYCL_CC_INFO_OF_IMAGES(image_max_array_size, std::size_t, 2048)
SYCL_CC_INFO_OF_IMAGES(max_samplers, std::uint32_t, 128)
SYCL_CC_INFO(parent_device, sycl::device)
SYCL_CC_INFO_NUMBER(max_parameter_size, std::size_t, SYCL_RT_DEVICE_MAX_PARAMETER_SIZE)
SYCL_CC_INFO_VALUE(mem_base_addr_align, std::uint32_t, 512)
SYCL_CC_INFO(half_fp_config, std::vector<info::fp_config>)
SYCL_CC_INFO(single_fp_config, std::vector<info::fp_config>)
SYCL_CC_INFO(double_fp_config, std::vector<info::fp_config>)
SYCL_CC_INFO_VALUE(global_mem_cache_type, info::global_mem_cache_type, info::global_mem_cache_type::read_write)
SYCL_CC_INFO_NUMBER(global_mem_cache_line_size, std::uint32_t, SYCL_RT_DEVICE_CACHE_LINE_SIZE)
SYCL_CC_INFO_NUMBER(global_mem_cache_size, std::uint64_t, SYCL_RT_DEVICE_GLOBAL_CACHE_SIZE)
SYCL_CC_INFO_NUMBER(global_mem_size, std::uint64_t, SYCL_RT_DEVICE_GLOBAL_MEM_SIZE)
SYCL_CC_INFO_NUMBER(max_constant_buffer_size, std::uint64_t, SYCL_RT_DEVICE_GLOBAL_MEM_SIZE)
SYCL_CC_INFO_VALUE(max_constant_args, std::uint32_t, 64)
SYCL_CC_INFO(local_mem_type, info::local_mem_type)
SYCL_CC_INFO_NUMBER(local_mem_size, std::uint64_t, SYCL_RT_DEVICE_LOCAL_MEM_SIZE)
SYCL_CC_INFO(error_correction_support, bool)
SYCL_CC_INFO_NUMBER(host_unified_memory, bool, SYCL_RT_DEVICE_HOST_MEMORY)
SYCL_CC_INFO_VALUE(profiling_timer_resolution, std::size_t, 1)
SYCL_CC_INFO_VALUE(is_endian_little, bool, true)
SYCL_CC_INFO_VALUE(is_available, bool, true)
SYCL_CC_INFO_ASPECT(is_compiler_available, aspect::online_compiler)
SYCL_CC_INFO_ASPECT(is_linker_available, aspect::online_linker)
SYCL_CC_INFO_ASPECT(queue_profiling, aspect::queue_profiling)
SYCL_CC_INFO(execution_capabilities, std::vector<info::execution_capability>)
SYCL_CC_INFO(built_in_kernels, std::vector<std::string>)
SYCL_CC_INFO(built_in_kernel_ids, std::vector<sycl::kernel_id>)
SYCL_CC_INFO(platform, sycl::platform)
SYCL_CC_INFO(name, std::string)
SYCL_CC_INFO(vendor, std::string)
SYCL_CC_INFO(driver_version, std::string)
SYCL_CC_INFO(profile, std::string)
SYCL_CC_INFO(version, std::string)
SYCL_CC_INFO(opencl_c_version, std::string)
SYCL_CC_INFO(backend_version, std::string)
SYCL_CC_INFO(aspects, std::vector<sycl::aspect>)
SYCL_CC_INFO(extensions, std::vector<std::string>)
SYCL_CC_INFO_VALUE(printf_buffer_size, std::size_t, 1024 * 1024)
SYCL_CC_INFO(preferred_interop_user_sync, bool)
SYCL_CC_INFO(partition_max_sub_devices, std::uint32_t)
SYCL_CC_INFO(partition_properties, std::vector<info::partition_property>)
SYCL_CC_INFO(partition_affinity_domains, std::vector<info::partition_affinity_domain>)
SYCL_CC_INFO_NUMBER(partition_type_property, info::partition_property, SYCL_RT_DEVICE_PARTITION)
SYCL_CC_INFO_NUMBER(partition_type_affinity_domain, info::partition_affinity_domain, SYCL_RT_DEVICE_DOMAIN)
SYCL_CC_INFO_VALUE(reference_count, std::uint32_t, 1)
SYCL_CC_INFO_ASPECT(usm_device_allocations, aspect::usm_device_allocations)
SYCL_CC_INFO_ASPECT(usm_host_allocations, aspect::usm_host_allocations)
SYCL_CC_INFO_ASPECT(usm_shared_allocations, aspect::usm_shared_allocations)
SYCL_CC_INFO(usm_restricted_shared_allocations, bool)
SYCL_CC_INFO_ASPECT(usm_system_allocations, aspect::usm_system_allocations)
SYCL_CC_INFO_ASPECT(usm_system_allocator, aspect::usm_system_allocations)	/* DPC++'s first name */
SYCL_CC_INFO_ASPECT(ext_oneapi_srgb, aspect::ext_oneapi_srgb)
SYCL_CC_INFO_ASPECT(ext_oneapi_bfloat16_math_functions, aspect::ext_oneapi_bfloat16_math_functions)
SYCL_CC_INFO_ASPECT(atomic64, aspect::atomic64)
SYCL_CC_INFO(atomic_memory_order_capabilities, std::vector<sycl::memory_order>)
SYCL_CC_INFO(atomic_fence_order_capabilities, std::vector<sycl::memory_order>)
SYCL_CC_INFO(atomic_memory_scope_capabilities, std::vector<sycl::memory_scope>)
SYCL_CC_INFO(atomic_fence_scope_capabilities, std::vector<sycl::memory_scope>)
}
#undef SYCL_CC_INFO_NUMBER
#undef SYCL_CC_INFO_VALUE
#undef SYCL_CC_INFO_ASPECT
#undef SYCL_CC_INFO_OF_IMAGES

namespace queue {
SYCL_CC_INFO(context, sycl::context)
SYCL_CC_INFO(device, sycl::device)
SYCL_CC_INFO(reference_count, std::uint32_t)
}

namespace event {
SYCL_CC_INFO(command_execution_status, info::event_command_status)
SYCL_CC_INFO(reference_count, std::uint32_t)
}

namespace event_profiling {
SYCL_CC_INFO(command_submit, std::uint64_t)
SYCL_CC_INFO(command_start, std::uint64_t)
SYCL_CC_INFO(command_end, std::uint64_t)
}

namespace kernel {
SYCL_CC_INFO(num_args, std::uint32_t)
SYCL_CC_INFO(attributes, std::string)
SYCL_CC_INFO(function_name, std::string)
}

namespace kernel_device_specific {
SYCL_CC_INFO(global_work_size, range<3>)
SYCL_CC_INFO(work_group_size, std::size_t)
SYCL_CC_INFO(compile_work_group_size, range<3>)
SYCL_CC_INFO(preferred_work_group_size_multiple, std::size_t)
SYCL_CC_INFO(private_mem_size, std::size_t)
SYCL_CC_INFO(max_num_sub_groups, std::uint32_t)
SYCL_CC_INFO(compile_num_sub_groups, std::uint32_t)
SYCL_CC_INFO(max_sub_group_size, std::uint32_t)
SYCL_CC_INFO(compile_sub_group_size, std::uint32_t)
}

#undef SYCL_CC_INFO

}

}

#endif
