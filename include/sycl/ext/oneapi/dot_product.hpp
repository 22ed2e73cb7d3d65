/* dot_acc: the dot product of four bytes each, and a sum. */
#ifndef SYCL_EXT_ONEAPI_DOT_PRODUCT_HPP
#define SYCL_EXT_ONEAPI_DOT_PRODUCT_HPP

#include <cstdint>
#include <type_traits>

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/vec.hpp>

namespace sycl {

namespace detail {

template <typename T>
inline constexpr bool is_byte_element = std::is_integral_v<T> && sizeof(T) == 1;
template <typename T>
inline constexpr bool is_packed_bytes = std::is_same_v<T, std::int32_t> || std::is_same_v<T, std::uint32_t>;

/* Byte i of a word, by the word's sign. */
template <typename Word>
SYCL_CC_INLINE std::int32_t byte_of(Word word, int i)
{
	const auto bits = static_cast<std::uint8_t>(static_cast<std::uint32_t>(word) >> (8 * i));

	if constexpr (std::is_signed_v<Word>)
		return static_cast<std::int8_t>(bits);
	else
		return bits;
}

}

namespace ext::oneapi {

template <typename First, typename Second, typename std::enable_if<detail::is_byte_element<First> && detail::is_byte_element<Second>, int>::type = 0>
std::int32_t dot_acc(vec<First, 4> a, vec<Second, 4> b, std::int32_t c)
{
	for (int i = 0; i < 4; i++)
		c += static_cast<std::int32_t>(a[i]) * static_cast<std::int32_t>(b[i]);
	return c;
}
template <typename First, typename Second, typename std::enable_if<detail::is_packed_bytes<First> && detail::is_packed_bytes<Second>, int>::type = 0>
std::int32_t dot_acc_4x8packed(First a, Second b, std::int32_t c)
{
	for (int i = 0; i < 4; i++)
		c += detail::byte_of(a, i) * detail::byte_of(b, i);
	return c;
}
/* As the extension's page spells it. */
template <typename First, typename Second, typename std::enable_if<detail::is_packed_bytes<First> && detail::is_packed_bytes<Second>, int>::type = 0>
std::int32_t doc_acc_4x8packed(First a, Second b, std::int32_t c)
{
	return dot_acc_4x8packed(a, b, c);
}
template <typename First, typename Second, typename std::enable_if<detail::is_packed_bytes<First> && detail::is_packed_bytes<Second>, int>::type = 0>
std::int32_t dot_acc(First a, Second b, std::int32_t c)
{
	return dot_acc_4x8packed(a, b, c);
}

}

}

#endif
