/* Atomic operations on what a pointer points to; the order may be a template argument, or the last argument of the call. */
#ifndef SYCLCOMPAT_ATOMIC_HPP
#define SYCLCOMPAT_ATOMIC_HPP

#include <sycl/sycl.hpp>

#include <syclcompat/traits.hpp>

namespace syclcompat {

namespace detail {

template <typename T, sycl::access::address_space Space>
using reference = sycl::atomic_ref<T, sycl::memory_order::relaxed, sycl::memory_scope::device, Space>;

/* Replaces the value by what next(value) returns; returns the old one. */
template <sycl::access::address_space Space, typename T, typename Next>
T atomic_replace(T *p, sycl::memory_order order, sycl::memory_scope scope, const Next &next)
{
	const reference<T, Space> ref(*p);
	T old = ref.load(sycl::memory_order::relaxed, scope);

	while (!ref.compare_exchange_strong(old, next(old), order, scope))
		;
	return old;
}

}

/* Two functions NAME: with the order as a template argument, and as the last one. */
#define SYCL_CC_ATOMIC(NAME, CALL, OPERAND) \
	template <sycl::access::address_space Space = sycl::access::address_space::generic_space, \
		sycl::memory_order Order = sycl::memory_order::relaxed, sycl::memory_scope Scope = sycl::memory_scope::device, typename T> \
	T NAME(T *p, OPERAND operand) \
	{ \
		return detail::reference<T, Space>(*p).CALL(operand, Order, Scope); \
	} \
	template <sycl::access::address_space Space = sycl::access::address_space::generic_space, \
		sycl::memory_scope Scope = sycl::memory_scope::device, typename T> \
	T NAME(T *p, OPERAND operand, sycl::memory_order order, sycl::memory_scope scope = Scope) \
	{ \
		return detail::reference<T, Space>(*p).CALL(operand, order, scope); \
	}
SYCL_CC_ATOMIC(atomic_fetch_add, fetch_add, arith_t<T>)
SYCL_CC_ATOMIC(atomic_fetch_sub, fetch_sub, arith_t<T>)
SYCL_CC_ATOMIC(atomic_fetch_and, fetch_and, type_identity_t<T>)
SYCL_CC_ATOMIC(atomic_fetch_or, fetch_or, type_identity_t<T>)
SYCL_CC_ATOMIC(atomic_fetch_xor, fetch_xor, type_identity_t<T>)
SYCL_CC_ATOMIC(atomic_fetch_min, fetch_min, type_identity_t<T>)
SYCL_CC_ATOMIC(atomic_fetch_max, fetch_max, type_identity_t<T>)
SYCL_CC_ATOMIC(atomic_exchange, exchange, type_identity_t<T>)
#undef SYCL_CC_ATOMIC

/* Counting from 0 to the operand and again from 0, up and down. */
#define SYCL_CC_ATOMIC(NAME, NEXT) \
	template <sycl::access::address_space Space = sycl::access::address_space::generic_space, \
		sycl::memory_order Order = sycl::memory_order::relaxed, sycl::memory_scope Scope = sycl::memory_scope::device> \
	unsigned int NAME(unsigned int *p, unsigned int operand) \
	{ \
		return detail::atomic_replace<Space>(p, Order, Scope, [=](unsigned int old) { return NEXT; }); \
	} \
	template <sycl::access::address_space Space = sycl::access::address_space::generic_space, \
		sycl::memory_scope Scope = sycl::memory_scope::device> \
	unsigned int NAME(unsigned int *p, unsigned int operand, sycl::memory_order order, sycl::memory_scope scope = Scope) \
	{ \
		return detail::atomic_replace<Space>(p, order, scope, [=](unsigned int old) { return NEXT; }); \
	}
SYCL_CC_ATOMIC(atomic_fetch_compare_inc, old >= operand ? 0 : old + 1)
SYCL_CC_ATOMIC(atomic_fetch_compare_dec, old == 0 || old > operand ? operand : old - 1)
#undef SYCL_CC_ATOMIC

/* Returns the old value: it is the expected one where the exchange was done. */
template <sycl::access::address_space Space = sycl::access::address_space::generic_space,
	sycl::memory_order Order = sycl::memory_order::relaxed, sycl::memory_scope Scope = sycl::memory_scope::device, typename T>
T atomic_compare_exchange_strong(T *p, type_identity_t<T> expected, type_identity_t<T> desired, sycl::memory_order success = Order,
	sycl::memory_order fail = Order)
{
	detail::reference<T, Space>(*p).compare_exchange_strong(expected, desired, success, fail, Scope);
	return expected;
}
template <sycl::access::address_space Space = sycl::access::address_space::generic_space,
	sycl::memory_order Order = sycl::memory_order::relaxed, sycl::memory_scope Scope = sycl::memory_scope::device, typename T,
	sycl::access::decorated Decorated>
T atomic_compare_exchange_strong(sycl::multi_ptr<T, Space, Decorated> p, type_identity_t<T> expected, type_identity_t<T> desired,
	sycl::memory_order success = Order, sycl::memory_order fail = Order)
{
	detail::reference<T, Space>(*p).compare_exchange_strong(expected, desired, success, fail, Scope);
	return expected;
}

/* An object whose operations are atomic. */
template <typename T, sycl::memory_scope DefaultScope = sycl::memory_scope::system,
	sycl::memory_order DefaultOrder = sycl::memory_order::seq_cst,
	sycl::access::address_space Space = sycl::access::address_space::generic_space>
class atomic {
	using reference = sycl::atomic_ref<T, DefaultOrder, DefaultScope, Space>;

public:
	static constexpr sycl::memory_order default_read_order = reference::default_read_order;
	static constexpr sycl::memory_order default_write_order = reference::default_write_order;
	static constexpr sycl::memory_scope default_scope = DefaultScope;
	static constexpr sycl::memory_order default_read_modify_write_order = DefaultOrder;

