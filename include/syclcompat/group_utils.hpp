/* Groups of different kinds behind one class, parts of a work-group, and a barrier of all work-groups. */
#ifndef SYCLCOMPAT_GROUP_UTILS_HPP
#define SYCLCOMPAT_GROUP_UTILS_HPP

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <sycl/sycl.hpp>

namespace syclcompat::experimental {

#ifdef SYCL_CC_GPU
inline constexpr sycl::memory_order barrier_memory_order = sycl::memory_order::acq_rel;
#else
inline constexpr sycl::memory_order barrier_memory_order = sycl::memory_order::seq_cst;
#endif

/*
 * All work-items of the launch come here before one goes on.  The counter, which they share, is 0 at
 * first.  The device must run all work-groups at the same time, else the launch never ends.
 */
template <int Dimensions = 3>
void nd_range_barrier(sycl::nd_item<Dimensions> item, sycl::atomic_ref<unsigned int, barrier_memory_order, sycl::memory_scope::device,
	sycl::access::address_space::global_space> &counter)
{
	/* The first group adds what makes the top bit change when all have come; so no one needs to set the counter back. */
	constexpr unsigned int turn = 0x80000000;
	const unsigned int groups = static_cast<unsigned int>(item.get_group().get_group_linear_range());

	sycl::group_barrier(item.get_group(), sycl::memory_scope::device);
	if (item.get_local_linear_id() == 0) {
		const unsigned int old = counter.fetch_add(item.get_group_linear_id() == 0 ? turn - (groups - 1) : 1);

		while (((old ^ counter.load()) & turn) == 0)
			;
	}
	sycl::group_barrier(item.get_group(), sycl::memory_scope::device);
}

/* Parts of a work-group, of size work-items each; the last may have fewer. */
template <int Dimensions = 3>
class logical_group {
public:
	logical_group(sycl::nd_item<Dimensions> item, sycl::group<Dimensions> parent_group, std::uint32_t size)
		: me_(std::uint32_t(item.get_local_linear_id())), all_(std::uint32_t(parent_group.get_local_linear_range())), size_(size) {}

	std::uint32_t get_local_linear_id() const { return me_ % size_; }
	std::uint32_t get_group_linear_id() const { return me_ / size_; }
	std::uint32_t get_local_linear_range() const
	{
		const std::uint32_t rest = all_ - me_ / size_ * size_;

		return rest < size_ ? rest : size_;
	}
	std::uint32_t get_group_linear_range() const { return (all_ + size_ - 1) / size_; }

private:
	std::uint32_t me_, all_, size_;
};

enum class group_type { work_group, sub_group, logical_group, root_group };

/* A group of a kind that is known at run time only. */
template <int Dimensions = 3>
class group_base {
public:
	group_base(sycl::nd_item<Dimensions> item) : group_base(item, group_type::work_group, item.get_group()) {}

	std::size_t get_local_linear_range() { return range_; }
	std::size_t get_local_linear_id() { return id_; }
	/* Of a logical group the work-items of the sub-group wait for each other. */
	void barrier()
	{
		switch (type_) {
		case group_type::work_group: sycl::group_barrier(item_.get_group()); break;
		case group_type::root_group: sycl::group_barrier(item_.ext_oneapi_get_root_group()); break;
		default: sycl::group_barrier(item_.get_sub_group());
		}
	}

protected:
	template <typename Group>
	group_base(sycl::nd_item<Dimensions> item, group_type type, const Group &g)
		: item_(item), type_(type), range_(g.get_local_linear_range()), id_(g.get_local_linear_id()) {}

private:
	sycl::nd_item<Dimensions> item_;
	group_type type_;
	std::size_t range_, id_;
};

template <typename Group, int Dimensions = 3>
class group : public group_base<Dimensions> {
public:
	group(Group g, sycl::nd_item<Dimensions> item) : group_base<Dimensions>(item, kind(), g) {}

private:
	static constexpr group_type kind()
	{
		if constexpr (std::is_same_v<Group, sycl::group<Dimensions>>)
			return group_type::work_group;
		else if constexpr (std::is_same_v<Group, sycl::sub_group>)
			return group_type::sub_group;
		else if constexpr (std::is_same_v<Group, logical_group<Dimensions>>)
			return group_type::logical_group;
		else
			return group_type::root_group;
	}
};

}

#endif
