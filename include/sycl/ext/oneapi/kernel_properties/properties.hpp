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

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <sycl/aspects.hpp>
#include <sycl/detail/defines.hpp>

#define SYCL_EXT_ONEAPI_PROPERTIES 1
#define SYCL_EXT_ONEAPI_KERNEL_PROPERTIES 1

namespace sycl::ext::oneapi::experimental {

struct properties_tag {};

template <sycl::aspect... Aspects>
struct device_has_property {};
template <std::size_t... Sizes>
struct work_group_size_property {};
template <std::size_t... Sizes>
struct work_group_size_hint_property {};
template <std::uint32_t Size>
struct sub_group_size_property {};

template <sycl::aspect... Aspects>
inline constexpr device_has_property<Aspects...> device_has;
template <std::size_t... Sizes>
inline constexpr work_group_size_property<Sizes...> work_group_size;
template <std::size_t... Sizes>
inline constexpr work_group_size_hint_property<Sizes...> work_group_size_hint;
template <std::uint32_t Size>
inline constexpr sub_group_size_property<Size> sub_group_size;

/* A list of properties. */
template <typename... Properties>
struct properties {
	constexpr properties(Properties...) {}
};

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
#define SYCL_CC_PROPERTY_CHAIN(TYPE, VALUE, NAME, ANNOTATION) \
	template <TYPE... VALUE, typename... Rest> \
	struct property_chain<kp::NAME, Rest...> { \
		template <typename Function, typename... Arguments> \
		[[clang::annotate(ANNOTATION, 0, static_cast<long long>(VALUE)...)]] SYCL_CC_WRAPPER SYCL_CC_INLINE static void \
		call(const Function &f, const Arguments &...argument) \
		{ \
			property_chain<Rest...>::call(f, argument...); \
		} \
	};
SYCL_CC_PROPERTY_CHAIN(sycl::aspect, Aspects, device_has_property<Aspects...>, "sycl-device-has-property")
SYCL_CC_PROPERTY_CHAIN(std::size_t, Sizes, work_group_size_property<Sizes...>, "sycl-reqd-work-group-size")
SYCL_CC_PROPERTY_CHAIN(std::size_t, Sizes, work_group_size_hint_property<Sizes...>, "sycl-work-group-size-hint")
#undef SYCL_CC_PROPERTY_CHAIN

template <std::uint32_t Size, typename... Rest>
struct property_chain<kp::sub_group_size_property<Size>, Rest...> {
	template <typename Function, typename... Arguments>
	[[clang::annotate("sycl-reqd-sub-group-size", 0, static_cast<long long>(Size))]] SYCL_CC_WRAPPER SYCL_CC_INLINE
	static void call(const Function &f, const Arguments &...argument)
	{
		property_chain<Rest...>::call(f, argument...);
	}
};
#endif

/* The property chain of a list; of a function object that has none, the empty one. */
template <typename List>
struct chain_of_list;
template <typename... Properties>
struct chain_of_list<kp::properties<Properties...>> : property_chain<Properties...> {};

template <typename Function, typename = void>
struct kernel_properties : property_chain<> {};
template <typename Function>
struct kernel_properties<Function, std::void_t<decltype(std::declval<const Function &>().get(kp::properties_tag{}))>>
	: chain_of_list<std::remove_cv_t<decltype(std::declval<const Function &>().get(kp::properties_tag{}))>> {};

}

#endif
