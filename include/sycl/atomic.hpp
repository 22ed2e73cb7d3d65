/* sycl::atomic_ref and atomic_fence, on the compiler's scoped atomics. */
#ifndef SYCL_ATOMIC_HPP
#define SYCL_ATOMIC_HPP

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <sycl/aspects.hpp>
#include <sycl/detail/builtins.hpp>
#include <sycl/memory_enums.hpp>
#include <sycl/multi_ptr.hpp>

namespace sycl {

namespace detail {

constexpr int builtin_order(memory_order order)
{
	switch (order) {
	case memory_order::relaxed: return __ATOMIC_RELAXED;
	case memory_order::acquire: return __ATOMIC_ACQUIRE;
	case memory_order::release: return __ATOMIC_RELEASE;
	case memory_order::acq_rel: return __ATOMIC_ACQ_REL;
	default: return __ATOMIC_SEQ_CST;
	}
}

/* The memory orders that a load, a store, and a failed compare-exchange may have. */
constexpr int load_order(memory_order order)
{
	switch (order) {
	case memory_order::relaxed:
	case memory_order::release: return __ATOMIC_RELAXED;
	case memory_order::seq_cst: return __ATOMIC_SEQ_CST;
	default: return __ATOMIC_ACQUIRE;
	}
}

constexpr int store_order(memory_order order)
{
	switch (order) {
	case memory_order::relaxed:
	case memory_order::acquire: return __ATOMIC_RELAXED;
	case memory_order::seq_cst: return __ATOMIC_SEQ_CST;
	default: return __ATOMIC_RELEASE;
	}
}

constexpr unsigned fence_scope(memory_scope scope)
{
	switch (scope) {
	case memory_scope::work_item: return dev::scope_work_item;
	case memory_scope::sub_group: return dev::scope_sub_group;
	case memory_scope::work_group: return dev::scope_work_group;
	case memory_scope::device: return dev::scope_device;
	default: return 0;
	}
}

/*
 * LLVM 22's NVPTX back end makes all read-modify-write operations relaxed: fences
 * around them give the order that the program asks for.
 */
template <memory_order Order, memory_scope Scope>
struct fences {
#ifdef __NVPTX__
	static constexpr unsigned semantics = dev::semantics_global_memory | dev::semantics_local_memory |
		(detail::same(Order, memory_order::seq_cst) ? dev::semantics_seq_cst : dev::semantics_acq_rel);

