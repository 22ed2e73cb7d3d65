/*
 * Properties of kernels, an extension: a function object's member
 *
 *     auto get(properties_tag) const { return properties{device_has<aspect::fp64>, work_group_size<8, 8>}; }
 *
 * says what attributes of its call operator would say.  In the device pass each
 * property is an annotated wrapper between the kernel and the function object;
 * device-prepare finds it there.
 */
#ifndef SYCL_EXT_ONEAPI_KERNEL_PROPERTIES_PROPERTIES_HPP
#define SYCL_EXT_ONEAPI_KERNEL_PROPERTIES_PROPERTIES_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <sycl/aspects.hpp>
#include <sycl/detail/defines.hpp>
#include <sycl/ext/oneapi/experimental/forward_progress.hpp>
#include <sycl/ext/oneapi/properties/properties.hpp>
#include <sycl/khr/split_headers/version.hpp>

namespace sycl::ext::oneapi::experimental {

struct properties_tag {};

struct device_has_key {
	template <sycl::aspect... Aspects>
	using value_t = property_value<device_has_key, std::integral_constant<sycl::aspect, Aspects>...>;
};
struct work_group_size_key {
	template <std::size_t... Sizes>
	using value_t = property_value<work_group_size_key, std::integral_constant<std::size_t, Sizes>...>;
};
struct work_group_size_hint_key {
	template <std::size_t... Sizes>
	using value_t = property_value<work_group_size_hint_key, std::integral_constant<std::size_t, Sizes>...>;
};
struct max_work_group_size_key {
	template <std::size_t... Sizes>
	using value_t = property_value<max_work_group_size_key, std::integral_constant<std::size_t, Sizes>...>;
};
struct max_linear_work_group_size_key {
	template <std::size_t Size>
	using value_t = property_value<max_linear_work_group_size_key, std::integral_constant<std::size_t, Size>>;
};
/* Sizes that the device chooses. */
enum named_sub_group_size : std::uint32_t {
	primary = 0,
	automatic = UINT32_MAX
};
struct sub_group_size_key {
	template <std::uint32_t Size>
	using value_t = property_value<sub_group_size_key, std::integral_constant<std::uint32_t, Size>>;
};

}

namespace sycl::detail {

constexpr bool is_named_size(std::uint32_t size)
{
	return size == ext::oneapi::experimental::named_sub_group_size::primary || size == ext::oneapi::experimental::named_sub_group_size::automatic;
}

/* The sizes of a property, one for each dimension. */
template <std::size_t... Sizes>
struct listed_sizes {
	constexpr std::size_t operator[](int i) const
	{
		const std::size_t size[] = { Sizes... };

		return size[i];
	}
};
template <std::size_t... Sizes>
struct counted_sizes : listed_sizes<Sizes...> {
	static constexpr int detail_dimensions = sizeof...(Sizes);
};
template <sycl::aspect... Aspects>
struct listed_aspects {
	static constexpr std::array<sycl::aspect, sizeof...(Aspects)> value = { Aspects... };
};

}

