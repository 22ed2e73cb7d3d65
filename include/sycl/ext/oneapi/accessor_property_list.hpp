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

template <typename... Properties>
class accessor_property_list : public property_list {
public:
	accessor_property_list() = default;
	accessor_property_list(Properties... property) : property_list(property...) {}

	template <typename Property>
	static constexpr bool has_property()
	{
		return (std::is_same_v<Property, Properties> || ...);
	}
};
template <>
class accessor_property_list<> : public property_list {
public:
	template <typename Property>
	static constexpr bool has_property()
	{
		return false;
	}
};
template <typename... Properties>
accessor_property_list(Properties...) -> accessor_property_list<Properties...>;

namespace property {
struct no_alias {
	template <bool = true>
	struct instance : detail::property_base {};
};
struct no_offset {
	template <bool = true>
	struct instance : detail::property_base {};
};
}
inline const property::no_alias::instance<> no_alias;
inline const property::no_offset::instance<> no_offset;

}

namespace sycl::ext::intel {

namespace property {
struct buffer_location {
	template <int Number>
	struct instance : detail::property_base {
		static constexpr int get_location() { return Number; }
	};
};
}
template <int Number>
inline const property::buffer_location::instance<Number> buffer_location;

}

#endif