	SYCL_CC_INLINE fences()
	{
		if constexpr (!detail::same(Order, memory_order::relaxed))
			dev::memory_barrier(fence_scope(Scope), semantics);
	}
	SYCL_CC_INLINE ~fences()
	{
		if constexpr (!detail::same(Order, memory_order::relaxed))
			dev::memory_barrier(fence_scope(Scope), semantics);
	}
#endif
};

#ifdef SYCL_CC_DEVICE
constexpr int builtin_scope(memory_scope scope)
{
	switch (scope) {
	case memory_scope::work_item: return __MEMORY_SCOPE_SINGLE;
	case memory_scope::sub_group: return __MEMORY_SCOPE_WVFRNT;
	case memory_scope::work_group: return __MEMORY_SCOPE_WRKGRP;
	case memory_scope::device: return __MEMORY_SCOPE_DEVICE;
	default: return __MEMORY_SCOPE_SYSTEM;
	}
}
#define SYCL_CC_ATOMIC(NAME, ...) __scoped_atomic_##NAME(__VA_ARGS__, detail::builtin_scope(Scope))
#else
#define SYCL_CC_ATOMIC(NAME, ...) __atomic_##NAME(__VA_ARGS__)
#endif

/* The pointer in the address space that the program names: not every consumer has generic atomics. */
template <access::address_space Space, typename T>
SYCL_CC_INLINE auto atomic_pointer(T *p)
{
#ifdef SYCL_CC_DEVICE
	if constexpr (detail::same(Space, access::address_space::global_space))
		return (SYCL_CC_GLOBAL T *)p;
	else if constexpr (detail::same(Space, access::address_space::local_space))
		return (SYCL_CC_LOCAL T *)p;
	else
		return p;
#else
	return p;
#endif
}

/*
 * Replaces *p by desired if it is expected; returns the old value.  A function of
 * its own, in SPIR-V never inlined: LLVM 22's SPIR-V back end cannot translate
 * {value, success} pairs that reach a loop.
 */
template <memory_scope Scope, int Success, int Failure, typename Bits, typename Pointer>
#ifdef __SPIRV__
__attribute__((noinline))
#endif
inline Bits compare_exchange(Pointer p, Bits expected, Bits desired)
{
	SYCL_CC_ATOMIC(compare_exchange_n, p, &expected, desired, false, Success, Failure);
	return expected;
}

/*
 * PTX has no atomic operations on private memory, which only its work-item reaches: there
 * they are plain ones.  A generic pointer is asked; a known address space costs nothing.
 */
template <typename T>
SYCL_CC_INLINE bool is_private([[maybe_unused]] T *p)
{
#ifdef __NVPTX__
	return __nvvm_isspacep_local(p);
#else
	return false;
#endif
}
#ifdef __NVPTX__
template <typename T>
SYCL_CC_INLINE bool is_private(SYCL_CC_GLOBAL T *) { return false; }
template <typename T>
SYCL_CC_INLINE bool is_private(SYCL_CC_LOCAL T *) { return false; }
#endif

/* Sums wrap around, as atomic ones do. */
template <typename T>
SYCL_CC_INLINE T wrapped_sum(T a, T b)
{
	if constexpr (std::is_integral_v<T>)
		return static_cast<T>(static_cast<std::make_unsigned_t<T>>(a) + static_cast<std::make_unsigned_t<T>>(b));
	else
		return a + b;
}
template <typename T>
SYCL_CC_INLINE T wrapped_difference(T a, T b)
{
	if constexpr (std::is_integral_v<T>)
		return static_cast<T>(static_cast<std::make_unsigned_t<T>>(a) - static_cast<std::make_unsigned_t<T>>(b));
	else
		return a - b;
}

/* The operations in one order and scope. */
template <memory_order Order, memory_scope Scope>
struct ordered {
	template <typename Pointer>
	static SYCL_CC_INLINE auto load(Pointer p)
	{
		return is_private(p) ? *p : SYCL_CC_ATOMIC(load_n, p, load_order(Order));
	}
	template <typename Pointer, typename Value>
	static SYCL_CC_INLINE void store(Pointer p, Value value)
	{
		if (is_private(p))
			*p = value;
		else
			SYCL_CC_ATOMIC(store_n, p, value, store_order(Order));
	}
	template <typename Pointer, typename Value>
	static SYCL_CC_INLINE Value compare_exchange(Pointer p, Value expected, Value desired)
	{
		if (is_private(p)) {
			const Value old = *p;

			*p = old == expected ? desired : old;
			return old;
		}
		return detail::compare_exchange<Scope, builtin_order(Order), load_order(Order), Value>(p, expected, desired);
	}
#define SYCL_CC_ORDERED(NAME, BUILTIN, RESULT)                                       \
	template <typename Pointer, typename Value>                                  \
	static SYCL_CC_INLINE Value NAME(Pointer p, Value value)                     \
	{                                                                            \
		if (is_private(p)) {                                                 \
			const Value old = *p;                                        \
                                                                                     \
			*p = static_cast<Value>(RESULT);                             \
			return old;                                                  \
		}                                                                    \
		[[maybe_unused]] const fences<Order, Scope> around;                  \
                                                                                     \
		return SYCL_CC_ATOMIC(BUILTIN, p, value, builtin_order(Order));      \
	}
	SYCL_CC_ORDERED(exchange, exchange_n, value)
	SYCL_CC_ORDERED(fetch_add, fetch_add, wrapped_sum(old, value))
	SYCL_CC_ORDERED(fetch_sub, fetch_sub, wrapped_difference(old, value))
	SYCL_CC_ORDERED(fetch_and, fetch_and, old & value)
	SYCL_CC_ORDERED(fetch_or, fetch_or, old | value)
	SYCL_CC_ORDERED(fetch_xor, fetch_xor, old ^ value)
#ifdef __clang__
	SYCL_CC_ORDERED(fetch_min, fetch_min, value < old ? value : old)
	SYCL_CC_ORDERED(fetch_max, fetch_max, old < value ? value : old)
#endif
#undef SYCL_CC_ORDERED
};

/* The order and scope for calls that ask for more than the reference's own. */
using strongest = ordered<memory_order::seq_cst, memory_scope::system>;

/* Whether the given order and scope include the wanted ones. */
constexpr bool includes(memory_order given, memory_scope scope, memory_order wanted, memory_scope wanted_scope)
{
	return (detail::same(given, wanted) || detail::same(wanted, memory_order::relaxed) || detail::same(given, memory_order::seq_cst) ||
		(detail::same(given, memory_order::acq_rel) && !detail::same(wanted, memory_order::seq_cst))) && detail::within(wanted_scope, memory_scope::work_item, scope);
}

/* The operation of a reference in the order and scope of the call, which are nearly always constants. */
#define SYCL_CC_IN_ORDER(CALL) \
	(includes(Order, Scope, order, scope) ? ordered<Order, Scope>::CALL : strongest::CALL)

namespace bases {
template <typename T, memory_order Order, memory_scope Scope, access::address_space Space>
class atomic_base {
	static_assert(std::is_trivially_copyable_v<T>, "atomic_ref wants a trivially copyable type");
	static_assert(sizeof(T) == 4 || sizeof(T) == 8, "atomic_ref wants a type of 4 or 8 bytes");
	using bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;

public:
	using value_type = T;
	static constexpr std::size_t required_alignment = sizeof(T);
	static constexpr bool is_always_lock_free = true;
	static constexpr memory_order default_read_modify_write_order = Order;
	static constexpr memory_order default_read_order = detail::same(Order, memory_order::acq_rel) ? memory_order::acquire : Order;
	static constexpr memory_order default_write_order = detail::same(Order, memory_order::acq_rel) ? memory_order::release : Order;
	static constexpr memory_scope default_scope = Scope;

