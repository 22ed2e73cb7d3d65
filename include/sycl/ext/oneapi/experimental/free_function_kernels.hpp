/*
 * Functions that are kernels.  A function becomes one where the program names it as
 * the template argument of kernel_function or get_kernel_id: these make a function
 * object that holds its parameters, and calls it.  One kernel serves single_task() and
 * ranges of work-groups of all dimensions.
 */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_FREE_FUNCTION_KERNELS_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_FREE_FUNCTION_KERNELS_HPP

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include <sycl/ext/oneapi/device_global/device_global.hpp>
#include <sycl/ext/oneapi/experimental/enqueue_functions.hpp>
#include <sycl/ext/oneapi/experimental/work_group_scratch_memory.hpp>
#include <sycl/ext/oneapi/free_function_kernel_properties.hpp>
#include <sycl/kernel_bundle.hpp>
#include <sycl/khr/split_headers/version.hpp>

namespace sycl::ext::oneapi::experimental {

template <auto *Func>
struct kernel_function_s {};
template <auto *Func>
inline constexpr kernel_function_s<Func> kernel_function;

}

namespace sycl::detail {

/* Where parameters are, each at its alignment, as packed_arguments has them. */
template <typename... Parameters>
struct parameter_layout {
	/* The last offset is that of the scratch memory's place. */
	std::size_t offset[sizeof...(Parameters) + 1] = {}, alignment = alignof(std::uint32_t), whole = 0;

	constexpr parameter_layout()
	{
		const std::size_t sizes[] = { sizeof(Parameters)..., 0 }, alignments[] = { alignof(Parameters)..., 1 };
		std::size_t end = 0;

		for (std::size_t i = 0; i < sizeof...(Parameters); i++) {
			offset[i] = (end + alignments[i] - 1) / alignments[i] * alignments[i];
			end = offset[i] + sizes[i];
			alignment = alignments[i] > alignment ? alignments[i] : alignment;
		}
		offset[sizeof...(Parameters)] = (end + sizeof(std::uint32_t) - 1) / sizeof(std::uint32_t) * sizeof(std::uint32_t);
		end = offset[sizeof...(Parameters)] + sizeof(std::uint32_t);
		whole = (end + alignment - 1) / alignment * alignment;
	}
};

template <auto *Func, typename Function = std::remove_pointer_t<decltype(Func)>>
class free_function {
	static_assert(std::is_function_v<Function>, "a kernel is a function that returns void, without further parameters (...)");
};

template <auto *Func, typename... Parameters>
class free_function<Func, void(Parameters...)> {
	static_assert((!std::is_reference_v<Parameters> && ...), "a function that is a kernel has no references as parameters");
	static constexpr parameter_layout<Parameters...> layout{};

public:
	static constexpr kernel_parameters parameters = { sizeof...(Parameters), layout.offset, nullptr, layout.whole };

	/* With arguments that are converted. */
	template <typename... Args>
	static free_function make(Args &&...arguments)
	{
		return free_function(static_cast<Parameters>(std::forward<Args>(arguments))...);
	}
	explicit free_function(const Parameters &...arguments) { put(std::index_sequence_for<Parameters...>(), arguments...); }
	template <int Dimensions>
	SYCL_CC_WRAPPER SYCL_CC_INLINE void operator()(nd_item<Dimensions>) const
	{
		scratch_offset = *reinterpret_cast<const std::uint32_t *>(bytes_ + layout.offset[sizeof...(Parameters)]);
		call(std::index_sequence_for<Parameters...>());
	}

private:
	template <std::size_t... Index>
	void put(std::index_sequence<Index...>, const Parameters &...arguments)
	{
		(std::memcpy(bytes_ + layout.offset[Index], static_cast<const void *>(std::addressof(arguments)), sizeof arguments), ...);
	}
	template <std::size_t... Index>
	SYCL_CC_WRAPPER SYCL_CC_INLINE void call(std::index_sequence<Index...>) const
	{
		Func(*reinterpret_cast<const Parameters *>(bytes_ + layout.offset[Index])...);
	}

	alignas(layout.alignment) unsigned char bytes_[layout.whole] = {};
};

template <auto *Func, typename Function>
inline constexpr bool is_free_function<free_function<Func, Function>> = true;

/* The device pass makes a kernel of the function object, which needs no launch. */
template <typename Object>
const char *free_function_symbol()
{
#ifdef SYCL_CC_DEVICE
	emit_kernel<SYCL_RT_KIND_ND_RANGE, 1, void, Object>(*static_cast<const Object *>(nullptr));
#endif
	return kernel_symbol<Object>();
}

/* A row for the list of a text's kernels: the class of the object is the text's own, so that two texts may have kernels of one name. */
template <typename Object>
sycl_rt_text_kernel text_kernel(const char *name)
{
	return { name, free_function_symbol<Object>(), SYCL_CC_UNIT, &Object::parameters };
}

template <typename T, typename List>
constexpr std::size_t size_of_global(const kp::device_global<T, List> &)
{
	return sizeof(T);
}
/* The same of a device_global. */
template <auto *Global>
sycl_rt_text_kernel text_global_row(const char *name)
{
	static const text_global facts = { size_of_global(*Global), [](const sycl_rt_device *device) {
		return device_global_access::address(device, *Global, 0, size_of_global(*Global));
	} };

	return { name, nullptr, nullptr, &facts };
}

}

