/* sycl::is_device_copyable: types that kernels may capture and buffers may hold. */
#ifndef SYCL_TYPE_TRAITS_HPP
#define SYCL_TYPE_TRAITS_HPP

#include <array>
#include <tuple>
#include <type_traits>
#include <utility>

/* Their headers cost more than their names. */
namespace std {
template <typename>
class optional;
template <typename...>
class variant;
}

namespace sycl {

template <typename T, std::size_t Count>
class marray;

/* Programs specialise it for types that can be copied bytewise without being trivially copyable. */
template <typename T>
struct is_device_copyable : std::is_trivially_copyable<T> {};
template <typename T>
struct is_device_copyable<const T> : is_device_copyable<T> {};
template <typename T>
struct is_device_copyable<volatile T> : is_device_copyable<T> {};
template <typename T>
struct is_device_copyable<const volatile T> : is_device_copyable<T> {};
template <typename T, std::size_t Count>
struct is_device_copyable<std::array<T, Count>> : is_device_copyable<T> {};
template <typename T>
struct is_device_copyable<std::array<T, 0>> : std::true_type {};
template <typename T, std::size_t Count>
struct is_device_copyable<T[Count]> : is_device_copyable<T> {};
template <typename T, std::size_t Count>
struct is_device_copyable<const T[Count]> : is_device_copyable<T> {};
template <typename T, std::size_t Count>
struct is_device_copyable<volatile T[Count]> : is_device_copyable<T> {};
template <typename T, std::size_t Count>
struct is_device_copyable<const volatile T[Count]> : is_device_copyable<T> {};
template <typename T>
struct is_device_copyable<std::optional<T>> : is_device_copyable<T> {};
template <typename... T>
struct is_device_copyable<std::variant<T...>> : std::bool_constant<(is_device_copyable<T>::value && ...)> {};
template <typename First, typename Second>
struct is_device_copyable<std::pair<First, Second>> : std::bool_constant<is_device_copyable<First>::value && is_device_copyable<Second>::value> {};
template <typename... T>
struct is_device_copyable<std::tuple<T...>> : std::bool_constant<(is_device_copyable<T>::value && ...)> {};
template <typename T, std::size_t Count>
struct is_device_copyable<marray<T, Count>> : is_device_copyable<T> {};
template <typename T>
inline constexpr bool is_device_copyable_v = is_device_copyable<T>::value;

}

#endif