namespace sycl::ext::oneapi::experimental {

struct use_root_sync_key {
	using value_t = property_value<use_root_sync_key>;
};
inline constexpr use_root_sync_key::value_t use_root_sync;
template <>
struct is_property_key<use_root_sync_key> : std::true_type {};

/* One value apart from several: to g++, a list that may end behind the first is as general as property_value<Key, Constant>. */
#define SYCL_CC_LISTED(KEY, T, LISTED)                                                                                    \
	template <T First>                                                                                                \
	struct property_value<KEY, std::integral_constant<T, First>> : LISTED<First> {                                    \
		using key_t = KEY;                                                                                        \
	};                                                                                                                \
	template <T First, T Second, T... Rest>                                                                           \
	struct property_value<KEY, std::integral_constant<T, First>, std::integral_constant<T, Second>,                   \
		std::integral_constant<T, Rest>...> : LISTED<First, Second, Rest...> {                                    \
		using key_t = KEY;                                                                                        \
	};
SYCL_CC_LISTED(work_group_size_key, std::size_t, detail::listed_sizes)
SYCL_CC_LISTED(work_group_size_hint_key, std::size_t, detail::listed_sizes)
SYCL_CC_LISTED(max_work_group_size_key, std::size_t, detail::counted_sizes)
SYCL_CC_LISTED(device_has_key, sycl::aspect, detail::listed_aspects)
#undef SYCL_CC_LISTED
template <>
struct property_value<device_has_key> {
	using key_t = device_has_key;
	static constexpr std::array<sycl::aspect, 0> value = {};
};

template <sycl::aspect... Aspects>
inline constexpr device_has_key::value_t<Aspects...> device_has;
template <std::size_t... Sizes>
inline constexpr work_group_size_key::value_t<Sizes...> work_group_size;
template <std::size_t... Sizes>
inline constexpr work_group_size_hint_key::value_t<Sizes...> work_group_size_hint;
template <std::uint32_t Size>
inline constexpr sub_group_size_key::value_t<Size> sub_group_size;
inline constexpr sub_group_size_key::value_t<named_sub_group_size::primary> sub_group_size_primary;
inline constexpr sub_group_size_key::value_t<named_sub_group_size::automatic> sub_group_size_automatic;
template <std::size_t... Sizes>
inline constexpr max_work_group_size_key::value_t<Sizes...> max_work_group_size;
template <std::size_t Size>
inline constexpr max_linear_work_group_size_key::value_t<Size> max_linear_work_group_size;

template <>
struct is_property_key<device_has_key> : std::true_type {};
template <>
struct is_property_key<work_group_size_key> : std::true_type {};
template <>
struct is_property_key<work_group_size_hint_key> : std::true_type {};
template <>
struct is_property_key<sub_group_size_key> : std::true_type {};
template <>
struct is_property_key<max_work_group_size_key> : std::true_type {};
template <>
struct is_property_key<max_linear_work_group_size_key> : std::true_type {};

/* Whether a property says something about the kernel's code. */
template <typename Value>
struct has_compile_time_kernel_effect : std::false_type {};
template <typename Key, typename... Parameters>
struct has_compile_time_kernel_effect<property_value<Key, Parameters...>>
	: std::bool_constant<std::is_same_v<Key, device_has_key> || std::is_same_v<Key, work_group_size_key>
		|| std::is_same_v<Key, work_group_size_hint_key> || std::is_same_v<Key, sub_group_size_key>> {};
template <typename Value>
inline constexpr bool has_compile_time_kernel_effect_v = has_compile_time_kernel_effect<Value>::value;

}

namespace sycl::detail {

namespace kp = sycl::ext::oneapi::experimental;

/* f(argument), called through one wrapper for each property. */
template <typename... Properties>
struct property_chain {
	template <typename Function, typename... Arguments>
	SYCL_CC_WRAPPER SYCL_CC_INLINE static void call(const Function &f, const Arguments &...argument)
	{
		f(argument...);
	}
};

template <typename First, typename... Rest>
struct property_chain<First, Rest...> : property_chain<Rest...> {};

#ifdef SYCL_CC_DEVICE
#define SYCL_CC_PROPERTY_CHAIN(TYPE, KEY, ANNOTATION) \
	template <TYPE... Values, typename... Rest> \
	struct property_chain<kp::property_value<kp::KEY, std::integral_constant<TYPE, Values>...>, Rest...> { \
		template <typename Function, typename... Arguments> \
		[[clang::annotate(ANNOTATION, 0, static_cast<long long>(Values)...)]] SYCL_CC_WRAPPER SYCL_CC_INLINE static void \
		call(const Function &f, const Arguments &...argument) \
		{ \
			property_chain<Rest...>::call(f, argument...); \
		} \
	};
SYCL_CC_PROPERTY_CHAIN(sycl::aspect, device_has_key, "sycl-device-has-property")
SYCL_CC_PROPERTY_CHAIN(std::size_t, work_group_size_key, "sycl-reqd-work-group-size")
SYCL_CC_PROPERTY_CHAIN(std::size_t, work_group_size_hint_key, "sycl-work-group-size-hint")
#undef SYCL_CC_PROPERTY_CHAIN
template <std::uint32_t Size, typename... Rest>
struct property_chain<kp::property_value<kp::sub_group_size_key, std::integral_constant<std::uint32_t, Size>>, Rest...> {
	template <typename Function, typename... Arguments>
	SYCL_CC_WRAPPER SYCL_CC_INLINE static void call(const Function &f, const Arguments &...argument)
	{
		if constexpr (is_named_size(Size))
			named(f, argument...);
		else
			sized(f, argument...);
	}
	template <typename Function, typename... Arguments>
	[[clang::annotate("sycl-reqd-sub-group-size", 0, static_cast<long long>(Size))]] SYCL_CC_WRAPPER SYCL_CC_INLINE static void
	sized(const Function &f, const Arguments &...argument)
	{
		property_chain<Rest...>::call(f, argument...);
	}
	template <typename Function, typename... Arguments>
	[[clang::annotate("sycl-named-sub-group-size", 0, "named")]] SYCL_CC_WRAPPER SYCL_CC_INLINE static void
	named(const Function &f, const Arguments &...argument)
	{
		property_chain<Rest...>::call(f, argument...);
	}
};
#endif

/* The property chain of a list; of a function object that has none, the empty one. */
template <typename List>
struct chain_of_list;
template <typename... Values>
struct chain_of_list<kp::properties<property_values<Values...>>> : property_chain<Values...> {};

/* What the function object's get(properties_tag) returns, which need not be a member of a constant object. */
template <typename Function>
using own_list = std::remove_cv_t<decltype(std::declval<std::remove_const_t<Function> &>().get(kp::properties_tag{}))>;

template <typename Function, typename = void>
struct kernel_properties : property_chain<> {};
template <typename Function>
struct kernel_properties<Function, std::void_t<own_list<Function>>> : chain_of_list<own_list<Function>> {};

template <typename Function, typename = void>
inline constexpr bool has_own_properties = false;
template <typename Function>
inline constexpr bool has_own_properties<Function, std::void_t<own_list<Function>>> = true;

/* Whether its work-items wait for each other: then there is one work-group. */
template <typename Function, typename = void>
inline constexpr bool has_root_sync = false;
template <typename Function>
inline constexpr bool has_root_sync<Function, std::void_t<own_list<Function>>> =
	own_list<Function>::template has_property<kp::use_root_sync_key>();

/* Work-groups of that size are not more than its properties promise. */
template <typename Function, typename Range>
bool keeps_sizes(const Range &local)
{
	if constexpr (has_own_properties<Function>) {
		using list = own_list<Function>;

		if constexpr (list::template has_property<kp::max_linear_work_group_size_key>())
			if (local.size() > list::template get_property<kp::max_linear_work_group_size_key>().value)
				return false;
		if constexpr (list::template has_property<kp::max_work_group_size_key>()) {
			constexpr auto most = list::template get_property<kp::max_work_group_size_key>();

			static_assert(most.detail_dimensions == Range::dimensions, "max_work_group_size has a number for each dimension of the launch");
			for (int d = 0; d < Range::dimensions; d++)
				if (local[d] > most[d])
					return false;
		}
	}
	(void)local;
	return true;
}

/* Whether devices give the forward progress that its properties ask for. */
template <typename Function, typename = void>
inline constexpr bool has_its_progress = true;
template <typename Function>
inline constexpr bool has_its_progress<Function, std::void_t<own_list<Function>>> = gives_progress<own_list<Function>>();

template <typename Function, typename List, typename = void>
struct all_properties {
	using type = List;
};
template <typename Function, typename List>
struct all_properties<Function, List, std::void_t<own_list<Function>>> : merged_lists<own_list<Function>, List> {};

/* A function object with the properties that a launch gives to it. */
template <typename Function, typename List>
class with_kernel_properties {
public:
	explicit with_kernel_properties(const Function &f) : f_(f) {}

