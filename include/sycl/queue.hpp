/* sycl::queue: where a program submits commands to one device. */
#ifndef SYCL_QUEUE_HPP
#define SYCL_QUEUE_HPP

#include <initializer_list>
#include <optional>
#include <type_traits>
#include <vector>

#include <sycl/device.hpp>
#include <sycl/event.hpp>
#include <sycl/ext/oneapi/queue_properties.hpp>
#include <sycl/handler.hpp>
#include <sycl/khr/properties.hpp>
#include <sycl/property_list.hpp>

namespace sycl {

namespace usm {
enum class alloc : int { host, device, shared, unknown };
}

namespace detail {

/* Events that a command waits for: one, a vector, or several in braces. */
class dependencies {
public:
	dependencies() = default;
	dependencies(const event &event) : first_(&event), n_(1) {}
	template <typename List = std::vector<event>, typename if_vector<List, event>::type = 0>
	dependencies(const List &events) : first_(events.data()), n_(events.size()) {}
	dependencies(std::initializer_list<event> events) : n_(events.size())
	{
		first_ = events.begin();	/* the array lives until the end of the caller's full expression */
	}
	const event *begin() const { return first_; }
	const event *end() const { return first_ + n_; }

private:
	const event *first_ = nullptr;
	std::size_t n_ = 0;
};

/* Hands the errors of host tasks to the handler of the queue, else of its context, else ends the program. */
inline list<std::exception_ptr> take_errors(queue_state &queue)
{
	const std::lock_guard<std::mutex> guard(queue.mutex);

	return std::move(queue.errors);
}

/*
 * A queue object's share of the state.  When the last object is gone the errors that nobody
 * has asked for go to the handler (SYCL 2020, 4.13.1.1); the commands go on.
 */
class queue_share {
public:
	explicit queue_share(queue_state *made) : state_(made) {}
	static queue_share one_more(const shared<queue_state> &state)
	{
		queue_share made(state);

		made.take();
		return made;
	}
	queue_share(const queue_share &other) : state_(other.state_) { take(); }
	queue_share(queue_share &&other) noexcept : state_(other.state_) { take(); }
	queue_share &operator=(const queue_share &other)
	{
		if (state_.get() != other.state_.get()) {
			other.take();
			give();
			state_ = other.state_;
		}
		return *this;
	}
	~queue_share() { give(); }

	queue_state *get() const { return state_.get(); }
	queue_state *operator->() const { return state_.get(); }
	queue_state &operator*() const { return *state_; }
	operator const shared<queue_state> &() const { return state_; }

private:
	explicit queue_share(const shared<queue_state> &state) : state_(state) {}
	void take() const { __atomic_add_fetch(&state_->queues, 1, __ATOMIC_RELAXED); }
	void give()
	{
		if (__atomic_sub_fetch(&state_->queues, 1, __ATOMIC_ACQ_REL) == 0 && state_->may_have_tasks())
			deliver_errors(*state_);
	}

