/* Loads and stores of a group: each work-item has one element or several, which are neighbours (blocked) or a group's size apart (striped). */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_GROUP_LOAD_STORE_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_GROUP_LOAD_STORE_HPP

#include <cstddef>
#include <type_traits>

#include <sycl/ext/oneapi/properties/properties.hpp>
#include <sycl/group_algorithms.hpp>
#include <sycl/khr/split_headers/version.hpp>
#include <sycl/span.hpp>
#include <sycl/vec.hpp>

namespace sycl::ext::oneapi::experimental {

enum class data_placement_enum { blocked, striped };

struct data_placement_key {
	template <data_placement_enum Placement>
	using value_t = property_value<data_placement_key, std::integral_constant<data_placement_enum, Placement>>;
};
/* Promises, which have no effect. */
struct contiguous_memory_key {
	using value_t = property_value<contiguous_memory_key>;
};
struct full_group_key {
	using value_t = property_value<full_group_key>;
};

template <data_placement_enum Placement>
inline constexpr data_placement_key::value_t<Placement> data_placement;
inline constexpr data_placement_key::value_t<data_placement_enum::blocked> data_placement_blocked;
inline constexpr data_placement_key::value_t<data_placement_enum::striped> data_placement_striped;
inline constexpr contiguous_memory_key::value_t contiguous_memory;
inline constexpr full_group_key::value_t full_group;

template <>
struct is_property_key<data_placement_key> : std::true_type {};
template <>
struct is_property_key<contiguous_memory_key> : std::true_type {};
template <>
struct is_property_key<full_group_key> : std::true_type {};

}

namespace sycl::detail {

/* The place of a work-item's element i of Count in the memory of its group. */
template <std::size_t Count, typename List, typename Group>
SYCL_CC_INLINE std::size_t group_place(const Group &group, std::size_t i)
{
	namespace e = ext::oneapi::experimental;
	constexpr bool is_striped = [] {
		if constexpr (List::template has_property<e::data_placement_key>())
			return List::template get_property<e::data_placement_key>() == e::data_placement_striped;
		else
			return false;
	}();
	const std::size_t me = group.get_local_linear_id();

	return is_striped ? i * group.get_local_linear_range() + me : me * Count + i;
}

template <typename Group, typename List>
struct if_group_access : std::enable_if<is_group_v<std::decay_t<Group>> && ext::oneapi::experimental::is_property_list_v<List>, int> {};

}

namespace sycl::ext::oneapi::experimental {

template <typename Group, typename Input, typename T, std::size_t Count, typename List = empty_properties_t,
	typename detail::if_group_access<Group, List>::type = 0>
void group_load(Group group, Input from, span<T, Count> to, List = {})
{
	for (std::size_t i = 0; i < Count; i++)
		to[i] = from[static_cast<std::ptrdiff_t>(detail::group_place<Count, List>(group, i))];
}
template <typename Group, typename Input, typename T, int Count, typename List = empty_properties_t,
	typename detail::if_group_access<Group, List>::type = 0>
void group_load(Group group, Input from, vec<T, Count> &to, List = {})
{
	for (int i = 0; i < Count; i++)
		to[i] = from[static_cast<std::ptrdiff_t>(detail::group_place<Count, List>(group, static_cast<std::size_t>(i)))];
}
template <typename Group, typename Input, typename T, typename List = empty_properties_t, typename detail::if_group_access<Group, List>::type = 0>
void group_load(Group group, Input from, T &to, List = {})
{
	to = from[static_cast<std::ptrdiff_t>(group.get_local_linear_id())];
}

template <typename Group, typename T, std::size_t Count, typename Output, typename List = empty_properties_t,
	typename detail::if_group_access<Group, List>::type = 0>
void group_store(Group group, const span<T, Count> from, Output to, List = {})
{
	for (std::size_t i = 0; i < Count; i++)
		to[static_cast<std::ptrdiff_t>(detail::group_place<Count, List>(group, i))] = from[i];
}
template <typename Group, typename T, int Count, typename Output, typename List = empty_properties_t,
	typename detail::if_group_access<Group, List>::type = 0>
void group_store(Group group, const vec<T, Count> &from, Output to, List = {})
{
	for (int i = 0; i < Count; i++)
		to[static_cast<std::ptrdiff_t>(detail::group_place<Count, List>(group, static_cast<std::size_t>(i)))] = from[i];
}
template <typename Group, typename T, typename Output, typename List = empty_properties_t, typename detail::if_group_access<Group, List>::type = 0>
void group_store(Group group, const T &from, Output to, List = {})
{
	to[static_cast<std::ptrdiff_t>(group.get_local_linear_id())] = from;
}

}

#endif
