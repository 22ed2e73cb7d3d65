/* How a kernel wants an Intel GPU to divide its memory between cache and local memory: a hint without effect. */
#ifndef SYCL_EXT_INTEL_EXPERIMENTAL_KERNEL_EXECUTION_PROPERTIES_HPP
#define SYCL_EXT_INTEL_EXPERIMENTAL_KERNEL_EXECUTION_PROPERTIES_HPP

#include <sycl/ext/oneapi/properties/properties.hpp>
#include <sycl/khr/split_headers/version.hpp>

namespace sycl::ext::intel::experimental {

enum class cache_config_enum { large_slm, large_data };
inline constexpr cache_config_enum large_slm = cache_config_enum::large_slm;
inline constexpr cache_config_enum large_data = cache_config_enum::large_data;

struct cache_config : detail::run_time_property {
	cache_config(cache_config_enum config = cache_config_enum::large_slm) : value(config) {}

	cache_config_enum value;
};
inline bool operator==(const cache_config &a, const cache_config &b) { return a.value == b.value; }
inline bool operator!=(const cache_config &a, const cache_config &b) { return a.value != b.value; }
using cache_config_key = cache_config;

}

#endif
