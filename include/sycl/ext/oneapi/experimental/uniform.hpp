/* uniform: a program's promise that a value is the same for all work-items of a sub-group.  No image needs it. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_UNIFORM_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_UNIFORM_HPP

#include <type_traits>

#include <sycl/group.hpp>
#include <sycl/item.hpp>
#include <sycl/khr/split_headers/version.hpp>
#include <sycl/nd_item.hpp>
#include <sycl/nd_range.hpp>
#include <sycl/sub_group.hpp>

namespace sycl::detail {

/* Objects that are another one for each work-item, or for each work-group. */
template <typename T>
inline constexpr bool differs_by_item = std::is_same_v<T, sub_group>;
template <int Dimensions, bool WithOffset>
inline constexpr bool differs_by_item<item<Dimensions, WithOffset>> = true;
template <int Dimensions>
inline constexpr bool differs_by_item<nd_item<Dimensions>> = true;
template <int Dimensions>
inline constexpr bool differs_by_item<h_item<Dimensions>> = true;
template <int Dimensions>
inline constexpr bool differs_by_item<group<Dimensions>> = true;
template <int Dimensions>
inline constexpr bool differs_by_item<nd_range<Dimensions>> = true;

}

namespace sycl::ext::oneapi::experimental {

template <class T>
class uniform {
	static_assert(!detail::differs_by_item<std::remove_cv_t<T>>, "an object of that class is not the same for all work-items");

public:
	explicit uniform(T value) noexcept : value_(value) {}
	operator const T() const { return value_; }

	uniform(const uniform &) = default;
	uniform &operator=(const uniform &) = delete;
	uniform &operator+=(const T &) = delete;
	uniform &operator-=(const T &) = delete;
	uniform &operator*=(const T &) = delete;
	uniform &operator/=(const T &) = delete;
	uniform &operator%=(const T &) = delete;
	uniform &operator&=(const T &) = delete;
	uniform &operator|=(const T &) = delete;
	uniform &operator^=(const T &) = delete;
	uniform &operator<<=(const T &) = delete;
	uniform &operator>>=(const T &) = delete;
	uniform &operator++() = delete;
	uniform &operator++(int) = delete;
	uniform &operator--() = delete;
	uniform &operator--(int) = delete;

private:
	T value_;
};

}

#endif
