/* sycl::nd_item: a work-item of a parallel_for over an nd_range. */
#ifndef SYCL_ND_ITEM_HPP
#define SYCL_ND_ITEM_HPP

#include <sycl/group.hpp>
#include <sycl/nd_range.hpp>
#include <sycl/sub_group.hpp>

namespace sycl {

namespace ext::oneapi::experimental {
template <int Dimensions>
class root_group;
}

/* Everything except the offset is read from the builtins when needed. */
template <int Dimensions = 1>
class nd_item {
public:
	static constexpr int dimensions = Dimensions;

	nd_item() = delete;

	/* Names of SYCL 1.2. */
	id<Dimensions> get_global() const { return get_global_id(); }
	std::size_t get_global(int dimension) const { return get_global_id(dimension); }
	id<Dimensions> get_local() const { return get_local_id(); }
	std::size_t get_local(int dimension) const { return get_local_id(dimension); }
	id<Dimensions> get_global_id() const
	{
		return detail::gather<Dimensions, id<Dimensions>>([](unsigned d) { return detail::dev::global_id(d); }) + offset_;
	}
	std::size_t get_global_id(int dimension) const
	{
		return detail::dev::global_id(unsigned(Dimensions - 1 - dimension)) + offset_[dimension];
	}
	std::size_t get_global_linear_id() const { return detail::linear<Dimensions>(get_global_id() - offset_, get_global_range()); }
	id<Dimensions> get_local_id() const
	{
		return detail::gather<Dimensions, id<Dimensions>>([](unsigned d) { return detail::dev::local_id(d); });
	}
	std::size_t get_local_id(int dimension) const { return detail::dev::local_id(unsigned(Dimensions - 1 - dimension)); }
	std::size_t get_local_linear_id() const { return detail::linear<Dimensions>(get_local_id(), get_local_range()); }
	group<Dimensions> get_group() const { return detail::maker::make<group<Dimensions>>(); }
	std::size_t get_group(int dimension) const { return detail::dev::group_id(unsigned(Dimensions - 1 - dimension)); }
	std::size_t get_group_linear_id() const { return get_group().get_group_linear_id(); }
	sub_group get_sub_group() const { return detail::maker::make<sub_group>(); }
	range<Dimensions> get_group_range() const { return get_group().get_group_range(); }
	std::size_t get_group_range(int dimension) const { return detail::dev::num_groups(unsigned(Dimensions - 1 - dimension)); }
	range<Dimensions> get_global_range() const
	{
		return detail::gather<Dimensions, range<Dimensions>>([](unsigned d) { return detail::dev::global_size(d); });
	}
	std::size_t get_global_range(int dimension) const { return detail::dev::global_size(unsigned(Dimensions - 1 - dimension)); }
	range<Dimensions> get_local_range() const
	{
		return detail::gather<Dimensions, range<Dimensions>>([](unsigned d) { return detail::dev::local_size(d); });
	}
	std::size_t get_local_range(int dimension) const { return detail::dev::local_size(unsigned(Dimensions - 1 - dimension)); }
	id<Dimensions> get_offset() const { return offset_; }
	nd_range<Dimensions> get_nd_range() const { return nd_range<Dimensions>(get_global_range(), get_local_range(), offset_); }

	/* All work-items of the launch. */
	template <typename Root = ext::oneapi::experimental::root_group<Dimensions>>
	Root ext_oneapi_get_root_group() const;

	void barrier(access::fence_space = access::fence_space::global_and_local) const { detail::dev::work_group_barrier(); }
	template <access_mode = access_mode::read_write>
	void mem_fence(access::fence_space = access::fence_space::global_and_local) const { get_group().mem_fence(); }
	template <typename... Arguments>
	device_event async_work_group_copy(Arguments... a) const
	{
		return get_group().async_work_group_copy(a...);
	}
	/* The same with the type of the elements, which the standard's declaration lets programs name. */
	template <typename Element, typename To, typename From, typename... Sizes>
	device_event async_work_group_copy(To to, From from, Sizes... n) const
	{
		return get_group().template async_work_group_copy<Element>(to, from, n...);
	}
	template <typename... Events>
	void wait_for(Events... e) const
	{
		get_group().wait_for(e...);
	}

	friend bool operator==(const nd_item &a, const nd_item &b) { return a.offset_ == b.offset_; }
	friend bool operator!=(const nd_item &a, const nd_item &b) { return !(a == b); }

private:
	friend struct detail::maker;

	explicit nd_item(const id<Dimensions> &offset) : offset_(offset) {}

	id<Dimensions> offset_;
};

}

#endif
