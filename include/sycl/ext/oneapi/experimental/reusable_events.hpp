/* Events that are made before a command and follow one command after the other: make_event, enqueue_signal_event, enqueue_wait_event. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_REUSABLE_EVENTS_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_REUSABLE_EVENTS_HPP

#include <type_traits>
#include <vector>

#include <sycl/ext/oneapi/properties/properties.hpp>
#include <sycl/khr/split_headers/version.hpp>
#include <sycl/queue.hpp>

namespace sycl {

namespace ext::oneapi::experimental {

struct enable_profiling : detail::run_time_property {
	constexpr enable_profiling(bool enable = true) : value(enable) {}

	bool value;
};
using enable_profiling_key = enable_profiling;
inline bool operator==(const enable_profiling &a, const enable_profiling &b) { return a.value == b.value; }
inline bool operator!=(const enable_profiling &a, const enable_profiling &b) { return a.value != b.value; }

}

namespace detail {

struct made_event final : later_state {
	made_event(const sycl::context &c, bool profile) : context(c), profiled(profile) {}

	sycl::context context;
	bool profiled;
};

template <typename Properties>
struct if_event_properties : std::enable_if<std::is_same_v<Properties, kp::enable_profiling> || std::is_same_v<Properties, kp::empty_properties_t>
	|| std::is_same_v<Properties, decltype(kp::properties{ kp::enable_profiling() })>, int> {};

inline bool is_profiled(kp::enable_profiling property) { return property.value; }
template <typename List>
bool is_profiled(const kp::properties<List> &list)
{
	if constexpr (kp::properties<List>::template has_property<kp::enable_profiling>())
		return list.template get_property<kp::enable_profiling>().value;
	else
		return false;
}

SYCL_CC_ON_DEMAND
context context_of(const event &of)
{
	const event_state &state = recorder_access::state(of);
	const later_state *const made = recorder_access::own_state(of).made.get();

	return state.queue ? state.queue->context : made ? static_cast<const made_event *>(made)->context : device().ext_oneapi_get_default_context();
}
/* The event, with its copies, is that of the command from now on. */
inline void follow(const event &made, const event &command)
{
	recorder_access::own_state(command).discarded = false;
	recorder_access::own_state(made).follows = recorder_access::share(command);
}

}

namespace ext::oneapi::experimental {

/* An event of that context, without a command: its status is complete. */
template <typename Properties = empty_properties_t, typename detail::if_event_properties<Properties>::type = 0>
event make_event(const context &context, Properties properties = {})
{
	const bool profiled = detail::is_profiled(properties);
	event made;

	if (profiled)
		for (const device &each : context.get_devices())
			if (!each.has(aspect::ext_oneapi_per_event_profiling))
				detail::refuse(errc::feature_not_supported, "a device of the context takes no times of single events: it lacks aspect::ext_oneapi_per_event_profiling");
	detail::recorder_access::own_state(made).made = detail::shared<detail::later_state>(new detail::made_event(context, profiled));
	return made;
}
template <typename Properties = empty_properties_t, typename detail::if_event_properties<Properties>::type = 0>
event make_event(Properties properties = {})
{
	return experimental::make_event(device().ext_oneapi_get_default_context(), properties);
}

/* Commands that are submitted later begin when these have ended. */
SYCL_CC_ON_DEMAND
void enqueue_wait_event(queue q, const event &awaited) { q.ext_oneapi_submit_barrier(std::vector<event>{ awaited }); }
template <typename List = std::vector<event>, typename detail::if_vector<List, event>::type = 0>
void enqueue_wait_events(queue q, const List &awaited)
{
	q.ext_oneapi_submit_barrier(awaited);
}

/* From now on the event ends when all that was submitted to the queue has. */
SYCL_CC_ON_DEMAND
void enqueue_signal_event(queue q, event &signalled)
{
	const detail::made_event *const made = static_cast<const detail::made_event *>(detail::recorder_access::own_state(signalled).made.get());
	const bool profiled = made && made->profiled;

	if (detail::context_of(signalled) != q.get_context())
		detail::refuse(errc::invalid, "the event is of another context than the queue");
	if (profiled && !q.get_device().has(aspect::ext_oneapi_per_event_profiling))
		detail::refuse(errc::feature_not_supported, "the device takes no times of single events: it lacks aspect::ext_oneapi_per_event_profiling");
	const event tag = q.template detail_tag<>(profiled);

	detail::recorder_access::own_state(tag).is_tag = true;
	detail::follow(signalled, tag);
}

}

}

#endif
