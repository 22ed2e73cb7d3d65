/* Properties of reductions that the type knows.  Every reduction folds in the same order each time. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_REDUCTION_PROPERTIES_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_REDUCTION_PROPERTIES_HPP

#include <utility>

#include <sycl/ext/oneapi/properties/properties.hpp>
#include <sycl/khr/split_headers/version.hpp>
#include <sycl/reduction.hpp>

namespace sycl {

namespace ext::oneapi::experimental {

struct initialize_to_identity_key {
	using value_t = property_value<initialize_to_identity_key>;
};
struct deterministic_key {
	using value_t = property_value<deterministic_key>;
};
inline constexpr initialize_to_identity_key::value_t initialize_to_identity;
inline constexpr deterministic_key::value_t deterministic;
template <>
struct is_property_key<initialize_to_identity_key> : std::true_type {};
template <>
struct is_property_key<deterministic_key> : std::true_type {};

}

namespace detail {

template <typename List>
property_list reduction_list()
{
	if constexpr (List::template has_property<ext::oneapi::experimental::initialize_to_identity_key>())
		return property::reduction::initialize_to_identity();
	else
		return {};
}

}

/* The standard's forms, with such a list at their end. */
template <typename Variable, typename Op, typename List, typename detail::if_properties<List>::type = 0>
auto reduction(Variable variable, Op op, const List &)
{
	return reduction(variable, op, detail::reduction_list<List>());
}
template <typename Variable, typename Second, typename Op, typename List, typename detail::if_properties<List>::type = 0>
auto reduction(Variable variable, Second &&second, Op op, const List &)
{
	return reduction(variable, std::forward<Second>(second), op, detail::reduction_list<List>());
}
template <typename Variable, typename T, typename Op, typename List, typename detail::if_properties<List>::type = 0>
auto reduction(Variable variable, handler &group, const T &identity, Op op, const List &)
{
	return reduction(variable, group, identity, op, detail::reduction_list<List>());
}

}

#endif