	SYCL_CC_INLINE explicit atomic_base(T &object) : p_(&object) {}
	atomic_base(const atomic_base &) noexcept = default;
	atomic_base &operator=(const atomic_base &) = delete;

	bool is_lock_free() const noexcept { return true; }
	SYCL_CC_INLINE T load(memory_order order = default_read_order, memory_scope scope = Scope) const noexcept
	{
		return from_bits(SYCL_CC_IN_ORDER(load(word())));
	}
	SYCL_CC_INLINE operator T() const noexcept { return load(); }
	SYCL_CC_INLINE void store(T value, memory_order order = default_write_order, memory_scope scope = Scope) const noexcept
	{
		SYCL_CC_IN_ORDER(store(word(), to_bits(value)));
	}
	SYCL_CC_INLINE T exchange(T value, memory_order order = Order, memory_scope scope = Scope) const noexcept
	{
		return from_bits(SYCL_CC_IN_ORDER(exchange(word(), to_bits(value))));
	}
	SYCL_CC_INLINE bool compare_exchange_strong(T &expected, T desired, memory_order success, memory_order failure,
		memory_scope scope = Scope) const noexcept
	{
		/* The exchange has an order that includes both. */
		const memory_order order = detail::same(failure, memory_order::relaxed) || detail::same(failure, success) ? success
			: detail::same(success, memory_order::seq_cst) || detail::same(failure, memory_order::seq_cst) ? memory_order::seq_cst
			: memory_order::acq_rel;
		const bits wanted = to_bits(expected);
		const bits found = SYCL_CC_IN_ORDER(compare_exchange(word(), wanted, to_bits(desired)));

		if (found == wanted)
			return true;
		expected = from_bits(found);
		return false;
	}
	SYCL_CC_INLINE bool compare_exchange_strong(T &expected, T desired, memory_order order = Order, memory_scope scope = Scope) const noexcept
	{
		return compare_exchange_strong(expected, desired, order, order, scope);
	}
	SYCL_CC_INLINE bool compare_exchange_weak(T &expected, T desired, memory_order success, memory_order failure,
		memory_scope scope = Scope) const noexcept
	{
		return compare_exchange_strong(expected, desired, success, failure, scope);
	}
	SYCL_CC_INLINE bool compare_exchange_weak(T &expected, T desired, memory_order order = Order, memory_scope scope = Scope) const noexcept
	{
		return compare_exchange_strong(expected, desired, order, order, scope);
	}

protected:
	/* *p = change(*p) for operations without an instruction; returns the old value. */
	template <typename Function>
	SYCL_CC_INLINE T modify(memory_order order, memory_scope scope, Function change) const noexcept
	{
		T old = load(memory_order::relaxed, scope);

		while (!compare_exchange_strong(old, change(old), order, scope))
			;
		return old;
	}
	SYCL_CC_INLINE auto pointer() const noexcept { return atomic_pointer<Space>(p_); }

private:
	static SYCL_CC_INLINE bits to_bits(const T &value)
	{
		bits result;

		__builtin_memcpy(static_cast<void *>(&result), &value, sizeof value);
		return result;
	}
	static SYCL_CC_INLINE T from_bits(bits value)
	{
		T result;

		__builtin_memcpy(static_cast<void *>(&result), &value, sizeof value);
		return result;
	}
	SYCL_CC_INLINE auto word() const { return atomic_pointer<Space>(reinterpret_cast<bits *>(p_)); }

