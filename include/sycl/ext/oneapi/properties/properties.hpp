/*
 * Lists of properties that the compiler knows, an extension: property_value has the
 * value of a property in its type, properties is a list, whose type does not depend
 * on the order in which it was written.
 */
#ifndef SYCL_EXT_ONEAPI_PROPERTIES_PROPERTIES_HPP
#define SYCL_EXT_ONEAPI_PROPERTIES_PROPERTIES_HPP

#include <type_traits>

#include <sycl/khr/split_headers/version.hpp>

namespace sycl {

namespace detail {

/* The base class of properties whose value is known at run time only; they are their own keys. */
struct run_time_property {};

}

namespace ext::oneapi::experimental {

template <typename Key, typename... Parameters>
struct property_value {
	using key_t = Key;
};
template <typename Key, typename Parameter>
struct property_value<Key, Parameter> {
	using key_t = Key;
	using value_t = Parameter;
};
template <typename Key, typename T, T Value>
struct property_value<Key, std::integral_constant<T, Value>> {
	using key_t = Key;
	using value_t = std::integral_constant<T, Value>;
	static constexpr T value = Value;
};

template <typename Key, typename... First, typename... Second>
constexpr bool operator==(const property_value<Key, First...> &, const property_value<Key, Second...> &)
{
	return std::is_same_v<property_value<Key, First...>, property_value<Key, Second...>>;
}
template <typename Key, typename... First, typename... Second>
constexpr bool operator!=(const property_value<Key, First...> &a, const property_value<Key, Second...> &b)
{
	return !(a == b);
}

template <typename T>
struct is_property_value : std::is_base_of<detail::run_time_property, T> {};
template <typename Key, typename... Parameters>
struct is_property_value<property_value<Key, Parameters...>> : std::true_type {};
template <typename T>
struct is_property_value<const T> : is_property_value<T> {};
template <typename T>
inline constexpr bool is_property_value_v = is_property_value<T>::value;

template <typename T>
struct is_property_key : std::is_base_of<detail::run_time_property, T> {};
template <typename T>
inline constexpr bool is_property_key_v = is_property_key<T>::value;

template <typename Key, typename Object>
struct is_property_key_of : std::false_type {};
template <typename Value, typename Object>
struct is_property_value_of : is_property_key_of<Value, Object> {};
template <typename Key, typename... Parameters, typename Object>
struct is_property_value_of<property_value<Key, Parameters...>, Object> : is_property_key_of<Key, Object> {};

}

namespace detail {

template <typename... Values>
struct property_values {};

template <typename Value>
struct property_key_of {
	using type = Value;
};
template <typename Key, typename... Parameters>
struct property_key_of<ext::oneapi::experimental::property_value<Key, Parameters...>> {
	using type = Key;
};

/* Whether the name of First comes before that of Second. */
template <typename T>
constexpr const char *name_of_type()
{
	return __PRETTY_FUNCTION__;
}
template <typename First, typename Second>
constexpr bool comes_before()
{
	const char *a = name_of_type<First>(), *b = name_of_type<Second>();

	for (; *a && *a == *b; a++)
		b++;
	return *a < *b;
}

/* The list with one more value, at its place. */
template <typename Value, typename Before, typename Rest>
struct insert_value;
template <typename Value, typename... Before>
struct insert_value<Value, property_values<Before...>, property_values<>> {
	using type = property_values<Before..., Value>;
};
template <typename Value, typename... Before, typename First, typename... Rest>
struct insert_value<Value, property_values<Before...>, property_values<First, Rest...>> {
	static_assert(!std::is_same_v<typename property_key_of<Value>::type, typename property_key_of<First>::type>,
		"a property is there twice");
	struct here {
		using type = property_values<Before..., Value, First, Rest...>;
	};
	using type = typename std::conditional_t<comes_before<Value, First>(), here,
		insert_value<Value, property_values<Before..., First>, property_values<Rest...>>>::type;
};

template <typename Sorted, typename... Values>
struct sort_values {
	using type = Sorted;
};
template <typename... Sorted, typename First, typename... Rest>
struct sort_values<property_values<Sorted...>, First, Rest...> {
	using type = typename sort_values<typename insert_value<First, property_values<>, property_values<Sorted...>>::type, Rest...>::type;
};

/* The argument of that type, else its default. */
template <typename Value>
constexpr Value pick_value()
{
	return Value{};
}
template <typename Value, typename First, typename... Rest>
constexpr Value pick_value(const First &first, const Rest &...rest)
{
	if constexpr (std::is_same_v<Value, First>)
		return first;
	else
		return pick_value<Value>(rest...);
}

}

namespace ext::oneapi::experimental {

template <typename List>
class properties;

template <typename... Values>
class properties<detail::property_values<Values...>> : private Values... {
	static_assert((is_property_value_v<Values> && ...), "a list of properties holds properties only");

	/* A pointer to the value of that key. */
	template <typename Key, typename Value, typename... Rest>
	static constexpr auto find(detail::property_values<Value, Rest...>)
	{
		if constexpr (std::is_same_v<Key, typename detail::property_key_of<Value>::type>)
			return static_cast<const Value *>(nullptr);
		else
			return find<Key>(detail::property_values<Rest...>());
	}
	template <typename Key>
	using found = std::remove_const_t<std::remove_pointer_t<decltype(find<Key>(detail::property_values<Values...>()))>>;

public:
	template <typename... Given, typename = typename std::enable_if<(is_property_value_v<Given> && ...)>::type>
	constexpr properties(Given... given) : Values(detail::pick_value<Values>(given...))...
	{
	}

	template <typename Key>
	static constexpr bool has_property()
	{
		return (std::is_same_v<Key, typename detail::property_key_of<Values>::type> || ...);
	}
	template <typename Key, typename std::enable_if<!std::is_same_v<found<Key>, Key>, int>::type = 0>
	static constexpr auto get_property()
	{
		return found<Key>{};
	}
	template <typename Key, typename std::enable_if<std::is_same_v<found<Key>, Key>, int>::type = 0>
	constexpr Key get_property() const
	{
		return static_cast<const Key &>(*this);
	}
};

template <typename... Given>
properties(Given...) -> properties<typename detail::sort_values<detail::property_values<>, Given...>::type>;

using empty_properties_t = properties<detail::property_values<>>;

template <typename T>
struct is_property_list : std::false_type {};
template <typename... Values>
struct is_property_list<properties<detail::property_values<Values...>>> : std::true_type {};
template <typename T>
inline constexpr bool is_property_list_v = is_property_list<T>::value;

}

namespace detail {

/* Both lists as one: a property that both have is one, if it has the same value. */
template <typename First, typename Second>
struct merged_lists;
template <typename... Own, typename... Given>
struct merged_lists<ext::oneapi::experimental::properties<property_values<Own...>>, ext::oneapi::experimental::properties<property_values<Given...>>> {
	template <typename Sorted, typename... Rest>
	struct add {
		using type = Sorted;
	};
	template <typename... Sorted, typename First, typename... Rest>
	struct add<property_values<Sorted...>, First, Rest...> {
		using with_first = typename std::conditional_t<(std::is_same_v<First, Sorted> || ...), sort_values<property_values<Sorted...>>,
			sort_values<property_values<Sorted...>, First>>::type;
		using type = typename add<with_first, Rest...>::type;
	};
	using type = ext::oneapi::experimental::properties<typename add<property_values<Own...>, Given...>::type>;
};
template <typename First, typename Second>
using joined_lists = typename merged_lists<First, Second>::type;

}

}

#endif
