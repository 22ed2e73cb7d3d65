/*
 * Virtual functions in kernels: SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(indirectly_callable_in<Set>) marks one,
 * and a kernel with the property assume_indirect_calls_to<Set> may call it.  post-link(1) makes virtual calls
 * choices between the functions of the kernel's sets.
 */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_VIRTUAL_FUNCTIONS_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_VIRTUAL_FUNCTIONS_HPP

#include <sycl/ext/oneapi/kernel_properties/properties.hpp>
#include <sycl/ext/oneapi/properties/properties.hpp>
#include <sycl/khr/split_headers/version.hpp>

namespace sycl::ext::oneapi::experimental {

struct indirectly_callable_key {
	template <typename T>
	using value_t = property_value<indirectly_callable_key, T>;
};
struct calls_indirectly_key {
	template <typename First = void, typename... Sets>
	using value_t = property_value<calls_indirectly_key, First, Sets...>;
};

inline constexpr indirectly_callable_key::value_t<void> indirectly_callable;
template <typename T>
inline constexpr indirectly_callable_key::value_t<T> indirectly_callable_in;
inline constexpr calls_indirectly_key::value_t<void> assume_indirect_calls;
template <typename First, typename... Rest>
inline constexpr calls_indirectly_key::value_t<First, Rest...> assume_indirect_calls_to;
/* Its name in earlier texts. */
template <typename First = void, typename... Rest>
inline constexpr calls_indirectly_key::value_t<First, Rest...> calls_indirectly;

template <>
struct is_property_key<indirectly_callable_key> : std::true_type {};
template <>
struct is_property_key<calls_indirectly_key> : std::true_type {};
template <typename... Sets>
struct has_compile_time_kernel_effect<property_value<calls_indirectly_key, Sets...>> : std::true_type {};

}

namespace sycl::detail {

template <typename T = void>
inline constexpr kp::indirectly_callable_key::value_t<T> callable_property;

#ifdef SYCL_CC_DEVICE

template <typename T>
inline constexpr const char *set_of_functions = __builtin_sycl_unique_stable_name(T);

template <typename... Sets, typename... Rest>
struct property_chain<kp::property_value<kp::calls_indirectly_key, Sets...>, Rest...> {
	template <typename Function, typename... Arguments>
	[[clang::annotate("sycl-calls-indirectly", 0, set_of_functions<Sets>...)]] SYCL_CC_WRAPPER SYCL_CC_INLINE static void
	call(const Function &f, const Arguments &...argument)
	{
		property_chain<Rest...>::call(f, argument...);
	}
};

#else

template <typename T>
inline constexpr const char *set_of_functions = nullptr;

#endif

}

/* The earlier form of SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(indirectly_callable_in<Set>). */
#define SYCL_EXT_ONEAPI_INDIRECTLY_CALLABLE_PROPERTY(...) \
	SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(::sycl::detail::callable_property<__VA_ARGS__>)

#endif