	T *p_;
};
}
using bases::atomic_base;

/* Types without arithmetic. */
namespace bases {
template <typename T, memory_order Order, memory_scope Scope, access::address_space Space, typename = void>
class atomic_operations : public atomic_base<T, Order, Scope, Space> {
public:
	using atomic_base<T, Order, Scope, Space>::atomic_base;
};
}
using bases::atomic_operations;

/* Arithmetic by compare-exchange; derived classes replace it where instructions exist. */
namespace bases {
template <typename T, memory_order Order, memory_scope Scope, access::address_space Space>
class atomic_number : public atomic_base<T, Order, Scope, Space> {
public:
	using difference_type = T;
	using atomic_base<T, Order, Scope, Space>::atomic_base;

	SYCL_CC_INLINE T fetch_add(T operand, memory_order order = Order, memory_scope scope = Scope) const noexcept
	{
		return this->modify(order, scope, [=](T old) { return old + operand; });
	}
	SYCL_CC_INLINE T fetch_sub(T operand, memory_order order = Order, memory_scope scope = Scope) const noexcept
	{
		return this->modify(order, scope, [=](T old) { return old - operand; });
	}
	SYCL_CC_INLINE T fetch_min(T operand, memory_order order = Order, memory_scope scope = Scope) const noexcept
	{
		return this->modify(order, scope, [=](T old) { return operand < old ? operand : old; });
	}
	SYCL_CC_INLINE T fetch_max(T operand, memory_order order = Order, memory_scope scope = Scope) const noexcept
	{
		return this->modify(order, scope, [=](T old) { return old < operand ? operand : old; });
	}
};
}
using bases::atomic_number;

#define SYCL_CC_FETCH(NAME)                                                                                     \
	SYCL_CC_INLINE T NAME(T operand, memory_order order = Order, memory_scope scope = Scope) const noexcept \
	{                                                                                                       \
		return SYCL_CC_IN_ORDER(NAME(this->pointer(), operand));                                        \
	}

namespace bases {
template <typename T, memory_order Order, memory_scope Scope, access::address_space Space>
class atomic_operations<T, Order, Scope, Space, typename std::enable_if<std::is_integral_v<T>>::type>
	: public atomic_number<T, Order, Scope, Space> {
public:
	using atomic_number<T, Order, Scope, Space>::atomic_number;

	SYCL_CC_FETCH(fetch_add)
	SYCL_CC_FETCH(fetch_sub)
	SYCL_CC_FETCH(fetch_and)
	SYCL_CC_FETCH(fetch_or)
	SYCL_CC_FETCH(fetch_xor)
#ifdef __clang__
	SYCL_CC_FETCH(fetch_min)
	SYCL_CC_FETCH(fetch_max)
#endif

	SYCL_CC_INLINE T operator++() const noexcept { return static_cast<T>(fetch_add(1) + 1); }
	SYCL_CC_INLINE T operator++(int) const noexcept { return fetch_add(1); }
	SYCL_CC_INLINE T operator--() const noexcept { return static_cast<T>(fetch_sub(1) - 1); }
	SYCL_CC_INLINE T operator--(int) const noexcept { return fetch_sub(1); }
	SYCL_CC_INLINE T operator+=(T operand) const noexcept { return static_cast<T>(fetch_add(operand) + operand); }
	SYCL_CC_INLINE T operator-=(T operand) const noexcept { return static_cast<T>(fetch_sub(operand) - operand); }
	SYCL_CC_INLINE T operator&=(T operand) const noexcept { return fetch_and(operand) & operand; }
	SYCL_CC_INLINE T operator|=(T operand) const noexcept { return fetch_or(operand) | operand; }
	SYCL_CC_INLINE T operator^=(T operand) const noexcept { return fetch_xor(operand) ^ operand; }
};
}

namespace bases {
template <typename T, memory_order Order, memory_scope Scope, access::address_space Space>
class atomic_operations<T, Order, Scope, Space, typename std::enable_if<std::is_floating_point_v<T>>::type>
	: public atomic_number<T, Order, Scope, Space> {
public:
	using atomic_number<T, Order, Scope, Space>::atomic_number;

#ifdef SYCL_CC_GPU
	/* These back ends emit an instruction or a loop, as the processor has it. */
	SYCL_CC_FETCH(fetch_add)
	SYCL_CC_FETCH(fetch_sub)
#endif
	SYCL_CC_INLINE T operator+=(T operand) const noexcept { return this->fetch_add(operand) + operand; }
	SYCL_CC_INLINE T operator-=(T operand) const noexcept { return this->fetch_sub(operand) - operand; }
};
}

#undef SYCL_CC_FETCH

namespace bases {
template <typename T, memory_order Order, memory_scope Scope, access::address_space Space>
class atomic_operations<T *, Order, Scope, Space, void> : public atomic_base<T *, Order, Scope, Space> {
public:
	using difference_type = std::ptrdiff_t;
	using atomic_base<T *, Order, Scope, Space>::atomic_base;

