/*
 * What a command of sycl_khr_free_function_commands requires and signals, as one object: accessors, a kernel bundle, events to wait for,
 * and an event that ends with the command.
 */
#ifndef SYCL_KHR_REQUIREMENTS_HPP
#define SYCL_KHR_REQUIREMENTS_HPP

#include <cstddef>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <sycl/ext/oneapi/experimental/enqueue_functions.hpp>
#include <sycl/ext/oneapi/experimental/reusable_events.hpp>
#include <sycl/handler.hpp>
#include <sycl/khr/split_headers/version.hpp>
#include <sycl/kernel_bundle.hpp>
#include <sycl/queue.hpp>

namespace sycl {

namespace khr {

struct signal_event {
	signal_event(const event &e) : value(e) {}

	event value;
};
struct wait_event {
	wait_event(const event &e) : value(e) {}

	event value;
};
struct wait_events {
	wait_events(const std::vector<event> &list) : value(list) {}

	std::vector<event> value;
};

template <typename T>
struct is_requirement : std::false_type {};
template <typename T, int Dimensions, access_mode Mode, target Target, access::placeholder Placeholder, typename Properties>
struct is_requirement<accessor<T, Dimensions, Mode, Target, Placeholder, Properties>> : std::true_type {};
template <>
struct is_requirement<kernel_bundle<bundle_state::executable>> : std::true_type {};
template <>
struct is_requirement<wait_event> : std::true_type {};
template <>
struct is_requirement<wait_events> : std::true_type {};
template <>
struct is_requirement<signal_event> : std::true_type {};
template <typename T>
inline constexpr bool is_requirement_v = is_requirement<T>::value;

}

namespace detail {

/* What one requirement does to a command group; signals come afterwards. */
template <typename T, int Dimensions, access_mode Mode, target Target, access::placeholder Placeholder, typename Properties>
void take_requirement(handler &h, const accessor<T, Dimensions, Mode, Target, Placeholder, Properties> &one)
{
	h.require(one);
}
inline void take_requirement(handler &h, const kernel_bundle<bundle_state::executable> &one) { h.use_kernel_bundle(one); }
inline void take_requirement(handler &h, const khr::wait_event &one) { h.depends_on(one.value); }
inline void take_requirement(handler &h, const khr::wait_events &one) { h.depends_on(one.value); }
inline void take_requirement(handler &, const khr::signal_event &) {}

template <typename T>
void signal_requirement(const event &, const T &)
{
}
inline void signal_requirement(const event &done, const khr::signal_event &one) { follow(one.value, done); }

}

namespace khr {

template <typename... Requirements>
class requirements {
	static_assert((is_requirement_v<Requirements> && ...), "a requirement is an accessor, an executable kernel bundle, wait_event, wait_events or signal_event");
	static_assert((0 + ... + std::is_same_v<Requirements, kernel_bundle<bundle_state::executable>>) <= 1, "requirements have one kernel bundle at most");
	static_assert((0 + ... + (std::is_same_v<Requirements, wait_event> || std::is_same_v<Requirements, wait_events>)) <= 1,
		"requirements have one wait_event or wait_events at most");
	static_assert((0 + ... + std::is_same_v<Requirements, signal_event>) <= 1, "requirements have one signal_event at most");

public:
	requirements(Requirements... values) : values_(std::move(values)...) {}

