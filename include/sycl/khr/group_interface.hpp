/* sycl_khr_group_interface: work_group, sub_group and work_item with one set of members. */
#ifndef SYCL_KHR_GROUP_INTERFACE_HPP
#define SYCL_KHR_GROUP_INTERFACE_HPP

#include <array>
#include <cstdint>
#include <type_traits>
#if __has_include(<mdspan>) && __cplusplus > 202002L
#include <mdspan>
#endif

#include <sycl/group.hpp>
#include <sycl/sub_group.hpp>
#include <sycl/khr/split_headers/version.hpp>

namespace sycl::khr {

template <typename ParentGroup>
class work_item;

}

namespace sycl::detail {

#ifdef __cpp_lib_mdspan

/* The members that std::extents gives to a group. */
template <typename Group, typename Extents>
class with_extents {
public:
	using extents_type = Extents;
	using index_type = typename Extents::index_type;
	using rank_type = typename Extents::rank_type;

	constexpr extents_type extents() const noexcept
	{
		std::array<index_type, Extents::rank()> sizes;

		for (rank_type r = 0; r < Extents::rank(); r++)
			sizes[r] = static_cast<index_type>(static_cast<const Group *>(this)->detail_items(static_cast<int>(r)));
		return extents_type(sizes);
	}
	constexpr index_type extent(rank_type r) const noexcept { return extents().extent(r); }
	static constexpr rank_type rank() noexcept { return Extents::rank(); }
	static constexpr rank_type rank_dynamic() noexcept { return Extents::rank_dynamic(); }
	static constexpr std::size_t static_extent(rank_type r) noexcept { return Extents::static_extent(r); }
};

template <typename Index, typename Numbers>
struct extents_of_ones;
template <typename Index, std::size_t... Numbers>
struct extents_of_ones<Index, std::index_sequence<Numbers...>> {
	using type = std::extents<Index, (Numbers * 0 + 1)...>;
};

#define SYCL_CC_EXTENTS(...) : public detail::with_extents<__VA_ARGS__>
#else
#define SYCL_CC_EXTENTS(...)
#endif

}

namespace sycl::khr {

template <int Dimensions = 1>
class work_group SYCL_CC_EXTENTS(work_group<Dimensions>, std::dextents<std::size_t, static_cast<std::size_t>(Dimensions)>) {
public:
	using id_type = sycl::id<Dimensions>;
	using linear_id_type = std::size_t;
	using range_type = sycl::range<Dimensions>;
	using size_type = std::size_t;
	static constexpr int dimensions = Dimensions;
	static constexpr memory_scope fence_scope = memory_scope::work_group;

	work_group(group<Dimensions> group) noexcept : group_(group) {}
	operator group<Dimensions>() const noexcept { return group_; }

	id_type id() const noexcept { return group_.get_group_id(); }
	linear_id_type linear_id() const noexcept { return group_.get_group_linear_id(); }
	range_type range() const noexcept { return group_.get_group_range(); }
	size_type size() const noexcept { return group_.get_local_linear_range(); }

	friend bool operator==(const work_group &a, const work_group &b) { return a.group_ == b.group_; }
	friend bool operator!=(const work_group &a, const work_group &b) { return !(a == b); }

	/* For these headers only. */
	std::size_t detail_items(int d) const { return group_.get_local_range(d); }
	id_type detail_item_id() const { return group_.get_local_id(); }
	linear_id_type detail_item_linear_id() const { return group_.get_local_linear_id(); }
	range_type detail_item_range() const { return group_.get_local_range(); }

private:
	group<Dimensions> group_;
};

class sub_group SYCL_CC_EXTENTS(sub_group, std::dextents<std::uint32_t, 1>) {
public:
	using id_type = sycl::id<1>;
	using linear_id_type = std::uint32_t;
	using range_type = sycl::range<1>;
	using size_type = std::uint32_t;
	static constexpr int dimensions = 1;
	static constexpr memory_scope fence_scope = memory_scope::sub_group;

	sub_group(sycl::sub_group group) noexcept : group_(group) {}
	operator sycl::sub_group() const noexcept { return group_; }

	id_type id() const noexcept { return group_.get_group_id(); }
	linear_id_type linear_id() const noexcept { return group_.get_group_linear_id(); }
	range_type range() const noexcept { return group_.get_group_range(); }
	size_type size() const noexcept { return group_.get_local_linear_range(); }
	size_type max_size() const noexcept { return static_cast<size_type>(group_.get_max_local_range()[0]); }

	friend bool operator==(const sub_group &a, const sub_group &b) { return a.group_ == b.group_; }
	friend bool operator!=(const sub_group &a, const sub_group &b) { return !(a == b); }

	/* For these headers only. */
	std::size_t detail_items(int) const { return group_.get_local_linear_range(); }
	id_type detail_item_id() const { return group_.get_local_id(); }
	linear_id_type detail_item_linear_id() const { return group_.get_local_linear_id(); }
	range_type detail_item_range() const { return group_.get_local_range(); }

private:
	sycl::sub_group group_;
};

/* Of a group: the running one. */
template <typename ParentGroup>
class work_item
#ifdef __cpp_lib_mdspan
	: public detail::with_extents<work_item<ParentGroup>, typename detail::extents_of_ones<typename ParentGroup::index_type,
		std::make_index_sequence<static_cast<std::size_t>(ParentGroup::dimensions)>>::type>
#endif
{
public:
	using id_type = typename ParentGroup::id_type;
	using linear_id_type = typename ParentGroup::linear_id_type;
	using range_type = typename ParentGroup::range_type;
	using size_type = typename ParentGroup::size_type;
	static constexpr int dimensions = ParentGroup::dimensions;
	static constexpr memory_scope fence_scope = memory_scope::work_item;

	id_type id() const noexcept { return group_.detail_item_id(); }
	linear_id_type linear_id() const noexcept { return group_.detail_item_linear_id(); }
	range_type range() const noexcept { return group_.detail_item_range(); }
	constexpr size_type size() const noexcept { return 1; }

	friend bool operator==(const work_item &a, const work_item &b) { return a.group_ == b.group_; }
	friend bool operator!=(const work_item &a, const work_item &b) { return !(a == b); }

	/* For these headers only. */
	constexpr std::size_t detail_items(int) const { return 1; }

private:
	template <typename Group>
	friend work_item<Group> get_item(Group group) noexcept;

	explicit work_item(const ParentGroup &group) : group_(group) {}

	ParentGroup group_;
};

template <typename Group>
work_item<Group> get_item(Group group) noexcept
{
	return work_item<Group>(group);
}
template <typename Group>
bool leader_of(Group group) noexcept
{
	return group.detail_item_linear_id() == 0;
}

}

#undef SYCL_CC_EXTENTS

#endif
