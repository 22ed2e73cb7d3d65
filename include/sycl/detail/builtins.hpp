/*
 * Work-item ids, barriers and fences.  Dimension 0 is the fastest one here, as in
 * OpenCL C; SYCL's classes reverse the order.
 */
#ifndef SYCL_DETAIL_BUILTINS_HPP
#define SYCL_DETAIL_BUILTINS_HPP

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <stdexcept>

#include <sycl/detail/defines.hpp>

namespace sycl::detail::dev {

/* Scopes and memory semantics of SPIR-V. */
enum spirv_scope : unsigned { scope_device = 1, scope_work_group = 2, scope_sub_group = 3, scope_work_item = 4 };
enum spirv_semantics : unsigned {
	semantics_acquire = 0x2, semantics_release = 0x4, semantics_acq_rel = 0x8, semantics_seq_cst = 0x10,
	semantics_sub_group_memory = 0x80, semantics_local_memory = 0x100, semantics_global_memory = 0x200
};

#ifdef SYCL_CC_DEVICE

SYCL_CC_BUILTIN std::size_t global_id(unsigned) __asm__("_Z13get_global_idj");
SYCL_CC_BUILTIN std::size_t global_size(unsigned) __asm__("_Z15get_global_sizej");
SYCL_CC_BUILTIN std::size_t local_id(unsigned) __asm__("_Z12get_local_idj");
SYCL_CC_BUILTIN std::size_t local_size(unsigned) __asm__("_Z14get_local_sizej");
SYCL_CC_BUILTIN std::size_t group_id(unsigned) __asm__("_Z12get_group_idj");
SYCL_CC_BUILTIN std::size_t num_groups(unsigned) __asm__("_Z14get_num_groupsj");
SYCL_CC_BUILTIN unsigned sub_group_size() __asm__("_Z18get_sub_group_sizev");
SYCL_CC_BUILTIN unsigned max_sub_group_size() __asm__("_Z22get_max_sub_group_sizev");
SYCL_CC_BUILTIN unsigned sub_group_id() __asm__("_Z16get_sub_group_idv");
SYCL_CC_BUILTIN unsigned num_sub_groups() __asm__("_Z18get_num_sub_groupsv");
SYCL_CC_BUILTIN unsigned sub_group_local_id() __asm__("_Z22get_sub_group_local_idv");
SYCL_CC_BUILTIN SYCL_CC_CONVERGENT void barrier(unsigned flags) __asm__("_Z7barrierj");
SYCL_CC_BUILTIN SYCL_CC_CONVERGENT void control_barrier(unsigned execution, unsigned memory, unsigned semantics)
	__asm__("_Z22__spirv_ControlBarrierjjj");
SYCL_CC_BUILTIN SYCL_CC_CONVERGENT void memory_barrier(unsigned scope, unsigned semantics)
	__asm__("_Z21__spirv_MemoryBarrierjj");
/* The value of another work-item of the sub-group: the one primitive that all group algorithms are built from. */
SYCL_CC_BUILTIN SYCL_CC_CONVERGENT unsigned sub_group_shuffle(unsigned value, unsigned lane) __asm__("_Z17sub_group_shufflejj");
SYCL_CC_BUILTIN SYCL_CC_CONVERGENT unsigned sub_group_shuffle_down(unsigned value, unsigned distance) __asm__("_Z22sub_group_shuffle_downjj");

#ifdef SYCL_CC_GPU
/* A multiprocessor counts its cycles; the device counts time. */
SYCL_CC_INLINE std::uint64_t read_clock(unsigned scope)
{
	return scope == scope_device ? __builtin_readsteadycounter() : __builtin_readcyclecounter();
}
#else
/* Not by the name of SPIR-V's instruction, whose extension producers and readers of SPIR-V need not know. */
SYCL_CC_BUILTIN std::uint64_t read_clock(unsigned scope) __asm__("_Z20__sycl_cc_read_clockj");

/* What SPIR-V computes over a whole group: the CPU does it in one loop instead of barriers and local memory. */
enum spirv_group_operation : unsigned { group_reduce = 0, group_inclusive_scan = 1, group_exclusive_scan = 2 };

#define SYCL_CC_GROUP_TRUTH(name, symbol) SYCL_CC_BUILTIN SYCL_CC_CONVERGENT bool name(unsigned scope, bool value) __asm__(symbol);
SYCL_CC_GROUP_TRUTH(group_any, "_Z16__spirv_GroupAnyjb")
SYCL_CC_GROUP_TRUTH(group_all, "_Z16__spirv_GroupAlljb")
#undef SYCL_CC_GROUP_TRUTH
#define SYCL_CC_GROUP_OPERATION(name, type, symbol) \
	SYCL_CC_BUILTIN SYCL_CC_CONVERGENT type name(unsigned scope, unsigned operation, type value) __asm__(symbol);
SYCL_CC_GROUP_OPERATION(group_add, int, "_Z17__spirv_GroupIAddjji")
SYCL_CC_GROUP_OPERATION(group_add, unsigned, "_Z17__spirv_GroupIAddjjj")
SYCL_CC_GROUP_OPERATION(group_add, long, "_Z17__spirv_GroupIAddjjl")
SYCL_CC_GROUP_OPERATION(group_add, unsigned long, "_Z17__spirv_GroupIAddjjm")
SYCL_CC_GROUP_OPERATION(group_min, int, "_Z17__spirv_GroupSMinjji")
SYCL_CC_GROUP_OPERATION(group_min, unsigned, "_Z17__spirv_GroupUMinjjj")
SYCL_CC_GROUP_OPERATION(group_min, long, "_Z17__spirv_GroupSMinjjl")
SYCL_CC_GROUP_OPERATION(group_min, unsigned long, "_Z17__spirv_GroupUMinjjm")
SYCL_CC_GROUP_OPERATION(group_max, int, "_Z17__spirv_GroupSMaxjji")
SYCL_CC_GROUP_OPERATION(group_max, unsigned, "_Z17__spirv_GroupUMaxjjj")
SYCL_CC_GROUP_OPERATION(group_max, long, "_Z17__spirv_GroupSMaxjjl")
SYCL_CC_GROUP_OPERATION(group_max, unsigned long, "_Z17__spirv_GroupUMaxjjm")
SYCL_CC_GROUP_OPERATION(group_add, _Float16, "_Z17__spirv_GroupFAddjjDh")
SYCL_CC_GROUP_OPERATION(group_add, float, "_Z17__spirv_GroupFAddjjf")
SYCL_CC_GROUP_OPERATION(group_add, double, "_Z17__spirv_GroupFAddjjd")
SYCL_CC_GROUP_OPERATION(group_min, _Float16, "_Z17__spirv_GroupFMinjjDh")
SYCL_CC_GROUP_OPERATION(group_min, float, "_Z17__spirv_GroupFMinjjf")
SYCL_CC_GROUP_OPERATION(group_min, double, "_Z17__spirv_GroupFMinjjd")
SYCL_CC_GROUP_OPERATION(group_max, _Float16, "_Z17__spirv_GroupFMaxjjDh")
SYCL_CC_GROUP_OPERATION(group_max, float, "_Z17__spirv_GroupFMaxjjf")
SYCL_CC_GROUP_OPERATION(group_max, double, "_Z17__spirv_GroupFMaxjjd")
#undef SYCL_CC_GROUP_OPERATION
#endif

SYCL_CC_INLINE void work_group_barrier()
{
	barrier(3);	/* fences local and global memory */
}

SYCL_CC_INLINE void sub_group_barrier()
{
	control_barrier(scope_sub_group, scope_sub_group,
		semantics_seq_cst | semantics_local_memory | semantics_global_memory);
}

#else

/* The work-item that currently runs in a plain host compile. */
struct host_work_item {
	std::size_t global_id[3], global_size[3], local_id[3], local_size[3], group_id[3], num_groups[3];
};
inline thread_local host_work_item host_item = { {0, 0, 0}, {1, 1, 1}, {0, 0, 0}, {1, 1, 1}, {0, 0, 0}, {1, 1, 1} };

inline std::size_t global_id(unsigned d) { return host_item.global_id[d]; }
inline std::size_t global_size(unsigned d) { return host_item.global_size[d]; }
inline std::size_t local_id(unsigned d) { return host_item.local_id[d]; }
inline std::size_t local_size(unsigned d) { return host_item.local_size[d]; }
inline std::size_t group_id(unsigned d) { return host_item.group_id[d]; }
inline std::size_t num_groups(unsigned d) { return host_item.num_groups[d]; }
inline unsigned sub_group_size() { return 1; }
inline unsigned max_sub_group_size() { return 1; }
inline unsigned sub_group_id()
{
	const host_work_item &i = host_item;

	return static_cast<unsigned>((i.local_id[2] * i.local_size[1] + i.local_id[1]) * i.local_size[0] + i.local_id[0]);
}
inline unsigned num_sub_groups()
{
	return static_cast<unsigned>(host_item.local_size[0] * host_item.local_size[1] * host_item.local_size[2]);
}
inline unsigned sub_group_local_id() { return 0; }
inline unsigned sub_group_shuffle(unsigned value, unsigned) { return value; }
inline std::uint64_t read_clock(unsigned) { return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count()); }
inline void memory_barrier(unsigned, unsigned) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
/* Work-items that run one after the other cannot wait for each other. */
inline void work_group_barrier()
{
	if (host_item.local_size[0] * host_item.local_size[1] * host_item.local_size[2] > 1)
		throw std::runtime_error("work-group barriers need a device: compile with sycl-cc");
}
inline void sub_group_barrier() {}

#endif

/* A value of any trivially copyable type of another work-item of the sub-group, word by word. */
template <unsigned (*Exchange)(unsigned, unsigned), typename T>
SYCL_CC_INLINE T exchange_words(const T &value, unsigned place)
{
	constexpr std::size_t words = (sizeof(T) + 3) / 4;
	unsigned word[words] = {};
	T result;

	__builtin_memcpy(word, &value, sizeof(T));
	for (std::size_t i = 0; i < words; i++)
		word[i] = Exchange(word[i], place);
	__builtin_memcpy(static_cast<void *>(&result), word, sizeof(T));
	return result;
}

template <typename T>
SYCL_CC_INLINE T shuffle(const T &value, unsigned lane)
{
	return exchange_words<sub_group_shuffle>(value, lane);
}

#if defined(SYCL_CC_DEVICE) && defined(SYCL_CC_GPU)
/* The value of the lane that is distance higher; any value where there is none. */
template <typename T>
SYCL_CC_INLINE T shuffle_down(const T &value, unsigned distance)
{
	return exchange_words<sub_group_shuffle_down>(value, distance);
}
#endif

}

#endif
