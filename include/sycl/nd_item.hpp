/* sycl::nd_item: a work-item of a parallel_for over an nd_range. */
#ifndef SYCL_ND_ITEM_HPP
#define SYCL_ND_ITEM_HPP

#include <sycl/group.hpp>
#include <sycl/nd_range.hpp>
#include <sycl/sub_group.hpp>

namespace sycl {

/* Everything but the offset is asked for when it is needed. */
template <int D = 1>
class nd_item {
public:
	static constexpr int dimensions = D;

	nd_item() = delete;

	id<D> get_global_id() const
	{
		return detail::gather<D, id<D>>([](unsigned d) { return detail::dev::global_id(d); }) + offset_;
	}
	std::size_t get_global_id(int dimension) const
	{
		return detail::dev::global_id(unsigned(D - 1 - dimension)) + offset_[dimension];
	}
	std::size_t get_global_linear_id() const { return detail::linear<D>(get_global_id() - offset_, get_global_range()); }
	id<D> get_local_id() const { return detail::gather<D, id<D>>([](unsigned d) { return detail::dev::local_id(d); }); }
	std::size_t get_local_id(int dimension) const { return detail::dev::local_id(unsigned(D - 1 - dimension)); }
	std::size_t get_local_linear_id() const { return detail::linear<D>(get_local_id(), get_local_range()); }
	group<D> get_group() const { return detail::maker::make<group<D>>(); }
	std::size_t get_group(int dimension) const { return detail::dev::group_id(unsigned(D - 1 - dimension)); }
	std::size_t get_group_linear_id() const { return get_group().get_group_linear_id(); }
	sub_group get_sub_group() const { return {}; }
	range<D> get_group_range() const { return get_group().get_group_range(); }
	std::size_t get_group_range(int dimension) const { return detail::dev::num_groups(unsigned(D - 1 - dimension)); }
	range<D> get_global_range() const
	{
		return detail::gather<D, range<D>>([](unsigned d) { return detail::dev::global_size(d); });
	}
	std::size_t get_global_range(int dimension) const { return detail::dev::global_size(unsigned(D - 1 - dimension)); }
	range<D> get_local_range() const
	{
		return detail::gather<D, range<D>>([](unsigned d) { return detail::dev::local_size(d); });
	}
	std::size_t get_local_range(int dimension) const { return detail::dev::local_size(unsigned(D - 1 - dimension)); }
	id<D> get_offset() const { return offset_; }
	nd_range<D> get_nd_range() const { return nd_range<D>(get_global_range(), get_local_range(), offset_); }

	void barrier(access::fence_space = access::fence_space::global_and_local) const { detail::dev::work_group_barrier(); }
	void mem_fence(access::fence_space = access::fence_space::global_and_local) const { get_group().mem_fence(); }
	template <typename... A>
	device_event async_work_group_copy(A... a) const
	{
		return get_group().async_work_group_copy(a...);
	}
	template <typename... E>
	void wait_for(E... e) const
	{
		get_group().wait_for(e...);
	}

	friend bool operator==(const nd_item &a, const nd_item &b) { return a.offset_ == b.offset_; }
	friend bool operator!=(const nd_item &a, const nd_item &b) { return !(a == b); }

private:
	friend struct detail::maker;

	explicit nd_item(const id<D> &offset) : offset_(offset) {}

	id<D> offset_;
};

}

#endif
