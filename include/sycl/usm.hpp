/* Unified shared memory: allocations that host and device reach by the same pointer. */
#ifndef SYCL_USM_HPP
#define SYCL_USM_HPP

#include <cstddef>
#include <limits>
#include <type_traits>

#include <sycl/device.hpp>
#include <sycl/property_list.hpp>
#include <sycl/queue.hpp>

namespace sycl {

namespace detail {

/* The device on which a context's memory of the host is allocated. */
SYCL_CC_ON_DEMAND
device host_owner(const context &context)
{
	for (const device &one : context.detail_devices())
		if (one.has(aspect::usm_host_allocations))
			return one;
	refuse(errc::feature_not_supported, "no device of the context reaches memory of the host");
}

inline void *allocate(usm::alloc kind, std::size_t size, std::size_t alignment, const device &given, const context &context)
{
	static const sycl_rt_memory memory[] = { SYCL_RT_MEMORY_HOST, SYCL_RT_MEMORY_DEVICE, SYCL_RT_MEMORY_SHARED };
	static const aspect needed[] = {
		aspect::usm_host_allocations, aspect::usm_device_allocations, aspect::usm_shared_allocations
	};
	const int i = static_cast<int>(kind);

	if (detail::same(kind, usm::alloc::unknown))
		return nullptr;
	const device device = detail::same(kind, usm::alloc::host) ? host_owner(context) : given;
	if (!device.has(needed[i]))
		detail::refuse(errc::feature_not_supported, "the device does not support this kind of allocation");
	if (!context.detail_has(device))
		detail::refuse(errc::invalid, "memory is allocated on a device of the context, or on a part of one");
	void *const p = sycl_rt_alloc(device.detail_get(), memory[i], size, alignment);
	if (p)
		sycl_rt_memory_give(p, context.detail_number());
	return p;
}

/* Bytes of n elements; on overflow the largest number, so that the allocation fails. */
template <typename T>
std::size_t usm_bytes(std::size_t n)
{
	return n > std::numeric_limits<std::size_t>::max() / 2 / sizeof(T) ? std::numeric_limits<std::size_t>::max() / 2 : n * sizeof(T);
}

/* That of T at least; one that no memory has stays, and gives none. */
template <typename T>
std::size_t usm_alignment(std::size_t wanted)
{
	return wanted < alignof(T) && (wanted & (wanted - 1)) == 0 ? alignof(T) : wanted;
}

}

/* --- one kind of memory each: malloc_KIND and aligned_alloc_KIND, in bytes and in elements --- */

#define SYCL_CC_USM_PLACE(KIND, PARAMETERS, DEVICE, CONTEXT)                                                         \
	inline void *malloc_##KIND(std::size_t size, PARAMETERS, const property_list & = {})                         \
	{                                                                                                            \
		return detail::allocate(usm::alloc::KIND, size, 0, DEVICE, CONTEXT);                                 \
	}                                                                                                            \
	template <typename T>                                                                                        \
	T *malloc_##KIND(std::size_t n, PARAMETERS, const property_list & = {})                                      \
	{                                                                                                            \
		return static_cast<T *>(detail::allocate(usm::alloc::KIND, detail::usm_bytes<T>(n), alignof(T), DEVICE, CONTEXT)); \
	}                                                                                                            \
	inline void *aligned_alloc_##KIND(std::size_t alignment, std::size_t size, PARAMETERS, const property_list & = {}) \
	{                                                                                                            \
		return detail::allocate(usm::alloc::KIND, size, alignment, DEVICE, CONTEXT);                         \
	}                                                                                                            \
	template <typename T>                                                                                        \
	T *aligned_alloc_##KIND(std::size_t alignment, std::size_t n, PARAMETERS, const property_list & = {})        \
	{                                                                                                            \
		return static_cast<T *>(detail::allocate(usm::alloc::KIND, detail::usm_bytes<T>(n),                   \
			detail::usm_alignment<T>(alignment), DEVICE, CONTEXT));                                      \
	}
#define SYCL_CC_COMMA ,

SYCL_CC_USM_PLACE(device, const queue &queue, queue.get_device(), queue.get_context())
SYCL_CC_USM_PLACE(device, const sycl::device &device SYCL_CC_COMMA const context &context, device, context)
SYCL_CC_USM_PLACE(shared, const queue &queue, queue.get_device(), queue.get_context())
SYCL_CC_USM_PLACE(shared, const sycl::device &device SYCL_CC_COMMA const context &context, device, context)
SYCL_CC_USM_PLACE(host, const queue &queue, queue.get_device(), queue.get_context())
SYCL_CC_USM_PLACE(host, const context &context, context.detail_devices()[0], context)

#undef SYCL_CC_USM_PLACE
#undef SYCL_CC_COMMA

/* --- the kind as an argument --- */

inline void *malloc(std::size_t size, const device &device, const context &context, usm::alloc kind, const property_list & = {})
{
	return detail::allocate(kind, size, 0, device, context);
}
inline void *malloc(std::size_t size, const queue &queue, usm::alloc kind, const property_list & = {})
{
	return detail::allocate(kind, size, 0, queue.get_device(), queue.get_context());
}
template <typename T>
T *malloc(std::size_t n, const device &device, const context &context, usm::alloc kind, const property_list & = {})
{
	return static_cast<T *>(detail::allocate(kind, detail::usm_bytes<T>(n), alignof(T), device, context));
}
template <typename T>
T *malloc(std::size_t n, const queue &queue, usm::alloc kind, const property_list & = {})
{
	return static_cast<T *>(detail::allocate(kind, detail::usm_bytes<T>(n), alignof(T), queue.get_device(), queue.get_context()));
}
inline void *aligned_alloc(std::size_t alignment, std::size_t size, const device &device, const context &context, usm::alloc kind,
	const property_list & = {})
{
	return detail::allocate(kind, size, alignment, device, context);
}
inline void *aligned_alloc(std::size_t alignment, std::size_t size, const queue &queue, usm::alloc kind, const property_list & = {})
{
	return detail::allocate(kind, size, alignment, queue.get_device(), queue.get_context());
}
template <typename T>
T *aligned_alloc(std::size_t alignment, std::size_t n, const device &device, const context &context, usm::alloc kind,
	const property_list & = {})
{
	return static_cast<T *>(detail::allocate(kind, detail::usm_bytes<T>(n), detail::usm_alignment<T>(alignment), device, context));
}
template <typename T>
T *aligned_alloc(std::size_t alignment, std::size_t n, const queue &queue, usm::alloc kind, const property_list & = {})
{
	return aligned_alloc<T>(alignment, n, queue.get_device(), queue.get_context(), kind);
}

inline void free(void *p, const context &)
{
	sycl_rt_free(p);
}
inline void free(void *p, const queue &)
{
	sycl_rt_free(p);
}

namespace detail {

/* Whether the context made the allocation with p, which is on the device; null: there is none. */
inline bool owns(const context &context, const sycl_rt_device *device, const void *p)
{
	if (!device || !context.detail_has(sycl::device::detail_make(device)))
		return false;
	const std::uint64_t maker = sycl_rt_memory_context(p);
	return maker == 0 || maker == context.detail_number();
}

}

inline usm::alloc get_pointer_type(const void *p, const context &context)
{
	static const usm::alloc kind[] = { usm::alloc::host, usm::alloc::device, usm::alloc::shared, usm::alloc::unknown };
	const sycl_rt_device *owner;
	const sycl_rt_memory memory = sycl_rt_memory_kind(p, &owner);

	return detail::owns(context, owner, p) ? kind[memory] : usm::alloc::unknown;
}

inline device get_pointer_device(const void *p, const context &context)
{
	const sycl_rt_device *owner;
	const sycl_rt_memory memory = sycl_rt_memory_kind(p, &owner);

	if (!detail::owns(context, owner, p))
		detail::refuse(errc::invalid, "the pointer points to no USM allocation of this context");
	return memory == SYCL_RT_MEMORY_HOST ? context.detail_devices()[0] : device::detail_make(owner);
}

/* For std::vector and its like. */
template <typename T, usm::alloc Kind, std::size_t Alignment = 0>
class usm_allocator : public detail::with_properties {
	static_assert(!detail::same(Kind, usm::alloc::device), "an allocator's memory must be usable on the host");

public:
	using value_type = T;
	using propagate_on_container_copy_assignment = std::true_type;
	using propagate_on_container_move_assignment = std::true_type;
	using propagate_on_container_swap = std::true_type;
	template <typename Other>
	struct rebind {
		using other = usm_allocator<Other, Kind, Alignment>;
	};

