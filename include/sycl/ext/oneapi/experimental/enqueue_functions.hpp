/* Commands as functions of a queue or a command group, which make an event only when asked for one. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_ENQUEUE_FUNCTIONS_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_ENQUEUE_FUNCTIONS_HPP

#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>
#include <vector>

#include <sycl/ext/oneapi/experimental/raw_kernel_arg.hpp>
#include <sycl/ext/oneapi/properties/properties.hpp>
#include <sycl/handler.hpp>
#include <sycl/queue.hpp>
#include <sycl/khr/split_headers/version.hpp>

/* The arguments of a kernel object: each for itself, or a container of raw_kernel_arg. */
namespace sycl::detail {

template <typename T, typename = void>
constexpr bool has_raw_arguments = false;
template <typename T>
constexpr bool has_raw_arguments<T, std::void_t<decltype(std::begin(std::declval<T &>()))>> =
	std::is_same_v<std::remove_cv_t<std::remove_reference_t<decltype(*std::begin(std::declval<T &>()))>>, ext::oneapi::experimental::raw_kernel_arg>;

template <typename... Args>
void set_kernel_args(handler &h, Args &&...args)
{
	[[maybe_unused]] int index = 0;

	if constexpr (sizeof...(Args) == 1 && (has_raw_arguments<Args> && ...))
		for (const ext::oneapi::experimental::raw_kernel_arg &arg : (args, ...))
			h.set_arg(index++, arg);
	else
		(h.set_arg(index++, std::forward<Args>(args)), ...);
}

}

namespace sycl::ext::oneapi::experimental {

/* The size of a launch, and its properties. */
template <typename Range, typename Properties = empty_properties_t>
class launch_config {
public:
	launch_config(Range range, Properties properties = {}) : range_(range), properties_(properties) {}

