/* Properties of annotated pointers that say how caches should treat what they point to: hints without effect. */
#ifndef SYCL_EXT_INTEL_EXPERIMENTAL_CACHE_CONTROL_PROPERTIES_HPP
#define SYCL_EXT_INTEL_EXPERIMENTAL_CACHE_CONTROL_PROPERTIES_HPP

#include <sycl/ext/oneapi/experimental/annotated_ptr/annotated_ptr.hpp>
#include <sycl/ext/oneapi/experimental/prefetch.hpp>
#include <sycl/ext/oneapi/properties/properties.hpp>
#include <sycl/khr/split_headers/version.hpp>

namespace sycl::ext::intel::experimental {

enum class cache_mode { uncached, cached, streaming, invalidate, constant, write_through, write_back };
using cache_level = oneapi::experimental::cache_level;

template <cache_mode Mode, cache_level... Levels>
struct cache_control {};

}

namespace sycl::detail {

using ext::intel::experimental::cache_control;
using ext::intel::experimental::cache_level;
using ext::intel::experimental::cache_mode;

/* Whether a cache control has one of those modes, and whether it names a level, which is one once only. */
template <typename Control, cache_mode... Modes>
inline constexpr bool has_mode = false;
template <cache_mode Mode, cache_level... Levels, cache_mode... Modes>
inline constexpr bool has_mode<cache_control<Mode, Levels...>, Modes...> = ((Mode == Modes) || ...);
template <cache_level Level, typename Control>
inline constexpr int times_named = 0;
template <cache_level Level, cache_mode Mode, cache_level... Levels>
inline constexpr int times_named<Level, cache_control<Mode, Levels...>> = ((Level == Levels ? 1 : 0) + ... + 0);
template <cache_level Level, typename... Controls>
inline constexpr bool named_once = (times_named<Level, Controls> + ... + 0) < 2;

/* A property of these controls; its modes are checked where it is used. */
template <cache_mode... Modes>
struct cache_property {
	template <typename... Controls>
	static constexpr bool good()
	{
		static_assert((has_mode<Controls, Modes...> && ...), "that cache mode is none of this property");
		static_assert(named_once<cache_level::L1, Controls...> && named_once<cache_level::L2, Controls...>
				&& named_once<cache_level::L3, Controls...> && named_once<cache_level::L4, Controls...>,
			"a cache level has one mode");
		return true;
	}
};

}

namespace sycl::ext::intel::experimental {

#define SYCL_CC_CACHE(NAME, ...)                                                                                \
	struct NAME##_key {                                                                                     \
		template <typename... Controls>                                                                 \
		using value_t = ext::oneapi::experimental::property_value<NAME##_key, Controls...>;             \
	};                                                                                                      \
	template <typename... Controls, bool = detail::cache_property<__VA_ARGS__>::template good<Controls...>()> \
	constexpr NAME##_key::value_t<Controls...> checked_##NAME()                                              \
	{                                                                                                       \
		return {};                                                                                      \
	}                                                                                                       \
	template <typename... Controls>                                                                         \
	inline constexpr NAME##_key::value_t<Controls...> NAME = checked_##NAME<Controls...>();
SYCL_CC_CACHE(read_hint, cache_mode::uncached, cache_mode::cached, cache_mode::streaming)
SYCL_CC_CACHE(write_hint, cache_mode::uncached, cache_mode::streaming, cache_mode::write_through, cache_mode::write_back)
SYCL_CC_CACHE(read_assertion, cache_mode::invalidate, cache_mode::constant)
#undef SYCL_CC_CACHE

}

namespace sycl::ext::oneapi::experimental {

template <>
struct is_property_key<intel::experimental::read_hint_key> : std::true_type {};
template <>
struct is_property_key<intel::experimental::write_hint_key> : std::true_type {};
template <>
struct is_property_key<intel::experimental::read_assertion_key> : std::true_type {};
template <typename T, typename List>
struct is_property_key_of<intel::experimental::read_hint_key, annotated_ptr<T, List>> : std::true_type {};
template <typename T, typename List>
struct is_property_key_of<intel::experimental::write_hint_key, annotated_ptr<T, List>> : std::true_type {};
template <typename T, typename List>
struct is_property_key_of<intel::experimental::read_assertion_key, annotated_ptr<T, List>> : std::true_type {};

}

#endif
