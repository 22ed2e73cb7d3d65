/* Function objects of group algorithms and reductions, and their identities. */
#ifndef SYCL_FUNCTIONAL_HPP
#define SYCL_FUNCTIONAL_HPP

#include <limits>
#include <type_traits>

#include <sycl/detail/defines.hpp>
#include <sycl/detail/std_function.hpp>
#include <sycl/half.hpp>

namespace sycl {

template <typename T, int Count>
class vec;
template <typename T, std::size_t Count>
class marray;

template <typename T = void>
using plus = std::plus<T>;
template <typename T = void>
using multiplies = std::multiplies<T>;
template <typename T = void>
using bit_and = std::bit_and<T>;
template <typename T = void>
using bit_or = std::bit_or<T>;
template <typename T = void>
using bit_xor = std::bit_xor<T>;
template <typename T = void>
using logical_and = std::logical_and<T>;
template <typename T = void>
using logical_or = std::logical_or<T>;

namespace detail {

/* The lesser or the greater of two values, the first one if they are equal; of two vecs or marrays each element. */
template <bool Lesser, typename T>
constexpr T either(const T &a, const T &b)
{
	if constexpr (std::is_convertible_v<decltype(a < b), bool>) {
		return (Lesser ? b < a : a < b) ? b : a;
	} else {
		T result = a;
		auto *to = &result[0];
		const auto *from = &b[0];

		for (std::size_t i = 0; i < T::size(); i++)
			to[i] = either<Lesser>(to[i], from[i]);
		return result;
	}
}

}

template <typename T = void>
struct minimum {
	constexpr T operator()(const T &a, const T &b) const { return detail::either<true>(a, b); }
};
template <>
struct minimum<void> {
	using is_transparent = void;

	template <typename First, typename Second>
	constexpr std::common_type_t<First, Second> operator()(const First &a, const Second &b) const
	{
		return detail::either<true, std::common_type_t<First, Second>>(a, b);
	}
};

template <typename T = void>
struct maximum {
	constexpr T operator()(const T &a, const T &b) const { return detail::either<false>(a, b); }
};
template <>
struct maximum<void> {
	using is_transparent = void;

	template <typename First, typename Second>
	constexpr std::common_type_t<First, Second> operator()(const First &a, const Second &b) const
	{
		return detail::either<false, std::common_type_t<First, Second>>(a, b);
	}
};

namespace detail {

/* Is Op the function object Operation for any element type? */
template <typename Op, template <typename> class Operation>
struct is_operation : std::false_type {};
template <typename T, template <typename> class Operation>
struct is_operation<Operation<T>, Operation> : std::true_type {};

template <typename Op>
inline constexpr bool is_plus = is_operation<Op, std::plus>::value;
template <typename Op>
inline constexpr bool is_multiplies = is_operation<Op, std::multiplies>::value;
template <typename Op>
inline constexpr bool is_bit_and = is_operation<Op, std::bit_and>::value;
template <typename Op>
inline constexpr bool is_bit_or = is_operation<Op, std::bit_or>::value;
template <typename Op>
inline constexpr bool is_bit_xor = is_operation<Op, std::bit_xor>::value;
template <typename Op>
inline constexpr bool is_logical_and = is_operation<Op, std::logical_and>::value;
template <typename Op>
inline constexpr bool is_logical_or = is_operation<Op, std::logical_or>::value;
template <typename Op>
inline constexpr bool is_minimum = is_operation<Op, minimum>::value;
template <typename Op>
inline constexpr bool is_maximum = is_operation<Op, maximum>::value;

/*
 * The number type of an identity: the type itself if it is a number, the element
 * of a vec, marray or complex number, void for all other types.  Numbers have a
 * smallest and a largest value, of vecs and marrays each element has; only numbers
 * are true or false.
 */
template <typename T, typename = void>
struct identity_element {
	using type = std::conditional_t<std::is_arithmetic_v<T> || std::is_same_v<T, half>, T, void>;
	static constexpr bool ordered = true, logical = true;
};
template <typename T>
struct identity_element<T, std::void_t<decltype(std::declval<const T &>().imag() + typename T::value_type())>>
	: identity_element<typename T::value_type> {
	static constexpr bool ordered = false, logical = false;
};
template <typename T, int Count>
struct identity_element<vec<T, Count>> : identity_element<T> {
	static constexpr bool logical = false;
};
template <typename T, std::size_t Count>
struct identity_element<marray<T, Count>> : identity_element<T> {
	static constexpr bool logical = false;
};

template <typename Op, typename T>
constexpr bool knows_identity()
{
	using element = typename identity_element<T>::type;

	if constexpr (std::is_void_v<element>)
		return false;
	else if constexpr (is_minimum<Op> || is_maximum<Op>)
		return identity_element<T>::ordered;
	else if constexpr (is_logical_and<Op> || is_logical_or<Op>)
		return identity_element<T>::logical;
	else if constexpr (is_bit_and<Op> || is_bit_or<Op> || is_bit_xor<Op>)
		return std::is_integral_v<element>;
	else
		return is_plus<Op> || is_multiplies<Op>;
}

/* Where the compiler takes numbers for finite (-ffast-math), an infinity is undefined behaviour. */
template <typename T>
inline constexpr bool has_infinity = std::numeric_limits<T>::has_infinity && !__FINITE_MATH_ONLY__;

template <typename Op, typename T>
constexpr T identity()
{
	using element = std::conditional_t<knows_identity<Op, T>(), typename identity_element<T>::type, T>;
	using limits = std::numeric_limits<element>;

	if constexpr (is_minimum<Op>)
		return static_cast<T>(has_infinity<element> ? limits::infinity() : (limits::max)());
	else if constexpr (is_maximum<Op>)
		return static_cast<T>(has_infinity<element> ? static_cast<element>(-limits::infinity()) : limits::lowest());
	else if constexpr (is_multiplies<Op> || is_logical_and<Op>)
		return static_cast<T>(1);
	else if constexpr (is_bit_and<Op>)
		return static_cast<T>(-1);	/* all bits, of bool too */
	else
		return static_cast<T>(0);
}

}

template <typename Op, typename T>
struct has_known_identity : std::bool_constant<detail::knows_identity<std::decay_t<Op>, std::decay_t<T>>()> {};
template <typename Op, typename T>
inline constexpr bool has_known_identity_v = has_known_identity<Op, T>::value;

template <typename Op, typename T>
struct known_identity {
	static constexpr std::decay_t<T> value = detail::identity<std::decay_t<Op>, std::decay_t<T>>();
};
template <typename Op, typename T>
inline constexpr std::decay_t<T> known_identity_v = known_identity<Op, T>::value;

/* The same entities, for programs with "using namespace" of both. */
namespace ext::oneapi {
using sycl::bit_and;
using sycl::bit_or;
using sycl::bit_xor;
using sycl::has_known_identity;
using sycl::has_known_identity_v;
using sycl::known_identity;
using sycl::known_identity_v;
using sycl::maximum;
using sycl::minimum;
using sycl::multiplies;
using sycl::plus;
}
/* Older programs' name for it. */
#ifndef ONEAPI
namespace ONEAPI = ext::oneapi;
#endif

}

#endif
