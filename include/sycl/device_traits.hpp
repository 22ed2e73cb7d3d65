/*
 * sycl::any_device_has and sycl::all_devices_have: what the targets of this
 * build have, one or all of them.  sycl-cc defines a macro for each aspect; any
 * other compiler none, and then nothing is known to be there.
 */
#ifndef SYCL_DEVICE_TRAITS_HPP
#define SYCL_DEVICE_TRAITS_HPP

#include <type_traits>

#include <sycl/aspects.hpp>

namespace sycl {

/* true for a macro that is defined as 1: only then a comma appears, and moves it to the second place */
#define SYCL_CC_COMMA_1 0,
#define SYCL_CC_SECOND(first, second, ...) second
#define SYCL_CC_SECOND_OF(...) SYCL_CC_SECOND(__VA_ARGS__)
#define SYCL_CC_IS_ONE_VALUE(value) SYCL_CC_SECOND_OF(SYCL_CC_COMMA_##value true, false, 0)
#define SYCL_CC_IS_ONE(macro) SYCL_CC_IS_ONE_VALUE(macro)

template <aspect Aspect>
struct any_device_has : std::bool_constant<SYCL_CC_IS_ONE(__SYCL_ANY_DEVICE_HAS_ANY_ASPECT__)> {};
template <aspect Aspect>
struct all_devices_have : std::false_type {};

/* As in aspects.hpp. */
#define SYCL_CC_ASPECTS(X) \
	X(host) X(cpu) X(gpu) X(accelerator) X(custom) X(fp16) X(fp64) \
	X(int64_base_atomics) X(int64_extended_atomics) X(image) X(online_compiler) \
	X(online_linker) X(queue_profiling) X(usm_device_allocations) \
	X(usm_host_allocations) X(usm_shared_allocations) \
	X(usm_restricted_shared_allocations) X(usm_system_allocations) \
	X(ext_intel_pci_address) X(ext_intel_gpu_eu_count) X(ext_intel_gpu_eu_simd_width) \
	X(ext_intel_gpu_slices) X(ext_intel_gpu_subslices_per_slice) \
	X(ext_intel_gpu_eu_count_per_subslice) X(ext_intel_max_mem_bandwidth) \
	X(ext_intel_mem_channel) X(usm_atomic_host_allocations) \
	X(usm_atomic_shared_allocations) X(atomic64) X(ext_intel_device_info_uuid) \
	X(ext_oneapi_srgb) X(ext_oneapi_native_assert) X(host_debuggable) \
	X(ext_intel_gpu_hw_threads_per_eu) X(ext_oneapi_cuda_async_barrier) \
	X(ext_oneapi_bfloat16_math_functions) X(ext_intel_free_memory) \
	X(ext_intel_device_id) X(ext_intel_memory_clock_rate) X(ext_intel_memory_bus_width) \
	X(emulated) X(ext_intel_legacy_image) X(ext_oneapi_bindless_images) \
	X(ext_oneapi_bindless_images_shared_usm) X(ext_oneapi_bindless_images_1d_usm) \
	X(ext_oneapi_bindless_images_2d_usm) X(ext_oneapi_interop_memory_import) \
	X(ext_oneapi_interop_memory_export) X(ext_oneapi_interop_semaphore_import) \
	X(ext_oneapi_interop_semaphore_export) X(ext_oneapi_mipmap) \
	X(ext_oneapi_mipmap_anisotropy) X(ext_oneapi_mipmap_level_reference) \
	X(ext_intel_esimd) X(ext_oneapi_ballot_group) X(ext_oneapi_fixed_size_group) \
	X(ext_oneapi_opportunistic_group) X(ext_oneapi_tangle_group) X(ext_intel_matrix) \
	X(ext_oneapi_is_composite) X(ext_oneapi_is_component) X(ext_oneapi_graph) \
	X(ext_intel_fpga_task_sequence) X(ext_oneapi_limited_graph) \
	X(ext_oneapi_private_alloca) X(ext_oneapi_cubemap) \
	X(ext_oneapi_cubemap_seamless_filtering) \
	X(ext_oneapi_bindless_sampled_image_fetch_1d_usm) \
	X(ext_oneapi_bindless_sampled_image_fetch_1d) \
	X(ext_oneapi_bindless_sampled_image_fetch_2d_usm) \
	X(ext_oneapi_bindless_sampled_image_fetch_2d) \
	X(ext_oneapi_bindless_sampled_image_fetch_3d_usm) \
	X(ext_oneapi_bindless_sampled_image_fetch_3d) X(ext_oneapi_queue_profiling_tag) \
	X(ext_oneapi_virtual_mem) X(ext_oneapi_cuda_cluster_group) \
	X(ext_oneapi_image_array) X(ext_oneapi_unique_addressing_per_dim) \
	X(ext_oneapi_bindless_images_sample_1d_usm) \
	X(ext_oneapi_bindless_images_sample_2d_usm) X(ext_oneapi_atomic16) \
	X(ext_oneapi_virtual_functions)

#define SYCL_CC_TRAITS(NAME)                                                                      \
	template <>                                                                               \
	struct any_device_has<aspect::NAME>                                                       \
		: std::bool_constant<SYCL_CC_IS_ONE(__SYCL_ANY_DEVICE_HAS_##NAME##__) ||          \
				     SYCL_CC_IS_ONE(__SYCL_ANY_DEVICE_HAS_ANY_ASPECT__)> {};      \
	template <>                                                                               \
	struct all_devices_have<aspect::NAME>                                                     \
		: std::bool_constant<SYCL_CC_IS_ONE(__SYCL_ALL_DEVICES_HAVE_##NAME##__)> {};
SYCL_CC_ASPECTS(SYCL_CC_TRAITS)

#undef SYCL_CC_TRAITS
#undef SYCL_CC_ASPECTS
#undef SYCL_CC_IS_ONE
#undef SYCL_CC_IS_ONE_VALUE
#undef SYCL_CC_SECOND_OF
#undef SYCL_CC_SECOND
#undef SYCL_CC_COMMA_1

template <aspect Aspect>
inline constexpr bool any_device_has_v = any_device_has<Aspect>::value;
template <aspect Aspect>
inline constexpr bool all_devices_have_v = all_devices_have<Aspect>::value;

}

#endif