	shared<queue_state> state_;
};

template <typename Selector>
inline constexpr bool is_selector = std::is_invocable_r_v<int, const Selector &, const device &>;
/* What constructors of queues get most, without std::is_invocable. */
template <>
inline constexpr bool is_selector<device> = false;
template <>
inline constexpr bool is_selector<context> = false;
template <>
inline constexpr bool is_selector<async_handler> = false;

}

namespace ext::oneapi::experimental {
enum class queue_state { executing, recording };
}

class queue : public detail::with_properties {
public:
	explicit queue(const property_list &properties = {}) : queue(device(), async_handler(), properties) {}
	explicit queue(const async_handler &handler, const property_list &properties = {}) : queue(device(), handler, properties) {}
	template <typename Selector, typename = typename std::enable_if<detail::is_selector<Selector>>::type>
	explicit queue(const Selector &selector, const property_list &properties = {})
		: queue(device(selector), async_handler(), properties) {}
	template <typename Selector, typename = typename std::enable_if<detail::is_selector<Selector>>::type>
	explicit queue(const Selector &selector, const async_handler &handler, const property_list &properties = {})
		: queue(device(selector), handler, properties) {}
	/* Programs assign selectors of SYCL 1.2.1 to queues. */
	queue(const device_selector &selector) : queue(device(selector), async_handler(), property_list()) {}
	explicit queue(const device &device, const property_list &properties = {}) : queue(device, async_handler(), properties) {}
	explicit queue(const device &device, const async_handler &handler, const property_list &properties = {})
		: queue(context_of(device), device, handler, properties) {}
	template <typename Selector, typename = typename std::enable_if<detail::is_selector<Selector>>::type>
	explicit queue(const context &context, const Selector &selector, const property_list &properties = {})
		: queue(context, device(selector), async_handler(), properties) {}
	template <typename Selector, typename = typename std::enable_if<detail::is_selector<Selector>>::type>
	explicit queue(const context &context, const Selector &selector, const async_handler &handler, const property_list &properties = {})
		: queue(context, device(selector), handler, properties) {}
	explicit queue(const context &context, const device &device, const property_list &properties = {})
		: queue(context, device, async_handler(), properties) {}
	explicit queue(const context &context, const device &device, const async_handler &handler, const property_list &properties = {})
		: detail::with_properties(properties), state_(make_state(context, device, handler, properties)) {}
	/* The same constructors with properties of sycl_khr_properties, one or a list. */
	template <typename Properties, typename detail::if_khr_properties<Properties, queue>::type = 0>
	explicit queue(Properties properties) : queue(detail::khr_queue_properties(properties)) {}
	template <typename Where, typename Properties, typename detail::if_khr_properties<Properties, queue>::type = 0>
	explicit queue(const Where &where, Properties properties) : queue(where, detail::khr_queue_properties(properties)) {}
	template <typename First, typename Second, typename Properties, typename detail::if_khr_properties<Properties, queue>::type = 0>
	explicit queue(const First &first, const Second &second, Properties properties)
		: queue(first, second, detail::khr_queue_properties(properties)) {}
	template <typename Where, typename Properties, typename detail::if_khr_properties<Properties, queue>::type = 0>
	explicit queue(const context &context, const Where &where, const async_handler &handler, Properties properties)
		: queue(context, where, handler, detail::khr_queue_properties(properties)) {}

	backend get_backend() const noexcept { return state_->device.get_backend(); }
	context get_context() const { return state_->context; }
	device get_device() const { return state_->device; }
	bool is_in_order() const { return state_->in_order; }
	bool khr_is_profiling_enabled() const { return state_->profiling; }
	bool is_host() const { return false; }
	template <typename Param>
	typename Param::return_type get_info() const
	{
		if constexpr (std::is_same_v<Param, info::queue::device>)
			return state_->device;
		else if constexpr (std::is_same_v<Param, info::queue::context>)
			return state_->context;
		else
			return static_cast<std::uint32_t>(state_->queues);
	}

	template <typename Param>
	typename Param::return_type get_backend_info() const
	{
		return get_info<Param>();
	}

	/* Submits a command group.  Only a short command that waits for nothing has ended when this returns. */
	template <typename Function>
	event submit(Function group)
	{
		return submit_group<true>(group, nullptr);
	}
	/* On the second queue when this one cannot. */
	template <typename Function>
	event submit(Function group, const queue &second)
	{
		try {
			return submit_group<true>(group, second.state_.get());
		} catch (const exception &) {
			queue other = second;

			return other.submit_group<true>(group, state_.get());
		}
	}