namespace sycl::ext::oneapi::experimental {

template <auto *Func>
kernel_id get_kernel_id()
{
	return kernel_id(detail::free_function_symbol<detail::free_function<Func>>(), SYCL_CC_UNIT, &detail::free_function<Func>::parameters);
}
template <auto *Func, bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &context)
{
	return sycl::get_kernel_bundle<State>(context, std::vector<kernel_id>{ experimental::get_kernel_id<Func>() });
}
template <auto *Func, bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &context, const std::vector<device> &devices)
{
	return sycl::get_kernel_bundle<State>(context, devices, std::vector<kernel_id>{ experimental::get_kernel_id<Func>() });
}
template <auto *Func, bundle_state State>
bool has_kernel_bundle(const context &context)
{
	return sycl::has_kernel_bundle<State>(context, std::vector<kernel_id>{ experimental::get_kernel_id<Func>() });
}
template <auto *Func, bundle_state State>
bool has_kernel_bundle(const context &context, const std::vector<device> &devices)
{
	return sycl::has_kernel_bundle<State>(context, devices, std::vector<kernel_id>{ experimental::get_kernel_id<Func>() });
}
template <auto *Func>
bool is_compatible(const device &device)
{
	return detail::can_run(device, experimental::get_kernel_id<Func>());
}

template <auto *Func, typename Param>
typename Param::return_type get_kernel_info(const context &context)
{
	return experimental::get_kernel_bundle<Func, bundle_state::executable>(context).template ext_oneapi_get_kernel<Func>()
		.template get_info<Param>();
}
template <auto *Func, typename Param>
typename Param::return_type get_kernel_info(const context &context, const device &device)
{
	return experimental::get_kernel_bundle<Func, bundle_state::executable>(context, { device })
		.template ext_oneapi_get_kernel<Func>().template get_info<Param>(device);
}
template <auto *Func, typename Param>
typename Param::return_type get_kernel_info(const queue &q)
{
	return experimental::get_kernel_info<Func, Param>(q.get_context(), q.get_device());
}

/* --- launches: the arguments are converted to the types of the parameters --- */

template <auto *Func, typename... Args, typename = typename std::enable_if<std::is_invocable_v<decltype(Func), Args...>>::type>
void single_task(handler &h, kernel_function_s<Func>, Args &&...args)
{
	h.detail_launch<SYCL_RT_KIND_ND_RANGE, 1, void>({ range<1>(1), range<1>(1), id<1>() },
		detail::free_function<Func>::make(std::forward<Args>(args)...));
}
template <auto *Func, typename... Args, typename = typename std::enable_if<std::is_invocable_v<decltype(Func), Args...>>::type>
void single_task(queue q, kernel_function_s<Func> function, Args &&...args)
{
	q.submit([&](handler &h) { experimental::single_task(h, function, std::forward<Args>(args)...); });
}
template <auto *Func, int Dimensions, typename... Args, typename = typename std::enable_if<std::is_invocable_v<decltype(Func), Args...>>::type>
void nd_launch(handler &h, nd_range<Dimensions> size, kernel_function_s<Func>, Args &&...args)
{
	h.detail_launch<SYCL_RT_KIND_ND_RANGE, Dimensions, void>({ size.get_global_range(), size.get_local_range(), size.get_offset() },
		detail::free_function<Func>::make(std::forward<Args>(args)...));
}
template <auto *Func, int Dimensions, typename... Args, typename = typename std::enable_if<std::is_invocable_v<decltype(Func), Args...>>::type>
void nd_launch(queue q, nd_range<Dimensions> size, kernel_function_s<Func> function, Args &&...args)
{
	q.submit([&](handler &h) { experimental::nd_launch(h, size, function, std::forward<Args>(args)...); });
}
template <auto *Func, int Dimensions, typename Properties, typename... Args,
	typename = typename std::enable_if<std::is_invocable_v<decltype(Func), Args...>>::type>
void nd_launch(handler &h, launch_config<nd_range<Dimensions>, Properties> config, kernel_function_s<Func>, Args &&...args)
{
	h.parallel_for(config.detail_range(), config.detail_properties(), detail::free_function<Func>::make(std::forward<Args>(args)...));
}
template <auto *Func, int Dimensions, typename Properties, typename... Args,
	typename = typename std::enable_if<std::is_invocable_v<decltype(Func), Args...>>::type>
void nd_launch(queue q, launch_config<nd_range<Dimensions>, Properties> config, kernel_function_s<Func> function, Args &&...args)
{
	q.submit([&](handler &h) { experimental::nd_launch(h, config, function, std::forward<Args>(args)...); });
}

}

#endif
