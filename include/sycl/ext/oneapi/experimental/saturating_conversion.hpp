/* Floats as bytes: the nearest integer, ties to even, within the range of the byte; 0 of NaN.  Also four in a word. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_SATURATING_CONVERSION_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_SATURATING_CONVERSION_HPP

#include <cstdint>

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/math.hpp>
#include <sycl/vec.hpp>

namespace sycl::detail {

template <typename T>
T saturated(float x, float least, float greatest)
{
	return sycl::isnan(x) ? T(0) : static_cast<T>(sycl::rint(x < least ? least : x > greatest ? greatest : x));
}

}

namespace sycl::ext::oneapi::experimental {

inline std::int8_t float_to_int8_rn(float x) { return detail::saturated<std::int8_t>(x, -128, 127); }
inline std::uint8_t float_to_uint8_rn(float x) { return detail::saturated<std::uint8_t>(x, 0, 255); }
inline std::uint32_t float4_to_uint8x4_rn(vec<float, 4> v)
{
	std::uint32_t word = 0;

	for (int i = 0; i < 4; i++)
		word |= static_cast<std::uint32_t>(experimental::float_to_uint8_rn(v[i])) << 8 * i;
	return word;
}
inline std::int32_t float4_to_int8x4_rn(vec<float, 4> v)
{
	std::uint32_t word = 0;

	for (int i = 0; i < 4; i++)
		word |= static_cast<std::uint32_t>(static_cast<std::uint8_t>(experimental::float_to_int8_rn(v[i]))) << 8 * i;
	return static_cast<std::int32_t>(word);
}

}

#endif