	SYCL_CC_INLINE T *fetch_add(std::ptrdiff_t n, memory_order order = Order, memory_scope scope = Scope) const noexcept
	{
		return this->modify(order, scope, [=](T *old) { return old + n; });
	}
	SYCL_CC_INLINE T *fetch_sub(std::ptrdiff_t n, memory_order order = Order, memory_scope scope = Scope) const noexcept
	{
		return this->modify(order, scope, [=](T *old) { return old - n; });
	}
	SYCL_CC_INLINE T *operator++() const noexcept { return fetch_add(1) + 1; }
	SYCL_CC_INLINE T *operator++(int) const noexcept { return fetch_add(1); }
	SYCL_CC_INLINE T *operator--() const noexcept { return fetch_sub(1) - 1; }
	SYCL_CC_INLINE T *operator--(int) const noexcept { return fetch_sub(1); }
	SYCL_CC_INLINE T *operator+=(std::ptrdiff_t n) const noexcept { return fetch_add(n) + n; }
	SYCL_CC_INLINE T *operator-=(std::ptrdiff_t n) const noexcept { return fetch_sub(n) - n; }
};
}

#undef SYCL_CC_IN_ORDER
#undef SYCL_CC_ATOMIC

/* References to 8 bytes are the optional feature atomic64.  (Optional kernel features, appendix.) */
namespace bases {
template <typename T, std::size_t Size, memory_order Order, memory_scope Scope, access::address_space Space>
class atomic_of_size : public atomic_operations<T, Order, Scope, Space> {
public:
	using atomic_operations<T, Order, Scope, Space>::atomic_operations;
};
}
using bases::atomic_of_size;

namespace bases {
template <typename T, memory_order Order, memory_scope Scope, access::address_space Space>
class SYCL_CC_USES_ASPECTS(sycl::aspect::atomic64) atomic_of_size<T, 8, Order, Scope, Space>
	: public atomic_operations<T, Order, Scope, Space> {
public:
	using atomic_operations<T, Order, Scope, Space>::atomic_operations;
};
}

}

template <typename T, memory_order Order, memory_scope Scope,
	access::address_space Space = access::address_space::generic_space>
class atomic_ref : public detail::atomic_of_size<T, sizeof(T), Order, Scope, Space> {
	static_assert(detail::same(Order, memory_order::relaxed) || detail::same(Order, memory_order::acq_rel) || detail::same(Order, memory_order::seq_cst),
		"atomic_ref's default order is relaxed, acq_rel or seq_cst");

public:
	SYCL_CC_INLINE explicit atomic_ref(T &object) : detail::atomic_of_size<T, sizeof(T), Order, Scope, Space>(object) {}
	atomic_ref(const atomic_ref &) noexcept = default;
	SYCL_CC_INLINE T operator=(T value) const noexcept
	{
		this->store(value);
		return value;
	}
};

/* --- sycl::atomic of SYCL 1.2.1: relaxed operations on the device's scope --- */

template <typename T, access::address_space Space>
class atomic {
	using object = atomic_ref<T, memory_order::relaxed, memory_scope::device, Space>;

public:
	template <typename Pointee, access::decorated Decorated>
	SYCL_CC_INLINE explicit atomic(multi_ptr<Pointee, Space, Decorated> to) : p_(reinterpret_cast<T *>(to.get_raw()))
	{
		static_assert(sizeof(Pointee) == sizeof(T), "sycl::atomic wants a pointer to an element of the same size");
	}

