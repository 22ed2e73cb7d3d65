/* The enumerations of memory: order, scope, access modes, address spaces. */
#ifndef SYCL_MEMORY_ENUMS_HPP
#define SYCL_MEMORY_ENUMS_HPP

namespace sycl {

enum class memory_order : int { relaxed = 0, acquire = 1, release = 3, acq_rel = 4, seq_cst = 5 };
inline constexpr memory_order memory_order_relaxed = memory_order::relaxed;
inline constexpr memory_order memory_order_acquire = memory_order::acquire;
inline constexpr memory_order memory_order_release = memory_order::release;
inline constexpr memory_order memory_order_acq_rel = memory_order::acq_rel;
inline constexpr memory_order memory_order_seq_cst = memory_order::seq_cst;

enum class memory_scope : int { work_item, sub_group, work_group, device, system };
inline constexpr memory_scope memory_scope_work_item = memory_scope::work_item;
inline constexpr memory_scope memory_scope_sub_group = memory_scope::sub_group;
inline constexpr memory_scope memory_scope_work_group = memory_scope::work_group;
inline constexpr memory_scope memory_scope_device = memory_scope::device;
inline constexpr memory_scope memory_scope_system = memory_scope::system;

/* AdaptiveCpp tells by these how an accessor was made; all are accessors like others here. */
enum class accessor_variant : int { false_t, true_t, ranged_placeholder, ranged, unranged_placeholder, unranged, raw };

namespace access {
enum class fence_space : int { local_space, global_space, global_and_local };
enum class mode : int { read = 1024, write, read_write, discard_write, discard_read_write, atomic };
enum class target : int {
	device = 2014, constant_buffer, local, host_buffer, host_task, image, host_image, image_array,
	global_buffer = device
};
enum class address_space : int {
	private_space, global_space, constant_space, local_space, generic_space,
	ext_intel_global_device_space = global_space, ext_intel_global_host_space = global_space
};
enum class decorated : int { no, yes, legacy };
using placeholder = accessor_variant;
}

using access_mode = access::mode;
using target = access::target;

template <typename T, access::address_space Space = access::address_space::global_space>
class atomic;

}

#endif
