/*
 * sycl::any_device_has and sycl::all_devices_have: whether one or all targets of
 * this build have an aspect.  sycl-cc defines a macro for each aspect; other
 * compilers define none, and then no aspect is known to exist.
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
#define SYCL_CC_ASPECTS(APPLY) \
	APPLY(host) APPLY(cpu) APPLY(gpu) APPLY(accelerator) APPLY(custom) APPLY(fp16) APPLY(fp64) \
	APPLY(int64_base_atomics) APPLY(int64_extended_atomics) APPLY(image) APPLY(online_compiler) \
	APPLY(online_linker) APPLY(queue_profiling) APPLY(usm_device_allocations) \
	APPLY(usm_host_allocations) APPLY(usm_shared_allocations) \
	APPLY(usm_restricted_shared_allocations) APPLY(usm_system_allocations) \
	APPLY(ext_intel_pci_address) APPLY(ext_intel_gpu_eu_count) APPLY(ext_intel_gpu_eu_simd_width) \
	APPLY(ext_intel_gpu_slices) APPLY(ext_intel_gpu_subslices_per_slice) \
	APPLY(ext_intel_gpu_eu_count_per_subslice) APPLY(ext_intel_max_mem_bandwidth) \
	APPLY(ext_intel_mem_channel) APPLY(usm_atomic_host_allocations) \
	APPLY(usm_atomic_shared_allocations) APPLY(atomic64) APPLY(ext_intel_device_info_uuid) \
	APPLY(ext_oneapi_srgb) APPLY(ext_oneapi_native_assert) APPLY(host_debuggable) \
	APPLY(ext_intel_gpu_hw_threads_per_eu) APPLY(ext_oneapi_cuda_async_barrier) \
	APPLY(ext_oneapi_bfloat16_math_functions) APPLY(ext_intel_free_memory) \
	APPLY(ext_intel_device_id) APPLY(ext_intel_memory_clock_rate) APPLY(ext_intel_memory_bus_width) \
	APPLY(emulated) APPLY(ext_intel_legacy_image) APPLY(ext_oneapi_bindless_images) \
	APPLY(ext_oneapi_bindless_images_shared_usm) APPLY(ext_oneapi_bindless_images_1d_usm) \
	APPLY(ext_oneapi_bindless_images_2d_usm) APPLY(ext_oneapi_interop_memory_import) \
	APPLY(ext_oneapi_interop_memory_export) APPLY(ext_oneapi_interop_semaphore_import) \
	APPLY(ext_oneapi_interop_semaphore_export) APPLY(ext_oneapi_mipmap) \
	APPLY(ext_oneapi_mipmap_anisotropy) APPLY(ext_oneapi_mipmap_level_reference) \
	APPLY(ext_intel_esimd) APPLY(ext_oneapi_ballot_group) APPLY(ext_oneapi_fixed_size_group) \
	APPLY(ext_oneapi_opportunistic_group) APPLY(ext_oneapi_tangle_group) APPLY(ext_intel_matrix) \
	APPLY(ext_oneapi_is_composite) APPLY(ext_oneapi_is_component) APPLY(ext_oneapi_graph) \
	APPLY(ext_intel_fpga_task_sequence) APPLY(ext_oneapi_limited_graph) \
	APPLY(ext_oneapi_private_alloca) APPLY(ext_oneapi_cubemap) \
	APPLY(ext_oneapi_cubemap_seamless_filtering) \
	APPLY(ext_oneapi_bindless_sampled_image_fetch_1d_usm) \
	APPLY(ext_oneapi_bindless_sampled_image_fetch_1d) \
	APPLY(ext_oneapi_bindless_sampled_image_fetch_2d_usm) \
	APPLY(ext_oneapi_bindless_sampled_image_fetch_2d) \
	APPLY(ext_oneapi_bindless_sampled_image_fetch_3d_usm) \
	APPLY(ext_oneapi_bindless_sampled_image_fetch_3d) APPLY(ext_oneapi_queue_profiling_tag) \
	APPLY(ext_oneapi_virtual_mem) APPLY(ext_oneapi_cuda_cluster_group) \
	APPLY(ext_oneapi_image_array) APPLY(ext_oneapi_unique_addressing_per_dim) \
	APPLY(ext_oneapi_bindless_images_sample_1d_usm) \
	APPLY(ext_oneapi_bindless_images_sample_2d_usm) APPLY(ext_oneapi_atomic16) \
	APPLY(ext_oneapi_virtual_functions)

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
