/* sycl_khr_free_function_commands: commands as functions, which make an event only when asked for one. */
#ifndef SYCL_KHR_FREE_FUNCTION_COMMANDS_HPP
#define SYCL_KHR_FREE_FUNCTION_COMMANDS_HPP

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include <sycl/ext/oneapi/experimental/enqueue_functions.hpp>
#include <sycl/handler.hpp>
#include <sycl/khr/requirements.hpp>
#include <sycl/queue.hpp>
#include <sycl/khr/split_headers/version.hpp>

namespace sycl::detail {

/* In a template of Later: nd_range is instantiated for the callers only. */
template <typename Later, int Dimensions>
nd_range<Dimensions> sizes_for(const range<Dimensions> &size, const range<Dimensions> &local)
{
	return nd_range<Dimensions>(size, local);
}

/* What takes a command: the group, or a copy of the queue. */
inline handler &taker(handler &h) { return h; }
inline queue taker(const queue &q) { return q; }
template <typename To>
using taker_of = decltype(detail::taker(std::declval<To &>()));

template <typename T>
void require_accessor(handler &, const T &)
{
}
template <typename T, int Dimensions, access_mode Mode, target Target, access::placeholder Placeholder, typename Properties>
void require_accessor(handler &h, const accessor<T, Dimensions, Mode, Target, Placeholder, Properties> &accessor)
{
	h.require(accessor);
}

}

