/*
 * sycl::any_device_has and sycl::all_devices_have: whether one or all targets of
 * this build have an aspect.  sycl-cc defines a macro for each aspect; other
 * compilers define none, and then no aspect is known to exist.
 */
#ifndef SYCL_DEVICE_TRAITS_HPP
#define SYCL_DEVICE_TRAITS_HPP

#include <type_traits>

#include <sycl/aspects.hpp>

namespace sycl {

/* true for a macro that is defined as 1: only then a comma appears, and moves it to the second place */
#define SYCL_CC_COMMA_1 0,
#define SYCL_CC_SECOND(first, second, ...) second
#define SYCL_CC_SECOND_OF(...) SYCL_CC_SECOND(__VA_ARGS__)
#define SYCL_CC_IS_ONE_VALUE(value) SYCL_CC_SECOND_OF(SYCL_CC_COMMA_##value true, false, 0)
#define SYCL_CC_IS_ONE(macro) SYCL_CC_IS_ONE_VALUE(macro)

namespace detail {

/* The value for an aspect, in the order of the list. */
constexpr bool is_noted(const bool *has, aspect which)
{
	for (const aspect &known : all_aspects)
		if (same(known, which))
			return has[&known - all_aspects];
	return false;
}
constexpr bool any_device_has(aspect which)
{
	constexpr bool has[] = {
#define SYCL_CC_ASPECT(number, name) SYCL_CC_IS_ONE(__SYCL_ANY_DEVICE_HAS_##name##__),
#include <sycl-cc/aspects.def>
	};

	return is_noted(has, which);
}
constexpr bool all_devices_have(aspect which)
{
	constexpr bool has[] = {
#define SYCL_CC_ASPECT(number, name) SYCL_CC_IS_ONE(__SYCL_ALL_DEVICES_HAVE_##name##__),
#include <sycl-cc/aspects.def>
	};

	return is_noted(has, which);
}

}

template <aspect Aspect>
struct any_device_has
	: std::bool_constant<detail::any_device_has(Aspect) || SYCL_CC_IS_ONE(__SYCL_ANY_DEVICE_HAS_ANY_ASPECT__)> {};
template <aspect Aspect>
struct all_devices_have : std::bool_constant<detail::all_devices_have(Aspect)> {};

#undef SYCL_CC_IS_ONE
#undef SYCL_CC_IS_ONE_VALUE
#undef SYCL_CC_SECOND_OF
#undef SYCL_CC_SECOND
#undef SYCL_CC_COMMA_1

template <aspect Aspect>
inline constexpr bool any_device_has_v = any_device_has<Aspect>::value;
template <aspect Aspect>
inline constexpr bool all_devices_have_v = all_devices_have<Aspect>::value;

}

#endif
