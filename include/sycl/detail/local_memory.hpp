/*
 * Where a work-group's local memory is.  Objects that stand for local memory
 * hold only an offset, so that they look the same on both sides; the base is
 * the last parameter of nd_range kernels, which every work-item stores into a
 * variable of its work-group before anything reads it.
 *
 * GPUs whose code is not made from SPIR-V take no pointers to local memory:
 * their launches reserve one block, an array of unknown size in the program,
 * and the parameter is an offset into it.  (Compiler and runtime design, "Local
 * memory support".)
 */
#ifndef SYCL_DETAIL_LOCAL_MEMORY_HPP
#define SYCL_DETAIL_LOCAL_MEMORY_HPP

#include <cstddef>
#include <cstdint>
#include <memory>

#include <sycl/detail/defines.hpp>

namespace sycl::detail {

#ifdef SYCL_CC_DEVICE

/* The default initialiser would be invalid in SPIR-V. */
[[clang::loader_uninitialized]] inline SYCL_CC_LOCAL char *SYCL_CC_LOCAL local_memory;

#if defined(__NVPTX__) || defined(__AMDGCN__)
using local_argument = std::uint32_t;
extern "C" alignas(16) SYCL_CC_LOCAL char __sycl_cc_local_block[];

SYCL_CC_INLINE void set_local_memory(local_argument offset)
{
	local_memory = __sycl_cc_local_block + offset;
}
#else
using local_argument = SYCL_CC_LOCAL char *;

SYCL_CC_INLINE void set_local_memory(local_argument start)
{
	local_memory = start;
}
#endif

template <typename T>
SYCL_CC_INLINE SYCL_CC_LOCAL T *local_pointer(std::size_t offset)
{
	return reinterpret_cast<SYCL_CC_LOCAL T *>(local_memory + offset);
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
		void *p = memory_.get();
		std::size_t room = size + alignment;

		local_memory = static_cast<char *>(std::align(alignment, size, p, room));
	}
	~host_local_memory() { local_memory = before_; }
	host_local_memory(const host_local_memory &) = delete;
	host_local_memory &operator=(const host_local_memory &) = delete;

private:
	static constexpr std::size_t alignment = 64;
	std::unique_ptr<char[]> memory_;
	char *before_;
};

#endif

}

#endif