namespace sycl::khr {

template <typename Group>
event submit_tracked(queue q, Group &&group)
{
	return q.submit([&](handler &h) { group(h); });
}
template <typename Group>
void submit(queue q, Group &&group)
{
	q.submit([&](handler &h) { group(h); });
}

/* --- kernels: to a command group or to a queue; sizes may be in braces --- */

#define SYCL_CC_LAUNCH(DIMENSIONS)                                                                                     \
	template <typename To, typename Function, typename = detail::taker_of<To>>                                     \
	void launch(To &&to, range<DIMENSIONS> size, const Function &f)                                                \
	{                                                                                                              \
		detail::taker(to).parallel_for(size, f);                                                               \
	}                                                                                                              \
	template <typename To, typename Function, typename... Reductions, typename = detail::taker_of<To>,             \
		typename std::enable_if<!detail::is_requirements<Function>, int>::type = 0>                            \
	void launch_reduce(To &&to, range<DIMENSIONS> size, const Function &f, Reductions &&...reductions)             \
	{                                                                                                              \
		detail::taker(to).parallel_for(size, reductions..., f);                                                \
	}                                                                                                              \
	template <typename To, typename Function, typename = detail::taker_of<To>>                                     \
	void launch_grouped(To &&to, range<DIMENSIONS> size, range<DIMENSIONS> local, const Function &f)               \
	{                                                                                                              \
		detail::taker(to).parallel_for(detail::sizes_for<Function>(size, local), f);                           \
	}                                                                                                              \
	template <typename To, typename Function, typename... Reductions, typename = detail::taker_of<To>,             \
		typename std::enable_if<!detail::is_requirements<Function>, int>::type = 0>                            \
	void launch_grouped_reduce(To &&to, range<DIMENSIONS> size, range<DIMENSIONS> local, const Function &f, Reductions &&...reductions) \
	{                                                                                                              \
		detail::taker(to).parallel_for(detail::sizes_for<Function>(size, local), reductions..., f);            \
	}
SYCL_CC_LAUNCH(1)
SYCL_CC_LAUNCH(2)
SYCL_CC_LAUNCH(3)
#undef SYCL_CC_LAUNCH

/* Kernel objects, with the arguments that handler::set_args() gets. */
#define SYCL_CC_LAUNCH_OBJECT(DIMENSIONS)                                                                              \
	template <typename To, typename... Args, typename = detail::taker_of<To>>                                      \
	void launch(To &&to, range<DIMENSIONS> size, const kernel &object, Args &&...args)                             \
	{                                                                                                              \
		ext::oneapi::experimental::parallel_for(detail::taker(to), size, object, std::forward<Args>(args)...); \
	}                                                                                                              \
	template <typename To, typename... Args, typename = detail::taker_of<To>>                                      \
	void launch_grouped(To &&to, range<DIMENSIONS> size, range<DIMENSIONS> local, const kernel &object, Args &&...args) \
	{                                                                                                              \
		ext::oneapi::experimental::nd_launch(detail::taker(to), detail::sizes_for<To>(size, local), object, std::forward<Args>(args)...); \
	}
SYCL_CC_LAUNCH_OBJECT(1)
SYCL_CC_LAUNCH_OBJECT(2)
SYCL_CC_LAUNCH_OBJECT(3)
#undef SYCL_CC_LAUNCH_OBJECT
template <typename... Args>
void launch_task(handler &h, const kernel &object, Args &&...args)
{
	ext::oneapi::experimental::single_task(h, object, std::forward<Args>(args)...);
}
template <typename... Args>
void launch_task(queue q, const kernel &object, Args &&...args)
{
	ext::oneapi::experimental::single_task(q, object, std::forward<Args>(args)...);
}

template <typename Function>
void launch_task(handler &h, const Function &f)
{
	h.single_task(f);
}
template <typename Function>
void launch_task(queue q, const Function &f)
{
	q.single_task(f);
}

/* --- memory: pointers and accessors --- */

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
template <typename From, typename To>
void copy(handler &h, From from, To to)
{
	h.copy(from, to);
}
template <typename From, typename To>
void copy(queue q, From from, To to)
{
	q.submit([&](handler &h) {
		detail::require_accessor(h, from);
		detail::require_accessor(h, to);
		h.copy(from, to);
	});
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
template <typename T, int Dimensions, access_mode Mode>
void fill(handler &h, accessor<T, Dimensions, Mode, target::device> to, const T &value)
{
	h.fill(to, value);
}
template <typename T, int Dimensions, access_mode Mode>
void fill(queue q, accessor<T, Dimensions, Mode, target::device> to, const T &value)
{
	q.submit([&](handler &h) {
		h.require(to);
		h.fill(to, value);
	});
}
template <typename T, int Dimensions, access_mode Mode>
void update_host(handler &h, accessor<T, Dimensions, Mode, target::device> accessor)
{
	h.update_host(accessor);
}
template <typename T, int Dimensions, access_mode Mode>
void update_host(queue q, accessor<T, Dimensions, Mode, target::device> accessor)
{
	q.submit([&](handler &h) {
		h.require(accessor);
		h.update_host(accessor);
	});
}
SYCL_CC_ON_DEMAND
void prefetch(handler &h, void *p, std::size_t size) { h.prefetch(p, size); }
SYCL_CC_ON_DEMAND
void prefetch(queue q, void *p, std::size_t size) { q.prefetch(p, size); }
SYCL_CC_ON_DEMAND
void mem_advise(handler &h, void *p, std::size_t size, int advice) { h.mem_advise(p, size, advice); }
SYCL_CC_ON_DEMAND
void mem_advise(queue q, void *p, std::size_t size, int advice) { q.mem_advise(p, size, advice); }

/* --- barriers --- */

SYCL_CC_ON_DEMAND
void command_barrier(handler &h) { h.ext_oneapi_barrier(); }
SYCL_CC_ON_DEMAND
void command_barrier(queue q) { q.ext_oneapi_submit_barrier(); }
template <typename List = std::vector<event>, typename detail::if_vector<List, event>::type = 0>
void event_barrier(handler &h, const List &events)
{
	h.ext_oneapi_barrier(events);
}
template <typename List = std::vector<event>, typename detail::if_vector<List, event>::type = 0>
void event_barrier(queue q, const List &events)
{
	q.ext_oneapi_submit_barrier(events);
}

}

#endif
