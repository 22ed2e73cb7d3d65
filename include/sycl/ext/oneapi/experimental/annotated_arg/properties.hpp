/*
 * Properties of annotated pointers and arguments.  What they promise to compilers for
 * FPGAs has no effect here; alignment has one where the memory is allocated.
 */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_ANNOTATED_ARG_PROPERTIES_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_ANNOTATED_ARG_PROPERTIES_HPP

#include <cstdint>
#include <type_traits>

#include <sycl/ext/oneapi/properties/properties.hpp>
#include <sycl/khr/split_headers/version.hpp>
#include <sycl/queue.hpp>

namespace sycl::ext::oneapi::experimental {

#define SYCL_CC_PROPERTY(NAME, TYPE)                                                                          \
	struct NAME##_key {                                                                                   \
		template <TYPE Value>                                                                         \
		using value_t = ext::oneapi::experimental::property_value<NAME##_key, std::integral_constant<TYPE, Value>>; \
	};                                                                                                    \
	template <TYPE Value>                                                                                 \
	inline constexpr NAME##_key::value_t<Value> NAME;
#define SYCL_CC_MARK(NAME)                                                                 \
	struct NAME##_key {                                                                \
		using value_t = ext::oneapi::experimental::property_value<NAME##_key>;     \
	};                                                                                 \
	inline constexpr NAME##_key::value_t NAME;

SYCL_CC_PROPERTY(alignment, int)
SYCL_CC_PROPERTY(usm_kind, sycl::usm::alloc)
inline constexpr usm_kind_key::value_t<sycl::usm::alloc::device> usm_kind_device;
inline constexpr usm_kind_key::value_t<sycl::usm::alloc::host> usm_kind_host;
inline constexpr usm_kind_key::value_t<sycl::usm::alloc::shared> usm_kind_shared;
SYCL_CC_MARK(unaliased)
SYCL_CC_MARK(restrict)

}

namespace sycl::ext::intel::experimental {

enum class read_write_mode_enum : std::uint16_t { read, write, read_write };

SYCL_CC_MARK(register_map)
SYCL_CC_MARK(conduit)
SYCL_CC_MARK(stable)
SYCL_CC_PROPERTY(buffer_location, int)
SYCL_CC_PROPERTY(awidth, int)
SYCL_CC_PROPERTY(dwidth, int)
SYCL_CC_PROPERTY(latency, int)
SYCL_CC_PROPERTY(maxburst, int)
SYCL_CC_PROPERTY(wait_request, int)
SYCL_CC_PROPERTY(read_write_mode, read_write_mode_enum)
inline constexpr wait_request_key::value_t<1> wait_request_requested;
inline constexpr wait_request_key::value_t<0> wait_request_not_requested;
inline constexpr read_write_mode_key::value_t<read_write_mode_enum::read> read_write_mode_read;
inline constexpr read_write_mode_key::value_t<read_write_mode_enum::write> read_write_mode_write;
inline constexpr read_write_mode_key::value_t<read_write_mode_enum::read_write> read_write_mode_readwrite;

}

#undef SYCL_CC_PROPERTY
#undef SYCL_CC_MARK

namespace sycl::ext::oneapi::experimental {

template <typename T, typename List>
class annotated_arg;
template <typename T, typename List>
class annotated_ptr;

#define SYCL_CC_KEY(KEY)                                                         \
	template <>                                                              \
	struct is_property_key<KEY> : std::true_type {};                         \
	template <typename T, typename List>                                     \
	struct is_property_key_of<KEY, annotated_arg<T, List>> : std::true_type {}; \
	template <typename T, typename List>                                     \
	struct is_property_key_of<KEY, annotated_ptr<T, List>> : std::true_type {};
SYCL_CC_KEY(alignment_key)
SYCL_CC_KEY(usm_kind_key)
SYCL_CC_KEY(unaliased_key)
SYCL_CC_KEY(restrict_key)
SYCL_CC_KEY(intel::experimental::register_map_key)
SYCL_CC_KEY(intel::experimental::conduit_key)
SYCL_CC_KEY(intel::experimental::stable_key)
SYCL_CC_KEY(intel::experimental::buffer_location_key)
SYCL_CC_KEY(intel::experimental::awidth_key)
SYCL_CC_KEY(intel::experimental::dwidth_key)
SYCL_CC_KEY(intel::experimental::latency_key)
SYCL_CC_KEY(intel::experimental::maxburst_key)
SYCL_CC_KEY(intel::experimental::wait_request_key)
SYCL_CC_KEY(intel::experimental::read_write_mode_key)
#undef SYCL_CC_KEY

}

namespace sycl::detail {

template <typename List>
class annotated {
public:
	template <typename Key>
	static constexpr bool has_property()
	{
		return List::template has_property<Key>();
	}
	template <typename Key>
	static constexpr auto get_property()
	{
		return List::template get_property<Key>();
	}
};

/* The list of those properties. */
template <typename... Values>
using list_of = ext::oneapi::experimental::properties<typename sort_values<property_values<>, Values...>::type>;

/* The list with one more property. */
template <typename List, typename Value>
struct with_value;
template <typename... Values, typename Value>
struct with_value<ext::oneapi::experimental::properties<property_values<Values...>>, Value> {
	using type = list_of<Values..., Value>;
};

/* All are properties, and there is one at least. */
template <typename... Values>
struct if_values : std::enable_if<(sizeof...(Values) > 0) && (ext::oneapi::experimental::is_property_value_v<Values> && ...), int> {};

}

#endif
