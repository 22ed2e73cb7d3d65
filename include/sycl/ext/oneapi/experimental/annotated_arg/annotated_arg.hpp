/* annotated_arg: a kernel argument with properties, used as the value that it is. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_ANNOTATED_ARG_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_ANNOTATED_ARG_HPP

#include <type_traits>
#include <utility>

#include <sycl/ext/oneapi/experimental/annotated_arg/properties.hpp>

namespace sycl::ext::oneapi::experimental {

template <typename T, typename List = empty_properties_t>
class annotated_arg : public detail::annotated<List> {
public:
	annotated_arg() noexcept = default;
	/* Nothing is deduced from the list. */
	annotated_arg(const T &value, const std::enable_if_t<true, List> & = {}) noexcept : value_(value) {}
	template <typename... Values, typename detail::if_values<Values...>::type = 0>
	annotated_arg(const T &value, Values...) noexcept : value_(value)
	{
		static_assert(std::is_same_v<detail::list_of<Values...>, List>, "the properties are those of the type");
	}
	template <typename Other, typename OtherList, typename std::enable_if<std::is_convertible_v<Other, T>, int>::type = 0>
	explicit annotated_arg(const annotated_arg<Other, OtherList> &other) noexcept : value_(static_cast<const Other &>(other)) {}
	/* The properties are those of both. */
	template <typename Other, typename OtherList, typename... Values, typename std::enable_if<std::is_convertible_v<Other, T>, int>::type = 0>
	explicit annotated_arg(const annotated_arg<Other, OtherList> &other, const properties<detail::property_values<Values...>> &) noexcept
		: value_(static_cast<const Other &>(other))
	{
		static_assert(std::is_same_v<List, detail::joined_lists<OtherList, properties<detail::property_values<Values...>>>>,
			"the properties are those of both");
	}
	annotated_arg(const annotated_arg &) = default;
	annotated_arg &operator=(const annotated_arg &) = default;

	operator T &() noexcept { return value_; }
	operator const T &() const noexcept { return value_; }
	template <typename Own = T>
	decltype(auto) operator[](std::ptrdiff_t i) const
	{
		return static_cast<const Own &>(value_)[static_cast<std::conditional_t<std::is_pointer_v<Own>, std::ptrdiff_t, std::size_t>>(i)];
	}
	template <typename Own = T, typename std::enable_if<std::is_pointer_v<Own>, int>::type = 0>
	Own operator->() const noexcept
	{
		return value_;
	}

private:
	T value_;
};

template <typename T, typename... Values, typename detail::if_values<Values...>::type = 0>
annotated_arg(T, Values...) -> annotated_arg<T, detail::list_of<Values...>>;
template <typename T, typename... Values>
annotated_arg(T, properties<detail::property_values<Values...>>) -> annotated_arg<T, properties<detail::property_values<Values...>>>;
template <typename T>
annotated_arg(T) -> annotated_arg<T>;
template <typename T, typename List, typename... Values>
annotated_arg(annotated_arg<T, List>, properties<detail::property_values<Values...>>)
	-> annotated_arg<T, detail::joined_lists<List, properties<detail::property_values<Values...>>>>;

}

#endif
