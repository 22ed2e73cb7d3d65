/*
 * Parts of sub-groups: fragments, whose work-items are any, and chunks, whose
 * work-items follow each other.  The names before them are here too: ballot,
 * opportunistic, tangle and fixed size groups.
 */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_NON_UNIFORM_GROUPS_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_NON_UNIFORM_GROUPS_HPP

#include <cstddef>
#include <type_traits>

#include <sycl/group_algorithms.hpp>
#include <sycl/khr/split_headers/version.hpp>

namespace sycl {

namespace ext::oneapi::experimental {

template <typename ParentGroup>
class fragment;
template <std::size_t Size, typename ParentGroup>
class chunk;
template <int Dimensions>
class root_group;

template <typename T>
struct is_fixed_topology_group : std::false_type {};
template <int Dimensions>
struct is_fixed_topology_group<group<Dimensions>> : std::true_type {};
template <>
struct is_fixed_topology_group<sycl::sub_group> : std::true_type {};
template <int Dimensions>
struct is_fixed_topology_group<root_group<Dimensions>> : std::true_type {};
template <typename T>
inline constexpr bool is_fixed_topology_group_v = is_fixed_topology_group<T>::value;

template <typename T>
struct is_user_constructed_group : std::false_type {};
template <typename ParentGroup>
struct is_user_constructed_group<fragment<ParentGroup>> : std::true_type {};
template <std::size_t Size, typename ParentGroup>
struct is_user_constructed_group<chunk<Size, ParentGroup>> : std::true_type {};
template <typename T>
inline constexpr bool is_user_constructed_group_v = is_user_constructed_group<T>::value;

}

template <typename ParentGroup>
struct is_group<ext::oneapi::experimental::fragment<ParentGroup>> : std::true_type {};
template <std::size_t Size, typename ParentGroup>
struct is_group<ext::oneapi::experimental::chunk<Size, ParentGroup>> : std::true_type {};

namespace detail {

/* The lanes of a group that has parts. */
SYCL_CC_INLINE lane_mask lanes_of(const sub_group &group)
{
	return all_lanes(group.get_local_linear_range());
}
SYCL_CC_INLINE lane_mask lanes_of(const lane_group &group)
{
	return group.detail_members();
}

struct fragment_maker;

template <typename T>
struct is_chunk : std::false_type {};
template <std::size_t Size, typename ParentGroup>
struct is_chunk<ext::oneapi::experimental::chunk<Size, ParentGroup>> : std::true_type {};

}

namespace ext::oneapi::experimental {

template <typename ParentGroup>
class fragment : public detail::lane_group {
private:
	friend struct detail::fragment_maker;

	using lane_group::lane_group;
};

template <std::size_t Size, typename ParentGroup>
class chunk : public detail::lane_group {
public:
	operator fragment<ParentGroup>() const;

private:
	friend struct detail::fragment_maker;

	using lane_group::lane_group;
};

}

namespace detail {

struct fragment_maker {
	template <typename Group>
	static Group make(lane_mask members, unsigned number, unsigned parts)
	{
		return Group(members, number, parts);
	}
};

}

namespace ext::oneapi::experimental {

template <std::size_t Size, typename ParentGroup>
chunk<Size, ParentGroup>::operator fragment<ParentGroup>() const
{
	return detail::fragment_maker::make<fragment<ParentGroup>>(members_, number_, parts_);
}

/* The work-items of the parent whose condition is that of this one. */
template <typename ParentGroup>
fragment<ParentGroup> binary_partition(ParentGroup parent, bool condition)
{
	static_assert(std::is_same_v<ParentGroup, sycl::sub_group> || is_user_constructed_group_v<ParentGroup>,
		"binary_partition is of sub-groups and their parts");
	const detail::lane_mask members = detail::lanes_of(parent), these = detail::dev::lanes_where(members, condition);

	return detail::fragment_maker::make<fragment<ParentGroup>>(condition ? these : members & ~these, condition, 2);
}

/* Those that are here: they took the same branches. */
template <typename ParentGroup>
fragment<ParentGroup> entangle(ParentGroup parent)
{
	static_assert(std::is_same_v<ParentGroup, sycl::sub_group>, "entangle is of sub-groups");
	return detail::fragment_maker::make<fragment<ParentGroup>>(detail::dev::active_lanes() & detail::lanes_of(parent), 0, 1);
}

/* Size neighbours. */
template <std::size_t Size, typename ParentGroup>
chunk<Size, ParentGroup> chunked_partition(ParentGroup parent)
{
	static_assert(std::is_same_v<ParentGroup, sycl::sub_group> || detail::is_chunk<ParentGroup>::value,
		"chunked_partition is of sub-groups and chunks");
	static_assert(Size > 0 && (Size & (Size - 1)) == 0, "a chunk's size is a power of 2");
	const unsigned me = parent.get_local_linear_id(), size = static_cast<unsigned>(Size);
	const auto first = static_cast<unsigned>(__builtin_ctzll(detail::lanes_of(parent))) + me / size * size;

	return detail::fragment_maker::make<chunk<Size, ParentGroup>>(detail::all_lanes(size) << first, me / size,
		parent.get_local_linear_range() / size);
}

namespace this_work_item {

template <typename Group = sycl::sub_group>
fragment<Group> get_opportunistic_group()
{
	return entangle(detail::maker::make<Group>());
}

}

namespace this_kernel {

using this_work_item::get_opportunistic_group;

}

/* --- the earlier names --- */

template <typename ParentGroup>
using ballot_group = fragment<ParentGroup>;
template <typename ParentGroup>
using tangle_group = fragment<ParentGroup>;
template <typename ParentGroup>
using tangle = fragment<ParentGroup>;
template <std::size_t Size, typename ParentGroup>
using fixed_size_group = chunk<Size, ParentGroup>;
using opportunistic_group = fragment<sycl::sub_group>;

template <typename ParentGroup>
ballot_group<ParentGroup> get_ballot_group(ParentGroup parent, bool condition)
{
	return binary_partition(parent, condition);
}
template <typename ParentGroup>
tangle_group<ParentGroup> get_tangle_group(ParentGroup parent)
{
	return entangle(parent);
}
template <std::size_t Size, typename ParentGroup>
fixed_size_group<Size, ParentGroup> get_fixed_size_group(ParentGroup parent)
{
	return chunked_partition<Size>(parent);
}

}

}

#endif