	SYCL_CC_INLINE void store(T value, memory_order = memory_order::relaxed) const { object(*p_).store(value); }
	SYCL_CC_INLINE T load(memory_order = memory_order::relaxed) const { return object(*p_).load(); }
	SYCL_CC_INLINE T exchange(T value, memory_order = memory_order::relaxed) const { return object(*p_).exchange(value); }
	SYCL_CC_INLINE bool compare_exchange_strong(T &expected, T desired, memory_order = memory_order::relaxed,
		memory_order = memory_order::relaxed) const
	{
		return object(*p_).compare_exchange_strong(expected, desired);
	}
	SYCL_CC_INLINE T fetch_add(T value, memory_order = memory_order::relaxed) const { return object(*p_).fetch_add(value); }
	SYCL_CC_INLINE T fetch_sub(T value, memory_order = memory_order::relaxed) const { return object(*p_).fetch_sub(value); }
	SYCL_CC_INLINE T fetch_and(T value, memory_order = memory_order::relaxed) const { return object(*p_).fetch_and(value); }
	SYCL_CC_INLINE T fetch_or(T value, memory_order = memory_order::relaxed) const { return object(*p_).fetch_or(value); }
	SYCL_CC_INLINE T fetch_xor(T value, memory_order = memory_order::relaxed) const { return object(*p_).fetch_xor(value); }
	SYCL_CC_INLINE T fetch_min(T value, memory_order = memory_order::relaxed) const { return object(*p_).fetch_min(value); }
	SYCL_CC_INLINE T fetch_max(T value, memory_order = memory_order::relaxed) const { return object(*p_).fetch_max(value); }

private:
	T *p_;
};

template <typename T, access::address_space Space>
SYCL_CC_INLINE void atomic_store(atomic<T, Space> object, T value, memory_order = memory_order::relaxed)
{
	object.store(value);
}
template <typename T, access::address_space Space>
SYCL_CC_INLINE T atomic_load(atomic<T, Space> object, memory_order = memory_order::relaxed)
{
	return object.load();
}
template <typename T, access::address_space Space>
SYCL_CC_INLINE bool atomic_compare_exchange_strong(atomic<T, Space> object, T &expected, T desired,
	memory_order = memory_order::relaxed, memory_order = memory_order::relaxed)
{
	return object.compare_exchange_strong(expected, desired);
}
#define SYCL_CC_ATOMIC_FUNCTION(NAME)                                                             \
	template <typename T, access::address_space Space>                                        \
	SYCL_CC_INLINE T atomic_##NAME(atomic<T, Space> object, T value, memory_order = memory_order::relaxed) \
	{                                                                                         \
		return object.NAME(value);                                                        \
	}
SYCL_CC_ATOMIC_FUNCTION(exchange)
SYCL_CC_ATOMIC_FUNCTION(fetch_add)
SYCL_CC_ATOMIC_FUNCTION(fetch_sub)
SYCL_CC_ATOMIC_FUNCTION(fetch_and)
SYCL_CC_ATOMIC_FUNCTION(fetch_or)
SYCL_CC_ATOMIC_FUNCTION(fetch_xor)
SYCL_CC_ATOMIC_FUNCTION(fetch_min)
SYCL_CC_ATOMIC_FUNCTION(fetch_max)
#undef SYCL_CC_ATOMIC_FUNCTION

SYCL_CC_INLINE void atomic_fence(memory_order order, memory_scope scope)
{
	constexpr unsigned memory = unsigned(detail::dev::semantics_local_memory) | unsigned(detail::dev::semantics_global_memory);

	switch (order) {
	case memory_order::relaxed:
		break;
	case memory_order::acquire:
		detail::dev::memory_barrier(detail::fence_scope(scope), memory | unsigned(detail::dev::semantics_acquire));
		break;
	case memory_order::release:
		detail::dev::memory_barrier(detail::fence_scope(scope), memory | unsigned(detail::dev::semantics_release));
		break;
	case memory_order::acq_rel:
		detail::dev::memory_barrier(detail::fence_scope(scope), memory | unsigned(detail::dev::semantics_acq_rel));
		break;
	default:
		detail::dev::memory_barrier(detail::fence_scope(scope), memory | unsigned(detail::dev::semantics_seq_cst));
		break;
	}
}

namespace ext::oneapi {
using sycl::atomic_fence;
using sycl::atomic_ref;
using sycl::memory_order;
using sycl::memory_order_acq_rel;
using sycl::memory_order_acquire;
using sycl::memory_order_relaxed;
using sycl::memory_order_release;
using sycl::memory_order_seq_cst;
using sycl::memory_scope;
using sycl::memory_scope_device;
using sycl::memory_scope_sub_group;
using sycl::memory_scope_system;
using sycl::memory_scope_work_group;
using sycl::memory_scope_work_item;
}

}

#endif
