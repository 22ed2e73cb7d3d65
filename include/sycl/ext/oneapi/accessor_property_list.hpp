/*
 * accessor_property_list: properties of accessors that the type knows.  Those of the
 * extension are hints for compilers, without effect here.
 */
#ifndef SYCL_EXT_ONEAPI_ACCESSOR_PROPERTY_LIST_HPP
#define SYCL_EXT_ONEAPI_ACCESSOR_PROPERTY_LIST_HPP

#include <type_traits>

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/property_list.hpp>

namespace sycl::ext::oneapi {

/* The property is part of an accessor's type. */
template <typename Property>
struct is_compile_time_property : std::false_type {};

template <typename... Properties>
class accessor_property_list;

namespace property {
struct no_alias {
	template <bool = true>
	struct instance;
};
struct no_offset {
	template <bool = true>
	struct instance;
};
}
template <>
struct is_compile_time_property<property::no_alias> : std::true_type {};
template <>
struct is_compile_time_property<property::no_offset> : std::true_type {};

}

namespace sycl::ext::intel::property {
struct buffer_location {
	template <int Number>
	struct instance;
};
}

template <>
struct sycl::ext::oneapi::is_compile_time_property<sycl::ext::intel::property::buffer_location> : std::true_type {};

namespace sycl::detail {

template <typename Property>
struct if_constant_property : std::enable_if<ext::oneapi::is_compile_time_property<Property>::value, int> {};
template <typename Property>
struct if_changing_property : std::enable_if<!ext::oneapi::is_compile_time_property<Property>::value, int> {};

/* What instances of constant properties have in common: instances are equal when their types are. */
template <typename Property>
struct constant_property : property_base {
	using detail_property = Property;
};
template <typename One, typename Other>
using if_one_property = typename std::enable_if<std::is_same_v<typename One::detail_property, typename Other::detail_property>, int>::type;
template <typename One, typename Other, if_one_property<One, Other> = 0>
constexpr bool operator==(const One &, const Other &)
{
	return std::is_same_v<One, Other>;
}
template <typename One, typename Other, if_one_property<One, Other> = 0>
constexpr bool operator!=(const One &, const Other &)
{
	return !std::is_same_v<One, Other>;
}

template <typename Instance, typename = void>
inline constexpr bool is_constant_instance = false;
template <typename Instance>
inline constexpr bool is_constant_instance<Instance, std::void_t<typename Instance::detail_property>> = true;

template <typename Property, typename Instance, bool = is_constant_instance<Instance>>
inline constexpr bool is_instance_of = false;
template <typename Property, typename Instance>
inline constexpr bool is_instance_of<Property, Instance, true> = std::is_same_v<typename Instance::detail_property, Property>;

/* The instance of a constant property in a list; void: there is none. */
template <typename Property, typename... Instances>
struct instance_of {
	using type = void;
};
template <typename Property, typename First, typename... Others>
struct instance_of<Property, First, Others...>
	: std::conditional_t<is_instance_of<Property, First>, std::enable_if<true, First>, instance_of<Property, Others...>> {};

/* The list without what may change when the program runs. */
template <typename List, typename... Properties>
struct constants_in {
	using type = List;
};
template <typename... Found, typename First, typename... Others>
struct constants_in<ext::oneapi::accessor_property_list<Found...>, First, Others...>
	: constants_in<std::conditional_t<is_constant_instance<First>, ext::oneapi::accessor_property_list<Found..., First>,
		ext::oneapi::accessor_property_list<Found...>>, Others...> {};
template <typename... Properties>
using constants_of = typename constants_in<ext::oneapi::accessor_property_list<>, Properties...>::type;

/* Both lists have the same constant properties, in any order. */
template <typename One, typename Other>
inline constexpr bool has_constants_of = false;
template <typename One, typename... Instances>
inline constexpr bool has_constants_of<One, ext::oneapi::accessor_property_list<Instances...>> =
	((!is_constant_instance<Instances> || One::template detail_has<Instances>) && ...);
template <typename One, typename Other>
using if_same_constants = typename std::enable_if<has_constants_of<One, Other> && has_constants_of<Other, One>, int>::type;

}

namespace sycl::ext::oneapi {

namespace property {
template <bool>
struct no_alias::instance : sycl::detail::constant_property<no_alias> {};
template <bool>
struct no_offset::instance : sycl::detail::constant_property<no_offset> {};
}
inline const property::no_alias::instance<> no_alias;
inline const property::no_offset::instance<> no_offset;

template <typename... Properties>
class accessor_property_list : public property_list {
public:
	template <typename... Given, typename = typename std::enable_if<(std::is_base_of_v<sycl::detail::property_base, Given> && ...)
		&& sizeof...(Given) == sizeof...(Properties)>::type>
	accessor_property_list(Given... property) : property_list(property...) {}
	/* Lists with the same constant properties convert, one without any from a property_list. */
	template <typename... Others, sycl::detail::if_same_constants<accessor_property_list, accessor_property_list<Others...>> = 0>
	accessor_property_list(const accessor_property_list<Others...> &other) : property_list(other) {}
	template <typename List, typename std::enable_if<std::is_same_v<List, property_list>
		&& sycl::detail::has_constants_of<accessor_property_list<>, accessor_property_list>, int>::type = 0>
	accessor_property_list(const List &other) : property_list(other) {}

	template <typename Property, typename sycl::detail::if_constant_property<Property>::type = 0>
	static constexpr bool has_property()
	{
		return !std::is_void_v<typename sycl::detail::instance_of<Property, Properties...>::type>;
	}
	template <typename Property, typename sycl::detail::if_changing_property<Property>::type = 0>
	bool has_property() const noexcept
	{
		return property_list::has_property<Property>();
	}
	template <typename Property, typename sycl::detail::if_constant_property<Property>::type = 0>
	static constexpr auto get_property()
	{
		static_assert(has_property<Property>(), "the list lacks this property");
		return typename sycl::detail::instance_of<Property, Properties...>::type();
	}
	template <typename Property, typename sycl::detail::if_changing_property<Property>::type = 0>
	Property get_property() const
	{
		return property_list::get_property<Property>();
	}

	/* For these headers only. */
	template <typename Instance>
	static constexpr bool detail_has = (std::is_same_v<Instance, Properties> || ...);
};
template <typename... Properties>
accessor_property_list(Properties...) -> accessor_property_list<Properties...>;

}

namespace sycl::ext::intel {

template <int Number>
struct property::buffer_location::instance : sycl::detail::constant_property<buffer_location> {
	static constexpr int get_location() { return Number; }
};
template <int Number>
inline const property::buffer_location::instance<Number> buffer_location;

}

#endif