	/* For these headers only. */
	void detail_take(handler &h) const
	{
		(void)h;
		std::apply([&](const Requirements &...one) { (detail::take_requirement(h, one), ...); }, values_);
	}
	void detail_signal(const event &done) const
	{
		(void)done;
		std::apply([&](const Requirements &...one) { (detail::signal_requirement(done, one), ...); }, values_);
	}

private:
	std::tuple<Requirements...> values_;
};

}

namespace detail {

template <typename T>
inline constexpr bool is_requirements = false;
template <typename... Requirements>
inline constexpr bool is_requirements<khr::requirements<Requirements...>> = true;

/* The command of that group, with its requirements. */
template <typename... Requirements, typename Group>
void submit_required(const queue &q, const khr::requirements<Requirements...> &required, const Group &group)
{
	const event done = detail::copy_of(q).submit([&](handler &h) {
		required.detail_take(h);
		group(h);
	});

	required.detail_signal(done);
}

}

namespace khr {

SYCL_CC_ON_DEMAND
event make_event(const context &context) { return ext::oneapi::experimental::make_event(context); }

/* --- kernels --- */

#define SYCL_CC_LAUNCH(DIMENSIONS)                                                                                                          \
	template <typename To, typename... Requirements, typename Function>                                                                \
	void launch(To &&q, range<DIMENSIONS> size, const requirements<Requirements...> &required, const Function &f)                     \
	{                                                                                                                                   \
		detail::submit_required(q, required, [&](handler &h) { h.parallel_for(size, f); });                                        \
	}                                                                                                                                   \
	template <typename To, typename... Requirements, typename... Args>                                                                 \
	void launch(To &&q, range<DIMENSIONS> size, const requirements<Requirements...> &required, const kernel &object, Args &&...args)  \
	{                                                                                                                                   \
		detail::submit_required(q, required, [&](handler &h) {                                                                     \
			h.set_args(std::forward<Args>(args)...);                                                                           \
			h.parallel_for(size, object);                                                                                      \
		});                                                                                                                        \
	}                                                                                                                                   \
	template <typename To, typename... Requirements, typename Function, typename... Reductions>                                        \
	void launch_reduce(To &&q, range<DIMENSIONS> size, const requirements<Requirements...> &required, const Function &f,              \
		Reductions &&...reductions)                                                                                                \
	{                                                                                                                                   \
		detail::submit_required(q, required, [&](handler &h) { h.parallel_for(size, reductions..., f); });                         \
	}                                                                                                                                   \
	template <typename To, typename... Requirements, typename Function>                                                                \
	void launch_grouped(To &&q, range<DIMENSIONS> size, range<DIMENSIONS> local, const requirements<Requirements...> &required,       \
		const Function &f)                                                                                                         \
	{                                                                                                                                   \
		detail::submit_required(q, required, [&](handler &h) { h.parallel_for(nd_range<DIMENSIONS>(size, local), f); });           \
	}                                                                                                                                   \
	template <typename To, typename... Requirements, typename... Args>                                                                 \
	void launch_grouped(To &&q, range<DIMENSIONS> size, range<DIMENSIONS> local, const requirements<Requirements...> &required,       \
		const kernel &object, Args &&...args)                                                                                      \
	{                                                                                                                                   \
		detail::submit_required(q, required, [&](handler &h) {                                                                     \
			h.set_args(std::forward<Args>(args)...);                                                                           \
			h.parallel_for(nd_range<DIMENSIONS>(size, local), object);                                                         \
		});                                                                                                                        \
	}                                                                                                                                   \
	template <typename To, typename... Requirements, typename Function, typename... Reductions>                                        \
	void launch_grouped_reduce(To &&q, range<DIMENSIONS> size, range<DIMENSIONS> local, const requirements<Requirements...> &required, \
		const Function &f, Reductions &&...reductions)                                                                             \
	{                                                                                                                                   \
		detail::submit_required(q, required, [&](handler &h) { h.parallel_for(nd_range<DIMENSIONS>(size, local), reductions..., f); }); \
	}
SYCL_CC_LAUNCH(1)
SYCL_CC_LAUNCH(2)
SYCL_CC_LAUNCH(3)
#undef SYCL_CC_LAUNCH

template <typename... Requirements, typename Function>
void launch_task(const queue &q, const requirements<Requirements...> &required, const Function &f)
{
	detail::submit_required(q, required, [&](handler &h) { h.single_task(f); });
}
template <typename... Requirements, typename... Args>
void launch_task(const queue &q, const requirements<Requirements...> &required, const kernel &object, Args &&...args)
{
	detail::submit_required(q, required, [&](handler &h) {
		h.set_args(std::forward<Args>(args)...);
		h.single_task(object);
	});
}
template <typename... Requirements, typename Function>
void launch_host(const queue &q, const requirements<Requirements...> &required, Function &&f)
{
	detail::submit_required(q, required, [&](handler &h) { h.host_task(std::forward<Function>(f)); });
}
template <typename Function>
void launch_host(const queue &q, Function &&f)
{
	khr::launch_host(q, requirements<>(), std::forward<Function>(f));
}

/* --- memory --- */

template <typename... Requirements>
void enqueue_memcpy(const queue &q, void *to, const void *from, std::size_t size, const requirements<Requirements...> &required = {})
{
	detail::submit_required(q, required, [&](handler &h) { h.memcpy(to, from, size); });
}
template <typename T, typename... Requirements>
void enqueue_copy(const queue &q, const T *from, T *to, std::size_t n, const requirements<Requirements...> &required = {})
{
	detail::submit_required(q, required, [&](handler &h) { h.copy(from, to, n); });
}
/* One of both is an accessor, or both are. */
template <typename From, typename To, typename... Requirements,
	typename std::enable_if<is_requirement_v<From> || is_requirement_v<To>, int>::type = 0>
void enqueue_copy(const queue &q, From from, To to, const requirements<Requirements...> &required = {})
{
	detail::submit_required(q, required, [&](handler &h) {
		if constexpr (is_requirement_v<From>)
			h.require(from);
		if constexpr (is_requirement_v<To>)
			h.require(to);
		h.copy(from, to);
	});
}
template <typename... Requirements>
void enqueue_memset(const queue &q, void *p, int value, std::size_t size, const requirements<Requirements...> &required = {})
{
	detail::submit_required(q, required, [&](handler &h) { h.memset(p, value, size); });
}
template <typename T, typename... Requirements>
void enqueue_fill(const queue &q, T *p, const T &pattern, std::size_t n, const requirements<Requirements...> &required = {})
{
	detail::submit_required(q, required, [&](handler &h) { h.fill(p, pattern, n); });
}
template <typename T, int Dimensions, access_mode Mode, typename... Requirements>
void enqueue_fill(const queue &q, accessor<T, Dimensions, Mode, target::device> to, const T &value, const requirements<Requirements...> &required = {})
{
	detail::submit_required(q, required, [&](handler &h) {
		h.require(to);
		h.fill(to, value);
	});
}
template <typename T, int Dimensions, access_mode Mode, typename... Requirements>
void enqueue_update_host(const queue &q, accessor<T, Dimensions, Mode, target::device> accessor, const requirements<Requirements...> &required = {})
{
	detail::submit_required(q, required, [&](handler &h) {
		h.require(accessor);
		h.update_host(accessor);
	});
}
template <typename... Requirements>
void enqueue_prefetch(const queue &q, void *p, std::size_t size, const requirements<Requirements...> &required = {})
{
	detail::submit_required(q, required, [&](handler &h) { h.prefetch(p, size); });
}
template <typename... Requirements>
void enqueue_mem_advise(const queue &q, void *p, std::size_t size, int advice, const requirements<Requirements...> &required = {})
{
	detail::submit_required(q, required, [&](handler &h) { h.mem_advise(p, size, advice); });
}

/* --- barriers and events --- */

template <typename... Requirements>
void enqueue_barrier(const queue &q, const requirements<Requirements...> &required = {})
{
	detail::submit_required(q, required, [](handler &h) { h.ext_oneapi_barrier(); });
}
template <typename... Requirements>
void enqueue_signal_event(const queue &q, const event &signalled, const requirements<Requirements...> &required = {})
{
	event own = signalled;

	if constexpr (sizeof...(Requirements) > 0)
		khr::enqueue_barrier(q, required);
	ext::oneapi::experimental::enqueue_signal_event(q, own);
}
template <typename... Requirements>
void enqueue_wait_events(const queue &q, const std::vector<event> &awaited, const requirements<Requirements...> &required = {})
{
	detail::submit_required(q, required, [&](handler &h) { h.ext_oneapi_barrier(awaited); });
}
template <typename... Requirements>
void enqueue_wait_event(const queue &q, const event &awaited, const requirements<Requirements...> &required = {})
{
	khr::enqueue_wait_events(q, std::vector<event>{ awaited }, required);
}

}

}

#endif