	void wait()
	{
		if (state_->recorder)
			detail::refuse(errc::invalid, "a queue that is being recorded has nothing to wait for");
		if (state_->external)
			take_external().wait();
		if (state_->may_have_tasks())
			sycl_rt_queue_wait(state_.get());
	}
	void wait_and_throw()
	{
		wait();
		throw_asynchronous();
	}
	void throw_asynchronous() { detail::deliver_errors(*state_); }
	SYCL_CC_ON_DEMAND
	event ext_oneapi_submit_barrier()
	{
		return submit_own([](handler &h) { h.ext_oneapi_barrier(); });
	}
	template <typename List = std::vector<event>, typename detail::if_vector<List, event>::type = 0>
	event ext_oneapi_submit_barrier(const List &events)
	{
		return submit_own([&](handler &h) { h.ext_oneapi_barrier(events); });
	}
	/* Older programs' name for it. */
	event submit_barrier() { return ext_oneapi_submit_barrier(); }
	template <typename List = std::vector<event>, typename detail::if_vector<List, event>::type = 0>
	event submit_barrier(const List &events)
	{
		return ext_oneapi_submit_barrier(events);
	}
	bool ext_oneapi_empty() const { return sycl_rt_queue_empty(state_.get()) != 0; }
	bool khr_empty() const { return ext_oneapi_empty(); }
	/* Commands start without it. */
	void khr_flush() const {}
	void ext_oneapi_prod() {}
	/* An event that ends when the last command does; the external one while no command has followed it; none before the first. */
	template <typename Event = event>
	std::optional<Event> ext_oneapi_get_last_event()
	{
		need_order();
		{
			const std::lock_guard<std::mutex> guard(state_->mutex);

			if (state_->external)
				return static_cast<const external_event &>(*state_->external).event;
		}
		if (state_->recorder) {
			const detail::shared<detail::later_state> last = state_->recorder->last_command();
			detail::shared<detail::event_state> state(new detail::event_state);

			state->queue = state_;
			state->node = last;
			return last ? std::optional<Event>(event(std::move(state))) : std::nullopt;
		}
		if (!state_->was_used())
			return std::nullopt;
		return ext_oneapi_submit_barrier();
	}
	/* The next command comes after it. */
	SYCL_CC_ON_DEMAND
	void ext_oneapi_set_external_event(const event &event)
	{
		need_order();
		const std::lock_guard<std::mutex> guard(state_->mutex);

		state_->external = detail::shared<detail::later_state>(new external_event(event));
	}

	/* --- graphs --- */

	ext::oneapi::experimental::queue_state ext_oneapi_get_state() const
	{
		using ext::oneapi::experimental::queue_state;

		return state_->recorder ? queue_state::recording : queue_state::executing;
	}
	SYCL_CC_ON_DEMAND
	ext::oneapi::experimental::command_graph<ext::oneapi::experimental::graph_state::modifiable> ext_oneapi_get_graph() const;
	template <typename Graph>
	event ext_oneapi_graph(const Graph &graph, const detail::dependencies &before = {})
	{
		return submit_after([&](handler &h) { h.ext_oneapi_graph(graph); }, before);
	}

	/* --- shortcuts: one command as a command group --- */

	template <typename Name = void, typename Function>
	event single_task(const Function &f)
	{
		return submit_own([&](handler &h) { h.template single_task<Name>(f); });
	}
	template <typename Name = void, typename Function>
	event single_task(const detail::dependencies &before, const Function &f)
	{
		return submit_after([&](handler &h) { h.template single_task<Name>(f); }, before);
	}

	template <typename Name = void, typename List, typename Function, typename detail::if_properties<List>::type = 0>
	event single_task(const List &list, const Function &f)
	{
		return submit_own([&](handler &h) { h.template single_task<Name>(list, f); });
	}
	template <typename Name = void, typename List, typename Function, typename detail::if_properties<List>::type = 0>
	event single_task(const detail::dependencies &before, const List &list, const Function &f)
	{
		return submit_after([&](handler &h) { h.template single_task<Name>(list, f); }, before);
	}

