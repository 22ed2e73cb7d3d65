/* atomic_accessor: a read-write accessor whose subscripts are atomic_refs. */
#ifndef SYCL_EXT_ONEAPI_ATOMIC_ACCESSOR_HPP
#define SYCL_EXT_ONEAPI_ATOMIC_ACCESSOR_HPP

#include <cstddef>

#include <sycl/accessor.hpp>
#include <sycl/atomic.hpp>
#include <sycl/buffer.hpp>

namespace sycl::ext::oneapi {

template <memory_order>
struct order_tag_t {
	explicit order_tag_t() = default;
};
template <memory_scope>
struct scope_tag_t {
	explicit scope_tag_t() = default;
};

inline constexpr order_tag_t<memory_order::relaxed> relaxed_order{};
inline constexpr order_tag_t<memory_order::acquire> acquire_order{};
inline constexpr order_tag_t<memory_order::release> release_order{};
inline constexpr order_tag_t<memory_order::acq_rel> acq_rel_order{};
inline constexpr order_tag_t<memory_order::seq_cst> seq_cst_order{};
inline constexpr scope_tag_t<memory_scope::work_item> work_item_scope{};
inline constexpr scope_tag_t<memory_scope::sub_group> sub_group_scope{};
inline constexpr scope_tag_t<memory_scope::work_group> work_group_scope{};
inline constexpr scope_tag_t<memory_scope::device> device_scope{};
inline constexpr scope_tag_t<memory_scope::system> system_scope{};

}

namespace sycl::detail {

/* The access after its first subscripts, of which Left are missing. */
template <typename Reference, typename Row, int Left>
class atomic_row {
public:
	atomic_row(Row row) : row_(row) {}

	auto operator[](std::size_t i) const
	{
		if constexpr (Left == 1)
			return Reference(row_[i]);
		else
			return atomic_row<Reference, decltype(row_[i]), Left - 1>(row_[i]);
	}

private:
	Row row_;
};

}

namespace sycl::ext::oneapi {

template <typename T, int Dimensions, memory_order Order, memory_scope Scope, target Target = target::device,
	access::placeholder Placeholder = access::placeholder::false_t>
class atomic_accessor : public accessor<T, Dimensions, access_mode::read_write, Target, Placeholder> {
	using base = accessor<T, Dimensions, access_mode::read_write, Target, Placeholder>;
	static constexpr auto space = Target == target::local ? access::address_space::local_space : access::address_space::global_space;

public:
	using value_type = T;
	using reference = sycl::atomic_ref<T, Order, Scope, space>;

	using base::base;
	template <typename Allocator>
	atomic_accessor(buffer<T, Dimensions, Allocator> &buffer, order_tag_t<Order>, scope_tag_t<Scope>, const property_list &properties = {})
		: base(buffer, properties)
	{
	}
	template <typename Allocator>
	atomic_accessor(buffer<T, Dimensions, Allocator> &buffer, handler &group, order_tag_t<Order>, scope_tag_t<Scope>,
		const property_list &properties = {}) : base(buffer, group, properties)
	{
	}

	SYCL_CC_INLINE reference operator[](id<Dimensions> i) const { return reference(base::operator[](i)); }
	SYCL_CC_INLINE auto operator[](std::size_t i) const
	{
		if constexpr (Dimensions == 1) {
			return reference(base::operator[](id<1>(i)));
		} else {
			using row = decltype(base::operator[](i));

			return sycl::detail::atomic_row<reference, row, Dimensions - 1>(base::operator[](i));
		}
	}
};

template <typename T, int Dimensions, typename Allocator, memory_order Order, memory_scope Scope>
atomic_accessor(buffer<T, Dimensions, Allocator> &, order_tag_t<Order>, scope_tag_t<Scope>, const property_list & = {})
	-> atomic_accessor<T, Dimensions, Order, Scope, target::device, access::placeholder::true_t>;
template <typename T, int Dimensions, typename Allocator, memory_order Order, memory_scope Scope>
atomic_accessor(buffer<T, Dimensions, Allocator> &, handler &, order_tag_t<Order>, scope_tag_t<Scope>, const property_list & = {})
	-> atomic_accessor<T, Dimensions, Order, Scope>;

}

#endif
