/* The program's own memory as memory of USM, while it is registered. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_REGISTER_HOST_MEMORY_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_REGISTER_HOST_MEMORY_HPP

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <sycl/device.hpp>
#include <sycl/ext/oneapi/properties/properties.hpp>
#include <sycl/khr/split_headers/version.hpp>

namespace sycl::ext::oneapi::experimental {

/* Kernels do not write to the memory. */
struct read_only_key {
	using value_t = property_value<read_only_key>;
};
inline constexpr read_only_key::value_t read_only;
template <>
struct is_property_key<read_only_key> : std::true_type {};

}

namespace sycl::detail {

template <typename T>
inline constexpr bool registers = std::is_same_v<T, ext::oneapi::experimental::read_only_key::value_t>
	|| std::is_same_v<T, ext::oneapi::experimental::empty_properties_t>
	|| std::is_same_v<T, decltype(ext::oneapi::experimental::properties{ ext::oneapi::experimental::read_only })>;

SYCL_CC_ON_DEMAND
void need_registering(const context &context)
{
	for (const device &one : context.detail_devices())
		if (!one.has(aspect::ext_oneapi_register_host_memory))
			refuse(errc::feature_not_supported, "a device of the context does not take memory of the program");
}

}

namespace sycl::ext::oneapi::experimental {

template <typename Properties = empty_properties_t, typename std::enable_if<detail::registers<Properties>, int>::type = 0>
void register_host_memory(void *p, std::size_t size, const context &context, Properties = {})
{
	const std::size_t page = sycl_rt_virtual_granularity();
	const std::uintptr_t first = reinterpret_cast<std::uintptr_t>(p);

	detail::need_registering(context);
	if (!p || !size || first % page || size % page || first + size < first)
		detail::refuse(errc::invalid, "memory is registered in whole pages, which have addresses");
	detail::check_status(sycl_rt_memory_register(context.detail_devices()[0].detail_get(), p, size));
}
SYCL_CC_ON_DEMAND
void unregister_host_memory(void *p, const context &context)
{
	detail::need_registering(context);
	detail::check_status(sycl_rt_memory_unregister(p));
}

}

#endif