	/* parallel_for(size, [event or events,] [properties,] [reduction...,] f); sizes may be in braces. */
	template <typename Name = void, typename... Rest>
	event parallel_for(range<1> size, const Rest &...rest)
	{
		return submit_for<Name>(size, rest...);
	}
	template <typename Name = void, typename... Rest>
	event parallel_for(range<1> size, const detail::dependencies &before, const Rest &...rest)
	{
		return submit_after([&](handler &h) { h.template parallel_for<Name>(size, rest...); }, before);
	}
	template <typename Name = void, typename... Rest>
	event parallel_for(range<2> size, const Rest &...rest)
	{
		return submit_for<Name>(size, rest...);
	}
	template <typename Name = void, typename... Rest>
	event parallel_for(range<2> size, const detail::dependencies &before, const Rest &...rest)
	{
		return submit_after([&](handler &h) { h.template parallel_for<Name>(size, rest...); }, before);
	}
	template <typename Name = void, typename... Rest>
	event parallel_for(range<3> size, const Rest &...rest)
	{
		return submit_for<Name>(size, rest...);
	}
	template <typename Name = void, typename... Rest>
	event parallel_for(range<3> size, const detail::dependencies &before, const Rest &...rest)
	{
		return submit_after([&](handler &h) { h.template parallel_for<Name>(size, rest...); }, before);
	}
	/* With the dimensions named behind the kernel, as the standard declares it. */
	template <typename Name, int Dimensions, typename... Rest>
	event parallel_for(range<Dimensions> size, const Rest &...rest)
	{
		return parallel_for<Name>(size, rest...);
	}
	template <typename Name, int Dimensions, typename... Rest>
	event parallel_for(range<Dimensions> size, const detail::dependencies &before, const Rest &...rest)
	{
		return parallel_for<Name>(size, before, rest...);
	}
	template <typename Name = void, typename Number, typename... Rest, typename detail::if_integral<Number>::type = 0>
	event parallel_for(Number size, const Rest &...rest)
	{
		return submit_for<Name>(range<1>(static_cast<std::size_t>(size)), rest...);
	}
	template <typename Name = void, int Dimensions, typename... Rest>
	event parallel_for(nd_range<Dimensions> size, const Rest &...rest)
	{
		return submit_for<Name>(size, rest...);
	}
	template <typename Name = void, int Dimensions, typename... Rest>
	event parallel_for(nd_range<Dimensions> size, const detail::dependencies &before, const Rest &...rest)
	{
		return submit_after([&](handler &h) { h.template parallel_for<Name>(size, rest...); }, before);
	}

	template <typename Name = void, int Dimensions, typename... Rest>
	event parallel(range<Dimensions> groups, range<Dimensions> local, const Rest &...rest)
	{
		return submit_own([&](handler &h) { h.template parallel<Name>(groups, local, rest...); });
	}
	/* With properties of namespace property::command_group. */
	template <typename Function>
	event submit(const property_list &properties, Function group);
	template <typename Function>
	event AdaptiveCpp_enqueue_custom_operation(const Function &f, const detail::dependencies &before = {})
	{
		return submit_after([&](handler &h) { h.AdaptiveCpp_enqueue_custom_operation(f); }, before);
	}
	template <typename Function>
	event hipSYCL_enqueue_custom_operation(const Function &f, const detail::dependencies &before = {})
	{
		return AdaptiveCpp_enqueue_custom_operation(f, before);
	}
	SYCL_CC_ON_DEMAND
	event prefetch_host(const void *p, std::size_t size, const detail::dependencies &before = {})
	{
		return submit_after([&](handler &h) { h.prefetch_host(p, size); }, before);
	}
	/* Whoever has waited for these has waited for all commands so far. */
	template <typename List = std::vector<event>>
	List get_wait_list() const
	{
		return List(1, queue(*this).ext_oneapi_submit_barrier());
	}

