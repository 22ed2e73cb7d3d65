/*
 * Properties of functions that are kernels, and of other functions of devices: what the
 * declarations of such functions need, without the rest of SYCL.
 */
#ifndef SYCL_EXT_ONEAPI_FREE_FUNCTION_KERNEL_PROPERTIES_HPP
#define SYCL_EXT_ONEAPI_FREE_FUNCTION_KERNEL_PROPERTIES_HPP

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <sycl/ext/oneapi/experimental/virtual_functions.hpp>
#include <sycl/ext/oneapi/kernel_properties/properties.hpp>
#include <sycl/khr/split_headers/version.hpp>

/*
 * Before a declaration, SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((work_group_size<8>)).  Other
 * translation units may define the function.
 */
#ifdef SYCL_CC_DEVICE
#define SYCL_CC_PROPERTY_FACT(WHICH, ...) (::sycl::detail::function_property(__VA_ARGS__).fact(WHICH))
#define SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(...)                                                                        \
	[[clang::sycl_external, clang::annotate("sycl-external", 0),                                                   \
		clang::annotate("sycl-function-property", 0, SYCL_CC_PROPERTY_FACT(0, __VA_ARGS__),                     \
			SYCL_CC_PROPERTY_FACT(1, __VA_ARGS__), SYCL_CC_PROPERTY_FACT(2, __VA_ARGS__),                   \
			SYCL_CC_PROPERTY_FACT(3, __VA_ARGS__), SYCL_CC_PROPERTY_FACT(4, __VA_ARGS__),                   \
			SYCL_CC_PROPERTY_FACT(5, __VA_ARGS__), SYCL_CC_PROPERTY_FACT(6, __VA_ARGS__),                   \
			SYCL_CC_PROPERTY_FACT(7, __VA_ARGS__),                                                          \
			::sycl::detail::function_property(__VA_ARGS__).set())]]
#else
#define SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(...)
#endif

namespace sycl::ext::oneapi::experimental {

struct nd_range_kernel_key {
	template <int Dimensions>
	using value_t = property_value<nd_range_kernel_key, std::integral_constant<int, Dimensions>>;
};
struct single_task_kernel_key {
	using value_t = property_value<single_task_kernel_key>;
};
template <int Dimensions>
struct property_value<nd_range_kernel_key, std::integral_constant<int, Dimensions>> {
	using key_t = nd_range_kernel_key;
	static constexpr int dimensions = Dimensions;
};
template <int Dimensions>
inline constexpr nd_range_kernel_key::value_t<Dimensions> nd_range_kernel;
inline constexpr single_task_kernel_key::value_t single_task_kernel;
template <>
struct is_property_key<nd_range_kernel_key> : std::true_type {};
template <>
struct is_property_key<single_task_kernel_key> : std::true_type {};

}

namespace sycl::detail {

/* A property as device-prepare reads it. */
struct function_property {
	long long kind = 0, count = 0, value[6] = {};
	const char *name = nullptr;

	/* What, and how many values; the values. */
	constexpr long long fact(int which) const { return which == 0 ? kind : which == 1 ? count : value[which - 2]; }
	/* Of virtual functions. */
	constexpr const char *set() const { return name; }

	template <typename Property>
	constexpr function_property(const Property &)
	{
	}
	template <std::size_t... Sizes>
	constexpr function_property(const kp::property_value<kp::work_group_size_key, std::integral_constant<std::size_t, Sizes>...> &)
		: kind(1), count(sizeof...(Sizes)), value{ static_cast<long long>(Sizes)... } {}
	template <std::size_t... Sizes>
	constexpr function_property(const kp::property_value<kp::work_group_size_hint_key, std::integral_constant<std::size_t, Sizes>...> &)
		: kind(2), count(sizeof...(Sizes)), value{ static_cast<long long>(Sizes)... } {}
	template <std::uint32_t Size>
	constexpr function_property(const kp::property_value<kp::sub_group_size_key, std::integral_constant<std::uint32_t, Size>> &)
		: kind(is_named_size(Size) ? 6 : 3), count(!is_named_size(Size)), value{ Size } {}
	template <aspect... Aspects>
	constexpr function_property(const kp::property_value<kp::device_has_key, std::integral_constant<aspect, Aspects>...> &)
		: kind(4), count(sizeof...(Aspects)), value{ static_cast<long long>(Aspects)... }
	{
		static_assert(sizeof...(Aspects) <= 6, "a function has up to six aspects in one property");
	}
	template <typename Set>
	constexpr function_property(const kp::property_value<kp::indirectly_callable_key, Set> &)
			: kind(5), name(set_of_functions<Set>) {}
};

}

#endif
