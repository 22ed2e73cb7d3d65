/* Hints of kernels that memory is used soon.  The CPU and SPIR-V images do without them. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_PREFETCH_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_PREFETCH_HPP

#include <cstddef>
#include <type_traits>

#include <sycl/accessor.hpp>
#include <sycl/ext/oneapi/properties/properties.hpp>
#include <sycl/group_algorithms.hpp>
#include <sycl/khr/split_headers/version.hpp>
#include <sycl/multi_ptr.hpp>

namespace sycl::ext::oneapi::experimental {

enum class cache_level { L1, L2, L3, L4 };
struct nontemporal;

struct prefetch_hint_key {
	template <cache_level Level, typename Hint>
	using value_t = property_value<prefetch_hint_key, std::integral_constant<cache_level, Level>, Hint>;
};
template <cache_level Level, typename Hint>
inline constexpr prefetch_hint_key::value_t<Level, Hint> prefetch_hint;
inline constexpr prefetch_hint_key::value_t<cache_level::L1, void> prefetch_hint_L1;
inline constexpr prefetch_hint_key::value_t<cache_level::L2, void> prefetch_hint_L2;
inline constexpr prefetch_hint_key::value_t<cache_level::L3, void> prefetch_hint_L3;
inline constexpr prefetch_hint_key::value_t<cache_level::L4, void> prefetch_hint_L4;
inline constexpr prefetch_hint_key::value_t<cache_level::L1, nontemporal> prefetch_hint_L1_nt;
inline constexpr prefetch_hint_key::value_t<cache_level::L2, nontemporal> prefetch_hint_L2_nt;
inline constexpr prefetch_hint_key::value_t<cache_level::L3, nontemporal> prefetch_hint_L3_nt;
inline constexpr prefetch_hint_key::value_t<cache_level::L4, nontemporal> prefetch_hint_L4_nt;
template <>
struct is_property_key<prefetch_hint_key> : std::true_type {};

}

namespace sycl::detail {

template <typename List>
struct if_hints : std::enable_if<ext::oneapi::experimental::is_property_list_v<List>, int> {};
template <typename Group, typename List>
struct if_group_hints : std::enable_if<is_group_v<Group> && ext::oneapi::experimental::is_property_list_v<List>, int> {};

}

namespace sycl::ext::oneapi::experimental {

template <typename T, typename List = empty_properties_t, typename detail::if_hints<List>::type = 0>
void prefetch(T *, List = {})
{
}
template <typename T, typename List = empty_properties_t, typename detail::if_hints<List>::type = 0>
void prefetch(T *, std::size_t, List = {})
{
}
template <typename T, access::address_space Space, access::decorated Decorated, typename List = empty_properties_t,
	typename detail::if_hints<List>::type = 0>
void prefetch(multi_ptr<T, Space, Decorated>, List = {})
{
}
template <typename T, access::address_space Space, access::decorated Decorated, typename List = empty_properties_t,
	typename detail::if_hints<List>::type = 0>
void prefetch(multi_ptr<T, Space, Decorated>, std::size_t, List = {})
{
}
template <typename T, int Dimensions, access_mode Mode, access::placeholder Placeholder, typename Properties, typename List = empty_properties_t,
	typename detail::if_hints<List>::type = 0>
void prefetch(const accessor<T, Dimensions, Mode, target::device, Placeholder, Properties> &, id<Dimensions>, List = {})
{
}
template <typename T, int Dimensions, access_mode Mode, access::placeholder Placeholder, typename Properties, typename List = empty_properties_t,
	typename detail::if_hints<List>::type = 0>
void prefetch(const accessor<T, Dimensions, Mode, target::device, Placeholder, Properties> &, id<Dimensions>, std::size_t, List = {})
{
}

template <typename Group, typename Pointer, typename List = empty_properties_t, typename detail::if_group_hints<Group, List>::type = 0>
void joint_prefetch(Group, Pointer, List = {})
{
}
template <typename Group, typename Pointer, typename List = empty_properties_t, typename detail::if_group_hints<Group, List>::type = 0>
void joint_prefetch(Group, Pointer, std::size_t, List = {})
{
}
template <typename Group, typename T, int Dimensions, access_mode Mode, access::placeholder Placeholder, typename Properties,
	typename List = empty_properties_t, typename detail::if_group_hints<Group, List>::type = 0>
void joint_prefetch(Group, const accessor<T, Dimensions, Mode, target::device, Placeholder, Properties> &, id<Dimensions>, List = {})
{
}
template <typename Group, typename T, int Dimensions, access_mode Mode, access::placeholder Placeholder, typename Properties,
	typename List = empty_properties_t, typename detail::if_group_hints<Group, List>::type = 0>
void joint_prefetch(Group, const accessor<T, Dimensions, Mode, target::device, Placeholder, Properties> &, id<Dimensions>, std::size_t, List = {})
{
}

}

#endif