	/* Commands on memory take events to wait for. */
	SYCL_CC_ON_DEMAND
	event memcpy(void *to, const void *from, std::size_t size, const detail::dependencies &before = {})
	{
		return submit_after([&](handler &h) { h.memcpy(to, from, size); }, before);
	}
	template <typename T>
	event copy(const T *from, T *to, std::size_t n, const detail::dependencies &before = {})
	{
		return submit_after([&](handler &h) { h.copy(from, to, n); }, before);
	}
	SYCL_CC_ON_DEMAND
	event memset(void *to, int value, std::size_t size, const detail::dependencies &before = {})
	{
		return submit_after([&](handler &h) { h.memset(to, value, size); }, before);
	}
	template <typename T>
	event fill(void *to, const T &pattern, std::size_t n, const detail::dependencies &before = {})
	{
		return submit_after([&](handler &h) { h.fill(to, pattern, n); }, before);
	}
	template <typename T, typename List>
	event memcpy(ext::oneapi::experimental::device_global<T, List> &to, const void *from, std::size_t size = sizeof(T),
		std::size_t offset = 0, const detail::dependencies &before = {})
	{
		return submit_after([&](handler &h) { h.memcpy(to, from, size, offset); }, before);
	}
	template <typename T, typename List>
	event memcpy(void *to, const ext::oneapi::experimental::device_global<T, List> &from, std::size_t size = sizeof(T),
		std::size_t offset = 0, const detail::dependencies &before = {})
	{
		return submit_after([&](handler &h) { h.memcpy(to, from, size, offset); }, before);
	}
	template <typename T, typename List, typename Element = std::remove_all_extents_t<T>>
	event copy(const std::remove_all_extents_t<T> *from, ext::oneapi::experimental::device_global<T, List> &to,
		std::size_t n = sizeof(T) / sizeof(Element), std::size_t first = 0, const detail::dependencies &before = {})
	{
		return submit_after([&](handler &h) { h.copy(from, to, n, first); }, before);
	}
	template <typename T, typename List, typename Element = std::remove_all_extents_t<T>>
	event copy(const ext::oneapi::experimental::device_global<T, List> &from, std::remove_all_extents_t<T> *to,
		std::size_t n = sizeof(T) / sizeof(Element), std::size_t first = 0, const detail::dependencies &before = {})
	{
		return submit_after([&](handler &h) { h.copy(from, to, n, first); }, before);
	}
	/* Rows of a rectangle; the pitches are those of the whole rows. */
	SYCL_CC_ON_DEMAND
	event ext_oneapi_memcpy2d(void *to, std::size_t to_pitch, const void *from, std::size_t from_pitch, std::size_t width,
		std::size_t height, const detail::dependencies &before = {})
	{
		return submit_after([&](handler &h) { h.ext_oneapi_memcpy2d(to, to_pitch, from, from_pitch, width, height); }, before);
	}
	template <typename T>
	event ext_oneapi_copy2d(const T *from, std::size_t from_pitch, T *to, std::size_t to_pitch, std::size_t width,
		std::size_t height, const detail::dependencies &before = {})
	{
		return submit_after([&](handler &h) { h.ext_oneapi_copy2d(from, from_pitch, to, to_pitch, width, height); }, before);
	}
	SYCL_CC_ON_DEMAND
	event ext_oneapi_memset2d(void *to, std::size_t pitch, int value, std::size_t width, std::size_t height,
		const detail::dependencies &before = {})
	{
		return submit_after([&](handler &h) { h.ext_oneapi_memset2d(to, pitch, value, width, height); }, before);
	}
	template <typename T>
	event ext_oneapi_fill2d(void *to, std::size_t pitch, const T &pattern, std::size_t width, std::size_t height,
		const detail::dependencies &before = {})
	{
		return submit_after([&](handler &h) { h.ext_oneapi_fill2d(to, pitch, pattern, width, height); }, before);
	}
	SYCL_CC_ON_DEMAND
	event prefetch(const void *p, std::size_t size, const detail::dependencies &before = {})
	{
		return submit_after([&](handler &h) { h.prefetch(p, size); }, before);
	}
	SYCL_CC_ON_DEMAND
	event mem_advise(const void *p, std::size_t size, int advice, const detail::dependencies &before = {})
	{
		return submit_after([&](handler &h) { h.mem_advise(p, size, advice); }, before);
	}
	/* Commands on placeholder accessors. */
	template <typename T, int Dimensions, access_mode Mode, target Target, access::placeholder Placeholder, typename Properties, typename To>
	event copy(accessor<T, Dimensions, Mode, Target, Placeholder, Properties> from, To to, const detail::dependencies &before = {})
	{
		return submit_with([&](handler &h) { h.copy(from, to); }, before, from);
	}
	template <typename From, typename T, int Dimensions, access_mode Mode, target Target, access::placeholder Placeholder, typename Properties>
	event copy(From from, accessor<T, Dimensions, Mode, Target, Placeholder, Properties> to, const detail::dependencies &before = {})
	{
		return submit_with([&](handler &h) { h.copy(from, to); }, before, to);
	}
	template <typename T, int Dimensions, access_mode Mode, target Target, access::placeholder Placeholder, typename Properties,
		typename Value, int ToDimensions, access_mode ToMode, target ToTarget, access::placeholder ToPlaceholder, typename ToProperties>
	event copy(accessor<T, Dimensions, Mode, Target, Placeholder, Properties> from,
		accessor<Value, ToDimensions, ToMode, ToTarget, ToPlaceholder, ToProperties> to, const detail::dependencies &before = {})
	{
		return submit_with([&](handler &h) { h.copy(from, to); }, before, from, to);
	}
	template <typename T, int Dimensions, access_mode Mode, target Target, access::placeholder Placeholder, typename Properties, typename Value>
	event fill(accessor<T, Dimensions, Mode, Target, Placeholder, Properties> to, const Value &value, const detail::dependencies &before = {})
	{
		return submit_with([&](handler &h) { h.fill(to, value); }, before, to);
	}
	template <typename T, int Dimensions, access_mode Mode, target Target, access::placeholder Placeholder, typename Properties>
	event update_host(accessor<T, Dimensions, Mode, Target, Placeholder, Properties> accessor, const detail::dependencies &before = {})
	{
		return submit_with([&](handler &h) { h.update_host(accessor); }, before, accessor);
	}