	/* No value, so that it may be in local memory. */
	atomic() noexcept = default;
	constexpr atomic(T value) noexcept : value_(value) {}

	void store(T operand, sycl::memory_order order = default_write_order, sycl::memory_scope scope = default_scope) noexcept
	{
		reference(value_).store(operand, order, scope);
	}
	T load(sycl::memory_order order = default_read_order, sycl::memory_scope scope = default_scope) const noexcept
	{
		return reference(const_cast<T &>(value_)).load(order, scope);
	}
	T exchange(T operand, sycl::memory_order order = DefaultOrder, sycl::memory_scope scope = default_scope) noexcept
	{
		return reference(value_).exchange(operand, order, scope);
	}
	bool compare_exchange_weak(T &expected, T desired, sycl::memory_order success, sycl::memory_order failure,
		sycl::memory_scope scope = default_scope) noexcept
	{
		return reference(value_).compare_exchange_weak(expected, desired, success, failure, scope);
	}
	bool compare_exchange_weak(T &expected, T desired, sycl::memory_order order = DefaultOrder,
		sycl::memory_scope scope = default_scope) noexcept
	{
		return reference(value_).compare_exchange_weak(expected, desired, order, scope);
	}
	bool compare_exchange_strong(T &expected, T desired, sycl::memory_order success, sycl::memory_order failure,
		sycl::memory_scope scope = default_scope) noexcept
	{
		return reference(value_).compare_exchange_strong(expected, desired, success, failure, scope);
	}
	bool compare_exchange_strong(T &expected, T desired, sycl::memory_order order = DefaultOrder,
		sycl::memory_scope scope = default_scope) noexcept
	{
		return reference(value_).compare_exchange_strong(expected, desired, order, scope);
	}
	T fetch_add(arith_t<T> operand, sycl::memory_order order = DefaultOrder, sycl::memory_scope scope = default_scope) noexcept
	{
		return reference(value_).fetch_add(operand, order, scope);
	}
	T fetch_sub(arith_t<T> operand, sycl::memory_order order = DefaultOrder, sycl::memory_scope scope = default_scope) noexcept
	{
		return reference(value_).fetch_sub(operand, order, scope);
	}

private:
	T value_;
};

}

#endif