	/* For these headers only. */
	const Range &detail_range() const { return range_; }
	const Properties &detail_properties() const { return properties_; }

private:
	Range range_;
	Properties properties_;
};

enum class prefetch_type { device, host };

/* --- command groups --- */

template <typename Group>
event submit_with_event(queue q, Group &&group)
{
	return q.submit([&](handler &h) { group(h); });
}
template <typename Properties, typename Group, typename = typename std::enable_if<is_property_list_v<Properties>>::type>
event submit_with_event(queue q, Properties, Group &&group)
{
	return q.submit([&](handler &h) { group(h); });
}
template <typename Group>
void submit(queue q, Group &&group)
{
	submit_with_event(q, group);
}
template <typename Properties, typename Group, typename = typename std::enable_if<is_property_list_v<Properties>>::type>
void submit(queue q, Properties, Group &&group)
{
	submit_with_event(q, group);
}

/* --- kernels: the reductions come after the function object --- */

template <typename Name = void, typename Function>
void single_task(handler &h, const Function &f)
{
	h.template single_task<Name>(f);
}
template <typename Name = void, typename Function>
void single_task(queue q, const Function &f)
{
	q.template single_task<Name>(f);
}

template <typename Name = void, typename Properties, typename Function, typename = typename std::enable_if<is_property_list_v<Properties>>::type>
void single_task(handler &h, Properties properties, const Function &f)
{
	h.template single_task<Name>(properties, f);
}
template <typename Name = void, typename Properties, typename Function, typename = typename std::enable_if<is_property_list_v<Properties>>::type>
void single_task(queue q, Properties properties, const Function &f)
{
	q.template single_task<Name>(properties, f);
}

template <typename Name = void, int Dimensions, typename Function, typename... Reductions>
void parallel_for(handler &h, range<Dimensions> size, const Function &f, Reductions &&...reductions)
{
	h.template parallel_for<Name>(size, reductions..., f);
}
template <typename Name = void, typename Function, typename... Reductions>
void parallel_for(handler &h, range<1> size, const Function &f, Reductions &&...reductions)
{
	h.template parallel_for<Name>(size, reductions..., f);
}
template <typename Name = void, int Dimensions, typename Properties, typename Function, typename... Reductions>
void parallel_for(handler &h, launch_config<range<Dimensions>, Properties> config, const Function &f, Reductions &&...reductions)
{
	h.template parallel_for<Name>(config.detail_range(), config.detail_properties(), reductions..., f);
}
template <typename Name = void, int Dimensions, typename Function, typename... Reductions>
void parallel_for(queue q, range<Dimensions> size, const Function &f, Reductions &&...reductions)
{
	q.submit([&](handler &h) { h.template parallel_for<Name>(size, reductions..., f); });
}
template <typename Name = void, typename Function, typename... Reductions>
void parallel_for(queue q, range<1> size, const Function &f, Reductions &&...reductions)
{
	q.submit([&](handler &h) { h.template parallel_for<Name>(size, reductions..., f); });
}
template <typename Name = void, int Dimensions, typename Properties, typename Function, typename... Reductions>
void parallel_for(queue q, launch_config<range<Dimensions>, Properties> config, const Function &f, Reductions &&...reductions)
{
	q.submit([&](handler &h) {
		h.template parallel_for<Name>(config.detail_range(), config.detail_properties(), reductions..., f);
	});
}

template <typename Name = void, int Dimensions, typename Function, typename... Reductions>
void nd_launch(handler &h, nd_range<Dimensions> size, const Function &f, Reductions &&...reductions)
{
	h.template parallel_for<Name>(size, reductions..., f);
}
template <typename Name = void, int Dimensions, typename Properties, typename Function, typename... Reductions>
void nd_launch(handler &h, launch_config<nd_range<Dimensions>, Properties> config, const Function &f, Reductions &&...reductions)
{
	h.template parallel_for<Name>(config.detail_range(), config.detail_properties(), reductions..., f);
}
template <typename Name = void, int Dimensions, typename Function, typename... Reductions>
void nd_launch(queue q, nd_range<Dimensions> size, const Function &f, Reductions &&...reductions)
{
	q.submit([&](handler &h) { h.template parallel_for<Name>(size, reductions..., f); });
}
template <typename Name = void, int Dimensions, typename Properties, typename Function, typename... Reductions>
void nd_launch(queue q, launch_config<nd_range<Dimensions>, Properties> config, const Function &f, Reductions &&...reductions)
{
	q.submit([&](handler &h) {
		h.template parallel_for<Name>(config.detail_range(), config.detail_properties(), reductions..., f);
	});
}

/* --- kernel objects, with the arguments that handler::set_args() gets, or a container of raw_kernel_arg --- */

template <typename... Args>
void single_task(handler &h, const kernel &object, Args &&...args)
{
	detail::set_kernel_args(h, std::forward<Args>(args)...);
	h.single_task(object);
}
template <typename... Args>
void single_task(queue q, const kernel &object, Args &&...args)
{
	q.submit([&](handler &h) { experimental::single_task(h, object, std::forward<Args>(args)...); });
}
template <int Dimensions, typename... Args>
void parallel_for(handler &h, range<Dimensions> size, const kernel &object, Args &&...args)
{
	detail::set_kernel_args(h, std::forward<Args>(args)...);
	h.parallel_for(size, object);
}
template <int Dimensions, typename... Args>
void parallel_for(queue q, range<Dimensions> size, const kernel &object, Args &&...args)
{
	q.submit([&](handler &h) { experimental::parallel_for(h, size, object, std::forward<Args>(args)...); });
}
template <int Dimensions, typename Properties, typename... Args>
void parallel_for(handler &h, launch_config<range<Dimensions>, Properties> config, const kernel &object, Args &&...args)
{
	detail::set_kernel_args(h, std::forward<Args>(args)...);
	h.parallel_for(config.detail_range(), config.detail_properties(), object);
}
template <int Dimensions, typename Properties, typename... Args>
void parallel_for(queue q, launch_config<range<Dimensions>, Properties> config, const kernel &object, Args &&...args)
{
	q.submit([&](handler &h) { experimental::parallel_for(h, config, object, std::forward<Args>(args)...); });
}
template <int Dimensions, typename... Args>
void nd_launch(handler &h, nd_range<Dimensions> size, const kernel &object, Args &&...args)
{
	detail::set_kernel_args(h, std::forward<Args>(args)...);
	h.parallel_for(size, object);
}
template <int Dimensions, typename... Args>
void nd_launch(queue q, nd_range<Dimensions> size, const kernel &object, Args &&...args)
{
	q.submit([&](handler &h) { experimental::nd_launch(h, size, object, std::forward<Args>(args)...); });
}
template <int Dimensions, typename Properties, typename... Args>
void nd_launch(handler &h, launch_config<nd_range<Dimensions>, Properties> config, const kernel &object, Args &&...args)
{
	detail::set_kernel_args(h, std::forward<Args>(args)...);
	h.parallel_for(config.detail_range(), config.detail_properties(), object);
}
template <int Dimensions, typename Properties, typename... Args>
void nd_launch(queue q, launch_config<nd_range<Dimensions>, Properties> config, const kernel &object, Args &&...args)
{
	q.submit([&](handler &h) { experimental::nd_launch(h, config, object, std::forward<Args>(args)...); });
}

/* --- host tasks --- */

template <typename Function>
void host_task(handler &h, Function &&f)
{
	h.host_task(std::forward<Function>(f));
}
template <typename Function>
void host_task(queue q, Function &&f)
{
	q.submit([&](handler &h) { h.host_task(std::forward<Function>(f)); });
}

/* --- memory --- */

SYCL_CC_ON_DEMAND
void memcpy(handler &h, void *to, const void *from, std::size_t size) { h.memcpy(to, from, size); }
SYCL_CC_ON_DEMAND
void memcpy(queue q, void *to, const void *from, std::size_t size) { q.memcpy(to, from, size); }
template <typename T>
void copy(handler &h, const T *from, T *to, std::size_t n)
{
	h.copy(from, to, n);
}
template <typename T>
void copy(queue q, const T *from, T *to, std::size_t n)
{
	q.copy(from, to, n);
}
SYCL_CC_ON_DEMAND
void memset(handler &h, void *to, int value, std::size_t size) { h.memset(to, value, size); }
SYCL_CC_ON_DEMAND
void memset(queue q, void *to, int value, std::size_t size) { q.memset(to, value, size); }
template <typename T>
void fill(handler &h, T *to, const T &pattern, std::size_t n)
{
	h.fill(to, pattern, n);
}
template <typename T>
void fill(queue q, T *to, const T &pattern, std::size_t n)
{
	q.fill(to, pattern, n);
}
SYCL_CC_ON_DEMAND
void prefetch(handler &h, void *p, std::size_t size, prefetch_type to = prefetch_type::device)
{
	if (detail::same(to, prefetch_type::host))
		h.detail_prefetch_to_host(p, size);
	else
		h.prefetch(p, size);
}
SYCL_CC_ON_DEMAND
void prefetch(queue q, void *p, std::size_t size, prefetch_type to = prefetch_type::device)
{
	q.submit([&](handler &h) { experimental::prefetch(h, p, size, to); });
}
SYCL_CC_ON_DEMAND
void mem_advise(handler &h, void *p, std::size_t size, int advice) { h.mem_advise(p, size, advice); }
SYCL_CC_ON_DEMAND
void mem_advise(queue q, void *p, std::size_t size, int advice) { q.mem_advise(p, size, advice); }

/* --- barriers --- */

SYCL_CC_ON_DEMAND
void barrier(handler &h) { h.ext_oneapi_barrier(); }
SYCL_CC_ON_DEMAND
void barrier(queue q) { q.ext_oneapi_submit_barrier(); }
SYCL_CC_ON_DEMAND
void partial_barrier(handler &h, const std::vector<event> &events)
{
	h.ext_oneapi_barrier(events);
}
SYCL_CC_ON_DEMAND
void partial_barrier(queue q, const std::vector<event> &events)
{
	q.ext_oneapi_submit_barrier(events);
}

}

#endif