	/* A barrier whose event tells its times, or those of a queue that does. */
	SYCL_CC_ON_DEMAND
	event detail_tag(bool profiled)
	{
		const auto barrier = [](handler &h) { h.ext_oneapi_barrier(); };

		return submit_group<false>(barrier, nullptr, profiled);
	}

	SYCL_CC_OWNER_BEFORE
	friend bool operator==(const queue &a, const queue &b) { return a.state_.get() == b.state_.get(); }
	friend bool operator!=(const queue &a, const queue &b) { return !(a == b); }

private:
	friend struct detail::weak_access;
	friend struct std::hash<queue>;
	friend struct detail::recorder_access;
	template <typename>
	friend void detail::deliver_errors(detail::queue_state &);

	/* A function of these headers, which throws nothing behind its command. */
	template <typename Function>
	event submit_own(Function group)
	{
		return submit_group<false>(group, nullptr);
	}
	template <bool Holds, typename Function>
	event submit_group(Function &group, const detail::queue_state *second, bool profiled = false)
	{
		detail::shared<detail::event_state> state(new detail::event_state);

		state->queue = state_;
		state->profiled = state_->profiling || profiled;
		state->discarded = state_->discards;
		state_->note_use();
		if (state->profiled)
			state->times.submit = sycl_rt_now();
		handler handler(state, state_.get());
		handler.second_ = second;
		handler.holds_ = Holds;
		if (state_->recorder)
			detail::recorder_access::record_in(handler, *state_->recorder);
		if (state_->external)
			take_external(handler);
		if constexpr (Holds) {
			const detail::holding held(&handler);

			group(handler);
		} else
			group(handler);
		handler.finish();
		return event(std::move(state));
	}
	/* One more queue object of that queue. */
	queue(const detail::queue_share &share, const property_list &properties) : detail::with_properties(properties), state_(share) {}
	/* The platform's default context has whole devices only. */
	static context context_of(const device &device)
	{
		return sycl_rt_device_parent(device.detail_get()) ? context(device) : device.get_platform().khr_get_default_context();
	}
	static detail::queue_state *make_state(const context &context, const device &device, const async_handler &handler,
		const property_list &properties)
	{
		const bool profiling = properties.has_property<property::queue::enable_profiling>();

		if (!context.detail_has(device))
			detail::refuse(errc::invalid, "the device of a queue is one of its context's, or a part of one");
		if (profiling && !device.has(aspect::queue_profiling))
			detail::refuse(errc::feature_not_supported, "the device does not take the times of commands: it lacks aspect::queue_profiling");
		check_hints(properties);
		detail::queue_state *const made = new detail::queue_state(device, context, handler, properties.has_property<property::queue::in_order>(), profiling);

		made->discards = properties.has_property<ext::oneapi::property::queue::discard_events>();
		return made;
	}
	/* Properties without effect are refused where they contradict each other. */
	static void check_hints(const property_list &properties)
	{
		using namespace ext::oneapi::property::queue;
		using namespace ext::intel::property::queue;

		if (properties.has_property<priority_low>() + properties.has_property<priority_normal>() + properties.has_property<priority_high>() > 1)
			detail::refuse(errc::invalid, "a queue has one priority");
		if (properties.has_property<discard_events>() && properties.has_property<property::queue::enable_profiling>())
			detail::refuse(errc::invalid, "a queue that discards its events tells no times");
		if (properties.has_property<immediate_command_list>() && properties.has_property<no_immediate_command_list>())
			detail::refuse(errc::invalid, "a queue has immediate command lists or has none");
		if (properties.has_property<compute_index>()) {
			const int index = properties.get_property<compute_index>().get_index();

			if (index < 0 || index >= ext::intel::info::device::max_compute_queue_indices::detail_value)
				detail::refuse(errc::invalid, "the index of a queue is less than the device's max_compute_queue_indices");
		}
	}
	template <typename Group>
	event submit_after(const Group &group, const detail::dependencies &before)
	{
		return submit_own([&](handler &h) {
			for (const event &e : before)
				h.depends_on(e);
			group(h);
		});
	}
	template <typename Group, typename... Accessors>
	event submit_with(const Group &group, const detail::dependencies &before, const Accessors &...accessor)
	{
		return submit_after([&](handler &h) {
			(h.require(accessor), ...);
			group(h);
		}, before);
	}
	template <typename Name, typename Size, typename First, typename... Rest>
	event submit_for(const Size &size, const First &first, const Rest &...rest)
	{
		if constexpr (std::is_same_v<First, event> || std::is_same_v<First, std::vector<event>>)
			return submit_after([&](handler &h) { h.template parallel_for<Name>(size, rest...); }, first);
		else
			return submit_own([&](handler &h) { h.template parallel_for<Name>(size, first, rest...); });
	}
	struct external_event final : detail::later_state {
		explicit external_event(const sycl::event &e) : event(e) {}

