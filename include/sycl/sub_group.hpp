/* sycl::sub_group: the work-items of a work-group that run together. */
#ifndef SYCL_SUB_GROUP_HPP
#define SYCL_SUB_GROUP_HPP

#include <cstdint>

#include <sycl/detail/builtins.hpp>
#include <sycl/id.hpp>
#include <sycl/memory_enums.hpp>
#include <sycl/multi_ptr.hpp>

namespace sycl {

template <typename T, int Count>
class vec;

namespace detail {
struct maker;
}

class sub_group {
public:
	using id_type = id<1>;
	using range_type = range<1>;
	using linear_id_type = std::uint32_t;
	static constexpr int dimensions = 1;
	static constexpr memory_scope fence_scope = memory_scope::sub_group;

	id<1> get_group_id() const { return detail::dev::sub_group_id(); }
	linear_id_type get_group_linear_id() const { return detail::dev::sub_group_id(); }
	id<1> get_local_id() const { return detail::dev::sub_group_local_id(); }
	linear_id_type get_local_linear_id() const { return detail::dev::sub_group_local_id(); }
	range<1> get_group_range() const { return detail::dev::num_sub_groups(); }
	linear_id_type get_group_linear_range() const { return detail::dev::num_sub_groups(); }
	range<1> get_local_range() const { return detail::dev::sub_group_size(); }
	linear_id_type get_local_linear_range() const { return detail::dev::sub_group_size(); }
	range<1> get_max_local_range() const { return detail::dev::max_sub_group_size(); }
	bool leader() const { return get_local_linear_id() == 0; }

	/* Older names that much code uses. */
	void barrier(access::fence_space = access::fence_space::global_and_local) const { detail::dev::sub_group_barrier(); }
	template <typename T>
	T shuffle(T value, id<1> lane) const
	{
		return detail::dev::shuffle(value, static_cast<unsigned>(lane[0]));
	}
	template <typename T>
	T shuffle_down(T value, std::uint32_t delta) const
	{
		return detail::dev::shuffle(value, get_local_linear_id() + delta);
	}
	template <typename T>
	T shuffle_up(T value, std::uint32_t delta) const
	{
		return detail::dev::shuffle(value, get_local_linear_id() - delta);
	}
	template <typename T>
	T shuffle_xor(T value, id<1> mask) const
	{
		return detail::dev::shuffle(value, get_local_linear_id() ^ static_cast<unsigned>(mask[0]));
	}
	range<1> get_uniform_group_range() const { return get_group_range(); }

	/* The algorithms as members, from before they were functions: group_algorithms.hpp defines them. */
	bool any(bool value) const;
	bool all(bool value) const;
	template <typename T>
	T broadcast(T value, id<1> from) const;
	template <typename T, typename Operation>
	T reduce(T value, Operation op) const;
	template <typename T, typename Operation>
	T reduce(T value, T init, Operation op) const;
	template <typename T, typename Operation>
	T exclusive_scan(T value, Operation op) const;
	template <typename T, typename Operation>
	T exclusive_scan(T value, T init, Operation op) const;
	template <typename T, typename Operation>
	T inclusive_scan(T value, Operation op) const;
	template <typename T, typename Operation>
	T inclusive_scan(T value, Operation op, T init) const;

	/* One element for each work-item, consecutive in memory; pointers may have an address space in their type. */
	template <typename T>
	std::remove_cv_t<remove_decoration_t<T>> load(T *from) const
	{
		return const_cast<const std::remove_volatile_t<T> *>(from)[get_local_linear_id()];
	}
	template <typename T>
	void store(T *to, const remove_decoration_t<T> &value) const
	{
		to[get_local_linear_id()] = value;
	}

	/*
	 * Several elements for each work-item: element e of all of them is consecutive in memory.  As OpenCL's block reads have it,
	 * element e + 1 follows after the maximal size of sub-groups, also where the sub-group is smaller.
	 */
	template <int Count, typename T, access::address_space Space, access::decorated Decorated>
	vec<std::remove_cv_t<T>, Count> load(multi_ptr<T, Space, Decorated> from) const
	{
		vec<std::remove_cv_t<T>, Count> value;

		for (int e = 0; e < Count; e++)
			value[e] = const_cast<const std::remove_cv_t<T> *>(from.get_raw())[get_local_linear_id()
				+ static_cast<std::uint32_t>(e) * get_max_local_range()[0]];
		return value;
	}
	template <int Count, typename T, access::address_space Space, access::decorated Decorated>
	void store(multi_ptr<T, Space, Decorated> to, const vec<T, Count> &value) const
	{
		for (int e = 0; e < Count; e++)
			to.get_raw()[get_local_linear_id() + static_cast<std::uint32_t>(e) * get_max_local_range()[0]] = value[e];
	}
	template <typename T, access::address_space Space, access::decorated Decorated>
	std::remove_cv_t<T> load(multi_ptr<T, Space, Decorated> from) const
	{
		return const_cast<const std::remove_cv_t<T> *>(from.get_raw())[get_local_linear_id()];
	}
	template <typename T, access::address_space Space, access::decorated Decorated>
	void store(multi_ptr<T, Space, Decorated> to, const T &value) const
	{
		to.get_raw()[get_local_linear_id()] = value;
	}

	friend bool operator==(const sub_group &, const sub_group &) { return true; }
	friend bool operator!=(const sub_group &, const sub_group &) { return false; }

private:
	friend struct detail::maker;

	sub_group() {}
};

namespace ext::oneapi {
using sycl::sub_group;
}

}

#endif
