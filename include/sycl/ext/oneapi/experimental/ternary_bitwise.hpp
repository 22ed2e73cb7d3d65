/* ternary_bitwise: any bit operation of three integers, by its result for 0xaa, 0xcc and 0xf0. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_TERNARY_BITWISE_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_TERNARY_BITWISE_HPP

#include <cstdint>

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/math.hpp>

namespace sycl::ext::oneapi::experimental {

template <std::uint8_t Index, typename T, typename std::enable_if<std::is_integral_v<detail::element_type<T>>, int>::type = 0>
T ternary_bitwise(T a, T b, T c)
{
	T result = a ^ a;

	if constexpr (Index & 0x01)
		result |= ~a & ~b & ~c;
	if constexpr (Index & 0x02)
		result |= a & ~b & ~c;
	if constexpr (Index & 0x04)
		result |= ~a & b & ~c;
	if constexpr (Index & 0x08)
		result |= a & b & ~c;
	if constexpr (Index & 0x10)
		result |= ~a & ~b & c;
	if constexpr (Index & 0x20)
		result |= a & ~b & c;
	if constexpr (Index & 0x40)
		result |= ~a & b & c;
	if constexpr (Index & 0x80)
		result |= a & b & c;
	return result;
}

}

#endif