		sycl::event event;
	};
	SYCL_CC_ON_DEMAND
	event take_external()
	{
		const std::lock_guard<std::mutex> guard(state_->mutex);
		const detail::shared<detail::later_state> taken = state_->external;

		state_->external = {};
		return taken ? static_cast<const external_event &>(*taken).event : event();
	}
	SYCL_CC_ON_DEMAND
	void take_external(handler &h)
	{
		h.depends_on(take_external());
	}
	void need_order() const
	{
		if (!state_->in_order)
			detail::refuse(errc::invalid, "the last event is that of a queue with property::queue::in_order");
		if (has_property<ext::oneapi::property::queue::discard_events>())
			detail::refuse(errc::invalid, "a queue with the property discard_events has no last event");
	}
	static exception_list make_list(detail::list<std::exception_ptr> errors)
	{
		exception_list list;

		list.list_ = std::move(errors);
		return list;
	}
	static async_handler handler_of(const detail::queue_state &state)
	{
		return state.handler ? state.handler : state.context.state_->handler;
	}

	detail::queue_share state_;
};

namespace detail {

template <typename>
void deliver_errors(queue_state &state)
{
	while (const int status = state.may_have_tasks() ? sycl_rt_queue_error(&state) : 0)
		state.add_error(std::make_exception_ptr(exception(make_error_code(static_cast<errc>(status)), sycl_rt_message())));
	list<std::exception_ptr> errors = take_errors(state);
	const async_handler handler = queue::handler_of(state);

	if (errors.empty())
		return;
	/* SYCL 2020, 4.13.1.2: the default handler terminates; the exception is active then, and its text is printed. */
	if (!handler)
		[&]() noexcept { std::rethrow_exception(*errors.begin()); }();
	handler(queue::make_list(std::move(errors)));
}

/* The queues of the device, but for those that are being destroyed. */
SYCL_CC_ON_DEMAND
list<shared<queue_state>> queues_of(const device &device)
{
	const std::lock_guard<std::mutex> guard(all_queues.mutex);
	list<shared<queue_state>> queues;

	for (queue_state *q = all_queues.first; q; q = q->next) {
		unsigned owners = q->device == device ? __atomic_load_n(&q->owners, __ATOMIC_RELAXED) : 0;

		while (owners && !__atomic_compare_exchange_n(&q->owners, &owners, owners + 1, true, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
			;
		if (owners)
			queues.add(shared<queue_state>(q));
	}
	return queues;
}

}

template <typename>
void device::ext_oneapi_wait() const
{
	for (const detail::shared<detail::queue_state> &state : detail::queues_of(*this))
		if (state->may_have_tasks())
			sycl_rt_queue_wait(state.get());
	sycl_rt_queue_wait(nullptr);
}
template <typename>
void device::ext_oneapi_wait_and_throw() const
{
	ext_oneapi_wait();
	ext_oneapi_throw_asynchronous();
}
template <typename>
void device::ext_oneapi_throw_asynchronous() const
{
	for (const detail::shared<detail::queue_state> &state : detail::queues_of(*this))
		detail::deliver_errors(*state);
}

template <>
struct is_property_of<property::queue::in_order, queue> : std::true_type {};
template <>
struct is_property_of<property::queue::enable_profiling, queue> : std::true_type {};
template <>
struct is_property_of<ext::oneapi::property::queue::discard_events, queue> : std::true_type {};
template <>
struct is_property_of<ext::oneapi::property::queue::priority_low, queue> : std::true_type {};
template <>
struct is_property_of<ext::oneapi::property::queue::priority_normal, queue> : std::true_type {};
template <>
struct is_property_of<ext::oneapi::property::queue::priority_high, queue> : std::true_type {};
template <>
struct is_property_of<ext::intel::property::queue::immediate_command_list, queue> : std::true_type {};
template <>
struct is_property_of<ext::intel::property::queue::no_immediate_command_list, queue> : std::true_type {};
template <>
struct is_property_of<ext::intel::property::queue::compute_index, queue> : std::true_type {};

}

template <>
struct std::hash<sycl::queue> {
	std::size_t operator()(const sycl::queue &queue) const { return std::hash<const void *>()(queue.state_.get()); }
};

#endif
