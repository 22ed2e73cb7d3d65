/*
 * sycl_khr_properties: lists of properties whose types are part of the list's, and those of queues.
 * All properties so far have values that the program gives when it runs, so that each is its own key.
 */
#ifndef SYCL_KHR_PROPERTIES_HPP
#define SYCL_KHR_PROPERTIES_HPP

#include <type_traits>

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/property_list.hpp>

namespace sycl {
class queue;
}

namespace sycl::detail {
/* A std::tuple would not be trivially copyable. */
template <typename Property>
struct khr_holder {
	Property property;
};
}

namespace sycl::khr {

struct enable_profiling {
	constexpr enable_profiling(bool v = true) : value{v} {}
	bool value;
};
struct in_order {
	constexpr in_order(bool v = true) : value{v} {}
	bool value;
};

template <typename T>
struct is_property : std::bool_constant<std::is_same_v<T, enable_profiling> || std::is_same_v<T, in_order>> {};
template <typename T>
inline constexpr bool is_property_v = is_property<T>::value;
template <typename T>
struct is_property_key : is_property<T> {};
template <typename T>
inline constexpr bool is_property_key_v = is_property_key<T>::value;
template <typename T>
struct is_property_key_compile_time : std::false_type {};
template <typename T>
inline constexpr bool is_property_key_compile_time_v = is_property_key_compile_time<T>::value;
template <typename T, typename Class>
struct is_property_for : std::bool_constant<is_property_v<T> && std::is_same_v<Class, queue>> {};
template <typename T, typename Class>
inline constexpr bool is_property_for_v = is_property_for<T, Class>::value;
template <typename T, typename Class>
struct is_property_key_for : is_property_for<T, Class> {};
template <typename T, typename Class>
inline constexpr bool is_property_key_for_v = is_property_key_for<T, Class>::value;

template <typename... Properties>
class properties : private sycl::detail::khr_holder<Properties>... {
public:
	template <typename... Given, typename = typename std::enable_if<(is_property_v<Given> && ...) && sizeof...(Given) == sizeof...(Properties)>::type>
	constexpr properties(Given... property) : sycl::detail::khr_holder<Properties>{ property }...
	{
		static_assert(((count<Given>() == 1) && ...), "a list has a property once");
	}

	template <typename Key, typename = typename std::enable_if<is_property_key_v<Key>>::type>
	static constexpr bool has_property()
	{
		return count<Key>() != 0;
	}
	template <typename Key, typename = typename std::enable_if<is_property_key_v<Key>>::type, typename = typename std::enable_if<properties::has_property<Key>()>::type>
	constexpr auto get_property() const
	{
		return static_cast<const sycl::detail::khr_holder<Key> &>(*this).property;
	}

private:
	template <typename Key>
	static constexpr int count()
	{
		return (0 + ... + (std::is_same_v<Key, Properties> ? 1 : 0));
	}
};
template <typename... Properties>
properties(Properties...) -> properties<Properties...>;
using empty_properties_t = decltype(properties{});

template <typename T, typename Class>
struct is_property_list_for : std::false_type {};
template <typename... Properties, typename Class>
struct is_property_list_for<properties<Properties...>, Class> : std::bool_constant<(is_property_for_v<Properties, Class> && ...)> {};
template <typename T, typename Class>
inline constexpr bool is_property_list_for_v = is_property_list_for<T, Class>::value;

}

namespace sycl::detail {

template <typename T, typename Class>
struct if_khr_properties : std::enable_if<khr::is_property_for_v<T, Class> || khr::is_property_list_for_v<T, Class>, int> {};

/* The value of a queue's property, in a list or alone. */
template <typename Property, typename T>
constexpr bool khr_value(const T &given)
{
	if constexpr (std::is_same_v<T, Property>)
		return given.value;
	else if constexpr (khr::is_property_v<T>)
		return false;
	else if constexpr (T::template has_property<Property>())
		return given.template get_property<Property>().value;
	else
		return false;
}
template <typename T>
property_list khr_queue_properties(const T &given)
{
	const bool profiled = khr_value<khr::enable_profiling>(given);

	if (khr_value<khr::in_order>(given))
		return profiled ? property_list(property::queue::in_order(), property::queue::enable_profiling()) : property_list(property::queue::in_order());
	return profiled ? property_list(property::queue::enable_profiling()) : property_list();
}

}

#endif
