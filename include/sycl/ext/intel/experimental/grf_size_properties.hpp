/* Properties of kernels for Intel's GPUs that say how many registers a thread has; the images of other devices do without. */
#ifndef SYCL_EXT_INTEL_EXPERIMENTAL_GRF_SIZE_PROPERTIES_HPP
#define SYCL_EXT_INTEL_EXPERIMENTAL_GRF_SIZE_PROPERTIES_HPP

#include <sycl/ext/oneapi/properties/properties.hpp>
#include <sycl/khr/split_headers/version.hpp>

namespace sycl::ext::intel::experimental {

struct grf_size_key {
	template <unsigned Size>
	using value_t = oneapi::experimental::property_value<grf_size_key, std::integral_constant<unsigned, Size>>;
};
struct grf_size_automatic_key {
	using value_t = oneapi::experimental::property_value<grf_size_automatic_key>;
};
template <unsigned Size>
inline constexpr grf_size_key::value_t<Size> grf_size;
inline constexpr grf_size_automatic_key::value_t grf_size_automatic;

/* The same by the names that do not speak of hardware. */
struct maximum_registers_key {
	template <unsigned Size>
	using value_t = oneapi::experimental::property_value<maximum_registers_key, std::integral_constant<unsigned, Size>>;
};
struct maximum_registers_automatic_key {
	using value_t = oneapi::experimental::property_value<maximum_registers_automatic_key>;
};
template <unsigned Size>
inline constexpr maximum_registers_key::value_t<Size> maximum_registers;
inline constexpr maximum_registers_automatic_key::value_t maximum_registers_automatic;

}

namespace sycl::ext::oneapi::experimental {

template <>
struct is_property_key<intel::experimental::grf_size_key> : std::true_type {};
template <>
struct is_property_key<intel::experimental::grf_size_automatic_key> : std::true_type {};
template <>
struct is_property_key<intel::experimental::maximum_registers_key> : std::true_type {};
template <>
struct is_property_key<intel::experimental::maximum_registers_automatic_key> : std::true_type {};

}

#endif