	usm_allocator() = delete;
	usm_allocator(const context &context, const device &device, const property_list &properties = {})
		: detail::with_properties(properties), context_(context), device_(device)
	{
		if constexpr (detail::same(Kind, usm::alloc::host))
			detail::host_owner(context);
		else if (!device.has(aspect::usm_shared_allocations))
			detail::refuse(errc::feature_not_supported, "the device does not support shared allocations");
		else if (!context.detail_has(device))
			detail::refuse(errc::invalid, "the device of an allocator is one of its context's, or a part of one");
	}
	usm_allocator(const queue &queue, const property_list &properties = {})
		: usm_allocator(queue.get_context(), queue.get_device(), properties) {}
	usm_allocator(const usm_allocator &) = default;
	usm_allocator(usm_allocator &&) noexcept = default;
	usm_allocator &operator=(const usm_allocator &) = default;
	usm_allocator &operator=(usm_allocator &&) = default;
	template <typename Other>
	usm_allocator(const usm_allocator<Other, Kind, Alignment> &other) noexcept
		: detail::with_properties(other), context_(other.context_), device_(other.device_) {}

	T *allocate(std::size_t n)
	{
		T *p = aligned_alloc<T>(Alignment, n, device_, context_, Kind);

		if (!p)
			detail::refuse(errc::memory_allocation, "out of memory");
		return p;
	}
	void deallocate(T *p, std::size_t) { free(p, context_); }

	template <typename Other, usm::alloc OtherKind, std::size_t OtherAlignment>
	friend bool operator==(const usm_allocator &a, const usm_allocator<Other, OtherKind, OtherAlignment> &b)
	{
		return detail::same(Kind, OtherKind) && Alignment == OtherAlignment && a.is_like(b);
	}
	template <typename Other, usm::alloc OtherKind, std::size_t OtherAlignment>
	friend bool operator!=(const usm_allocator &a, const usm_allocator<Other, OtherKind, OtherAlignment> &b)
	{
		return !(a == b);
	}

private:
	template <typename, usm::alloc, std::size_t>
	friend class usm_allocator;

	template <typename Other>
	bool is_like(const Other &other) const
	{
		return context_ == other.context_ && device_ == other.device_;
	}

	context context_;
	device device_;
};

}

#endif
