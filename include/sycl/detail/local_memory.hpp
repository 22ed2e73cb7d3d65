/*
 * The address of a work-group's local memory.  Objects in local memory hold only
 * an offset, so that they look the same in host and device code; the base is the
 * last parameter of nd_range kernels, which every work-item stores into a variable
 * of its work-group before anything reads it.
 *
 * GPUs whose code is not made from SPIR-V take no pointers to local memory:
 * their launches reserve one block, an array of unknown size in the program.  The
 * parameter is the offset of the accessors in that block, which is 0.  (Compiler and
 * runtime design, "Local memory support".)
 */
#ifndef SYCL_DETAIL_LOCAL_MEMORY_HPP
#define SYCL_DETAIL_LOCAL_MEMORY_HPP

#include <cstddef>
#include <cstdint>

#include <sycl/detail/builtins.hpp>
#include <sycl/detail/defines.hpp>

namespace sycl::detail {

#ifdef SYCL_CC_DEVICE

#ifdef SYCL_CC_GPU
using local_argument = std::uint32_t;
extern "C" alignas(16) SYCL_CC_LOCAL char __sycl_cc_local_block[];

/* Which array of parts a sub-group's next group operation uses (group_algorithms.hpp). */
[[clang::loader_uninitialized]] inline SYCL_CC_LOCAL unsigned part_turn[32];

/* At the beginning of a work-group; the block itself has a constant address. */
template <int Dimensions>
SYCL_CC_INLINE void prepare_local_memory(local_argument)
{
	if constexpr (Dimensions == 1)
		part_turn[dev::local_id(0) / dev::max_sub_group_size()] = 0;
	else
		part_turn[dev::sub_group_id()] = 0;
}
SYCL_CC_INLINE SYCL_CC_LOCAL char *get_local_memory()
{
	return __sycl_cc_local_block;
}
#else
using local_argument = SYCL_CC_LOCAL char *;
/* The default initialiser would be invalid in SPIR-V. */
[[clang::loader_uninitialized]] inline SYCL_CC_LOCAL char *SYCL_CC_LOCAL local_memory;

template <int>
SYCL_CC_INLINE void prepare_local_memory(local_argument start)
{
	local_memory = start;
}
SYCL_CC_INLINE SYCL_CC_LOCAL char *get_local_memory()
{
	return local_memory;
}
#endif

template <typename T>
SYCL_CC_INLINE SYCL_CC_LOCAL T *local_pointer(std::size_t offset)
{
#ifdef SYCL_CC_GPU
	/* Offsets are multiples of 16; with that stated LLVM loads neighbours as one vector. */
	offset = offset / 16 * 16;
#endif
	return reinterpret_cast<SYCL_CC_LOCAL T *>(get_local_memory() + offset);
}

#else

inline thread_local char *local_memory;

template <typename T>
T *local_pointer(std::size_t offset)
{
	return reinterpret_cast<T *>(local_memory + offset);
}

/* The local memory of a kernel that runs in plain host code. */
class host_local_memory {
public:
	explicit host_local_memory(std::size_t size) : memory_(new char[size + alignment]), before_(local_memory)
	{
		local_memory = memory_ + alignment - reinterpret_cast<std::uintptr_t>(memory_) % alignment;
	}
	~host_local_memory()
	{
		local_memory = before_;
		delete[] memory_;
	}
	host_local_memory(const host_local_memory &) = delete;
	host_local_memory &operator=(const host_local_memory &) = delete;

private:
	static constexpr std::size_t alignment = 64;
	char *memory_, *before_;
};

#endif

}

#endif