	template <typename... Arguments>
	SYCL_CC_WRAPPER SYCL_CC_INLINE auto operator()(Arguments &&...a) const
		-> decltype(std::declval<const Function &>()(std::forward<Arguments>(a)...))
	{
		return f_(std::forward<Arguments>(a)...);
	}
	typename all_properties<Function, List>::type get(kp::properties_tag) const;

private:
	Function f_;
};

/* The last argument of a launch with the properties, which come before the others. */
template <typename List, typename Function>
with_kernel_properties<Function, List> give_properties(const Function &f)
{
	return with_kernel_properties<Function, List>(f);
}

/* Of a hierarchical kernel's list what does not speak of its work-groups, which are one work-item in its code. */
template <typename Value>
inline constexpr bool speaks_of_groups = std::is_same_v<typename property_key_of<Value>::type, kp::work_group_size_key>
	|| std::is_same_v<typename property_key_of<Value>::type, kp::work_group_size_hint_key>
	|| std::is_same_v<typename property_key_of<Value>::type, kp::max_work_group_size_key>
	|| std::is_same_v<typename property_key_of<Value>::type, kp::max_linear_work_group_size_key>;
template <typename... Values>
struct group_values {
	using type = property_values<>;
};
template <typename First, typename... Rest>
struct group_values<First, Rest...> : std::conditional_t<speaks_of_groups<First>, group_values<Rest...>,
	sort_values<typename group_values<Rest...>::type, First>> {};
template <typename List>
struct group_list_of;
template <typename... Values>
struct group_list_of<kp::properties<property_values<Values...>>> {
	using type = kp::properties<typename group_values<Values...>::type>;
};
template <typename List>
using group_list = typename group_list_of<List>::type;

/* A kernel object, which is compiled already. */
template <typename List>
inline constexpr bool changes_code = true;
template <typename... Values>
inline constexpr bool changes_code<kp::properties<property_values<Values...>>> = (kp::has_compile_time_kernel_effect_v<Values> || ...);
template <typename List, typename Kernel>
const Kernel &of_compiled(const Kernel &object)
{
	static_assert(!changes_code<List>, "the code of a kernel object has its properties already");
	return object;
}

template <typename T>
struct if_properties : std::enable_if<kp::is_property_list_v<T>, int> {};

}

#endif
