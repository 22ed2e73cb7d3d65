/*
 * sycl::handler: one command group.  Kernels are handed to the runtime.  Another
 * command runs at once if it is short and waits for nothing, else it is a task.
 */
#ifndef SYCL_HANDLER_HPP
#define SYCL_HANDLER_HPP

#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>
#include <vector>

#include <sycl/accessor.hpp>
#include <sycl/detail/kernel.hpp>
#include <sycl/detail/native.hpp>
#include <sycl/device.hpp>
#include <sycl/event.hpp>
#include <sycl/ext/oneapi/device_global/device_global.hpp>
#include <sycl/reduction.hpp>

namespace sycl {

/* The argument of host tasks that use objects of the backend. */
class interop_handle {
public:
	backend get_backend() const noexcept { return queue_->device.get_backend(); }
	/* Graphs are none of the backend's. */
	bool ext_codeplay_has_graph() const noexcept { return false; }
	template <backend Backend>
	typename detail::native_object<Backend, detail::executable_graph>::type ext_codeplay_get_native_graph() const
	{
		detail::refuse(errc::invalid, "the command is none of a graph of the backend: ext_codeplay_has_graph() says so");
	}
	/* What it starts there must have ended when the task does. */
	template <backend Backend>
	auto get_native_queue() const -> typename detail::native_object<Backend, queue>::type
	{
		return ask<Backend, queue>(SYCL_RT_NATIVE_QUEUE, queue_);
	}
	template <backend Backend>
	auto get_native_device() const -> typename detail::native_object<Backend, device>::type
	{
		return ask<Backend, device>(SYCL_RT_NATIVE_DEVICE, nullptr);
	}
	template <backend Backend>
	auto get_native_context() const -> typename detail::native_object<Backend, context>::type
	{
		return ask<Backend, context>(SYCL_RT_NATIVE_CONTEXT, nullptr);
	}
	/* The address on the device. */
	template <backend Backend, typename T, int Dimensions, access_mode Mode, target Target, access::placeholder Placeholder, typename Properties>
	auto get_native_mem(const accessor<T, Dimensions, Mode, Target, Placeholder, Properties> &of) const
		-> typename detail::native_object<Backend, buffer<std::remove_const_t<T>, Dimensions, buffer_allocator<std::remove_const_t<T>>>>::type
	{
		void *address;

		static_assert(detail::same(Target, target::device), "only memory of the device has a native object (SYCL 2020, 4.10.2)");
		ask<Backend, device>(SYCL_RT_NATIVE_DEVICE, nullptr);
		if constexpr (detail::same(Backend, backend::opencl))
			detail::refuse(errc::feature_not_supported, "memory of buffers is no memory object of OpenCL");
		detail::check_status(sycl_rt_buffer_translate(queue_->device.detail_get(), of.detail_address(), &address));
		return detail::native_as<typename detail::native_object<Backend,
			buffer<std::remove_const_t<T>, Dimensions, buffer_allocator<std::remove_const_t<T>>>>::type>(
			reinterpret_cast<std::uintptr_t>(address));
	}

private:
	friend class handler;

	explicit interop_handle(const detail::queue_state *queue) : queue_(queue) {}
	template <backend Backend, typename T>
	typename detail::native_object<Backend, T>::type ask(sycl_rt_native what, const void *of) const
	{
		return detail::native_as<typename detail::native_object<Backend, T>::type>(detail::ask_native(Backend, queue_->device, what, of));
	}

	const detail::queue_state *queue_;
};

namespace detail {

/* State of a command group that runs later. */
struct later_group {
	explicit later_group(const shared<event_state> &state) : event(state) {}

	/* Exceptions become asynchronous errors and end the group. */
	static void run(void *argument)
	{
		later_group *const group = static_cast<later_group *>(argument);
		queue_state &queue = *group->event->queue;
		const launch_context context = { queue.device.detail_get(), 0, nullptr, &group->spec, nullptr,
			group->placeholders.empty() ? nullptr : &group->placeholders, nullptr, nullptr, nullptr };
		sycl_rt_times &times = group->event->times;

		if (group->commands.empty()) {
			group->finish(context);
			return;
		}
		try {
			check_status(sycl_rt_buffer_move(group->on_host ? nullptr : context.device, group->regions.begin(), group->regions.size()));
			times.start = sycl_rt_now();
			group->commands.run(context);
			times.end = sycl_rt_now();
			group->afterwards.run(context);
		} catch (...) {
			times.end = sycl_rt_now();
			queue.add_error(std::current_exception());
		}
		delete group;
	}

	/* What follows a command that has tasks of its own. */
	void finish(const launch_context &context)
	{
		if (event->times.end == 0)
			event->times.start = event->times.end = sycl_rt_now();
		try {
			afterwards.run(context);
		} catch (...) {
			event->queue->add_error(std::current_exception());
		}
		delete this;
	}

	shared<event_state> event;
	spec_values spec;
	list<sycl_rt_region> regions;
	list<placeholder> placeholders;
	bool on_host = false;	/* the commands use buffers on the host */
	bool waits = false;	/* they may wait for other threads */
	later_list commands, afterwards;
};

/* What a command group does; the order of node_type. */
enum class command_kind : unsigned char { none, graph, kernel, copy, memset, fill, prefetch, advice, barrier, host_task, native_command,
	async_malloc, async_free };

/* For the runtime's trace; the launch of a kernel says itself that it is one. */
inline sycl_rt_command_sort sort_of(command_kind kind)
{
	switch (kind) {
	case command_kind::host_task:
	case command_kind::native_command: return SYCL_RT_COMMAND_HOST_TASK;
	case command_kind::copy: return SYCL_RT_COMMAND_COPY;
	case command_kind::memset:
	case command_kind::fill: return SYCL_RT_COMMAND_FILL;
	default: return SYCL_RT_COMMAND_OTHER;
	}
}

/* A command group for a recorder, which owns the later_group from then on. */
struct recorded_command {
	later_group *group;
	command_kind kind;
	bool is_barrier, after_all;
	const list<shared<later_state>> &before;
	shared<later_state> *node;	/* the recorder's own, for events */
};

/* "this nd_range kernel runs hierarchically": one physical work-item is a whole group. */
template <int Dimensions, typename Function>
class work_group_kernel {
public:
	work_group_kernel(const Function &f, const range<Dimensions> &local) : f_(f), local_(local) {}
	void operator()(nd_item<Dimensions>, kernel_handler handler) const
	{
		if constexpr (std::is_invocable_v<const Function &, group<Dimensions>>)
			f_(maker::make<group<Dimensions>>(local_));
		else
			f_(maker::make<group<Dimensions>>(local_), handler);
	}
	template <typename Own = Function>
	group_list<own_list<Own>> get(kp::properties_tag) const;

private:
	Function f_;
	range<Dimensions> local_;
};

}

namespace ext::oneapi::experimental {
template <typename T>
class dynamic_parameter;
}

enum class bundle_state : int;

template <bundle_state State>
class kernel_bundle;
class kernel;

class handler {
public:
	handler(const handler &) = delete;
	handler &operator=(const handler &) = delete;

	template <typename T, int Dimensions, access_mode Mode, target Target, access::placeholder Placeholder, typename Properties>
	void require(const accessor<T, Dimensions, Mode, Target, Placeholder, Properties> &accessor)
	{
		if constexpr (!detail::same(Target, target::local)) {
			sycl_rt_region region = accessor.detail_region();

			if (!region.begin)
				detail::refuse(errc::invalid, "an accessor that was made by default has no buffer that a command group could require");
			if constexpr (detail::same(Target, target::host_task))
				region.writes |= SYCL_RT_ON_HOST;
			detail_uses(region);
			if constexpr (!detail::same(Target, target::host_task))
				if (!queue_->host_memory && accessor.is_placeholder())
					place(accessor, region);
		}
	}
	/* A dynamic_parameter of an accessor. */
	template <typename Accessor>
	void require(const ext::oneapi::experimental::dynamic_parameter<Accessor> &parameter)
	{
		need_added();
		require(parameter.detail_value());
	}
	void depends_on(const event &event)
	{
		const detail::shared<detail::event_state> &state = event.now();

		state->need_use();
		state_->note_queues(*state);
		if (state->node || recorder_)
			depends_on_recorded(*state);
		else if (state->task) {
			if (has_started() && !comes_after(*state) && sycl_rt_task_ask(state->task) != SYCL_RT_TASK_ENDED)
				detail::refuse(errc::invalid, "the command of the group runs already: call depends_on() before it");
			rare().after.add(state);
		}
	}
	template <typename List = std::vector<event>, typename detail::if_vector<List, event>::type = 0>
	void depends_on(const List &events)
	{
		for (const event &e : events)
			depends_on(e);
	}

	/* The group's command is a barrier: after all before it, or after those events. */
	void ext_oneapi_barrier()
	{
		is_command(detail::command_kind::barrier);
		is_barrier_ = is_after_all_ = true;
	}
	template <typename List = std::vector<event>, typename detail::if_vector<List, event>::type = 0>
	void ext_oneapi_barrier(const List &events)
	{
		is_command(detail::command_kind::barrier);
		is_barrier_ = true;
		depends_on(events);
	}
	/* Older programs' name for it. */
	void barrier() { ext_oneapi_barrier(); }
	template <typename List = std::vector<event>, typename detail::if_vector<List, event>::type = 0>
	void barrier(const List &events)
	{
		ext_oneapi_barrier(events);
	}

	/* The nodes of an executable command_graph. */
	template <typename Graph>
	void ext_oneapi_graph(const Graph &graph)
	{
		graph.detail_submit(*this);
	}

	/* --- specialization constants: the group's own values, or those of a bundle --- */

	template <auto &Id>
	void set_specialization_constant(const detail::spec_type<Id> &value)
	{
		if (rare_ && rare_->has_bundle)
			detail::refuse(errc::invalid,
				"the command group uses a kernel bundle, whose specialization constants are fixed");
		spec_.set<Id>(value);
	}
	template <auto &Id>
	detail::spec_type<Id> get_specialization_constant() const
	{
		if (rare_ && rare_->has_bundle)
			throw exception(make_error_code(errc::invalid), "the command group uses a kernel bundle: ask that for the value");
		return spec_.get<Id>();
	}
	template <bundle_state State>
	void use_kernel_bundle(const kernel_bundle<State> &bundle);

	/* --- kernels --- */

	template <typename Name = void, typename Function>
	void single_task(const Function &f)
	{
		launch<SYCL_RT_KIND_SINGLE_TASK, 1, Name>({ range<1>(1), range<1>(1), id<1>() }, f);
	}
	/* With properties, which parallel_for has after the size. */
	template <typename Name = void, typename List, typename Function, typename detail::if_properties<List>::type = 0>
	void single_task(const List &, const Function &f)
	{
		if constexpr (std::is_same_v<Function, kernel>)
			single_task(detail::of_compiled<List>(f));
		else
			single_task<Name>(detail::give_properties<List>(f));
	}
	/*
	 * Kernel objects: their arguments are those of set_arg(), one after the other as the
	 * members of a class are.  They are the parameters of a free function, or what a
	 * function object holds: without any, that is an error, as the standard says.
	 */
	SYCL_CC_ON_DEMAND
	void single_task(const kernel &object)
	{
		launch_object(SYCL_RT_KIND_SINGLE_TASK, detail::launch_shape<1>{ range<1>(1), range<1>(1), id<1>() }, object);
	}
#define SYCL_CC_LAUNCH_OBJECT(DIMENSIONS)                                                                              \
	SYCL_CC_ON_DEMAND                                                                                              \
	void parallel_for(range<DIMENSIONS> size, const kernel &object)                                                \
	{                                                                                                              \
		launch_range<Later>(size, id<DIMENSIONS>(), object);                                                   \
	}                                                                                                              \
	SYCL_CC_ON_DEMAND                                                                                              \
	void parallel_for(range<DIMENSIONS> size, id<DIMENSIONS> offset, const kernel &object)                         \
	{                                                                                                              \
		launch_range<Later>(size, offset, object);                                                             \
	}
	SYCL_CC_LAUNCH_OBJECT(1)
	SYCL_CC_LAUNCH_OBJECT(2)
	SYCL_CC_LAUNCH_OBJECT(3)
#undef SYCL_CC_LAUNCH_OBJECT
	template <int Dimensions>
	void parallel_for(nd_range<Dimensions> size, const kernel &object)
	{
		launch_object(SYCL_RT_KIND_ND_RANGE,
			detail::launch_shape<Dimensions>{ size.get_global_range(), size.get_local_range(), size.get_offset() }, object);
	}
	/* Of SYCL 1.2.1: the kernel of a program, and its function object. */
	template <typename Name = void, typename Function>
	void single_task(const kernel &, const Function &f)
	{
		single_task<Name>(f);
	}
	template <typename Name = void, int Dimensions, template <int> class Size, typename... Rest>
	void parallel_for(const kernel &, Size<Dimensions> size, const Rest &...rest)
	{
		parallel_for<Name>(size, rest...);
	}
	template <typename Name = void, int Dimensions, typename... Rest>
	void parallel_for_work_group(const kernel &, range<Dimensions> size, const Rest &...rest)
	{
		parallel_for_work_group<Name>(size, rest...);
	}
	template <typename T>
	void set_arg(int index, T &&value)
	{
		using type = std::decay_t<T>;
		detail::kernel_argument &argument = argument_at(index);

		if constexpr (std::is_base_of_v<detail::kernel_bytes, type>) {
			value.detail_give(argument);
			if (argument.dynamic)
				need_added();
		} else if constexpr (std::is_array_v<std::remove_reference_t<T>>) {	/* its bytes, as of other values */
			argument.set(std::addressof(value), sizeof value, alignof(std::remove_reference_t<T>));
		} else {
			const type own(std::forward<T>(value));

			argument.set(std::addressof(own), sizeof own, alignof(type));
			argument.address_first = detail::starts_with_address<type>;
		}
	}
	template <typename... T>
	void set_args(T &&...values)
	{
		int index = 0;

		(set_arg(index++, std::forward<T>(values)), ...);
	}
	/* parallel_for(size, [offset or reduction...,] f); sizes may be in braces. */
	template <typename Name = void, typename... Rest>
	void parallel_for(range<1> size, const Rest &...rest)
	{
		detail::with_reductions<Name>(*this, size, rest...);
	}
	template <typename Name = void, typename... Rest>
	void parallel_for(range<2> size, const Rest &...rest)
	{
		detail::with_reductions<Name>(*this, size, rest...);
	}
	template <typename Name = void, typename... Rest>
	void parallel_for(range<3> size, const Rest &...rest)
	{
		detail::with_reductions<Name>(*this, size, rest...);
	}
	/* With the dimensions named behind the kernel, as the standard declares it. */
	template <typename Name, int Dimensions, typename... Rest>
	void parallel_for(range<Dimensions> size, const Rest &...rest)
	{
		parallel_for<Name>(size, rest...);
	}
	template <typename Name = void, typename Number, typename... Rest, typename detail::if_integral<Number>::type = 0>
	void parallel_for(Number size, const Rest &...rest)
	{
		detail::with_reductions<Name>(*this, range<1>(static_cast<std::size_t>(size)), rest...);
	}
	template <typename Name = void, int Dimensions, typename... Rest>
	void parallel_for(nd_range<Dimensions> size, const Rest &...rest)
	{
		detail::with_reductions<Name>(*this, size, rest...);
	}
	template <typename Name = void, int Dimensions, typename Function>
	void parallel_for_work_group(range<Dimensions> groups, range<Dimensions> local, const Function &f)
	{
		using body = detail::work_group_kernel<Dimensions, Function>;
		using name = detail::kernel_name<Name, Function>;

		if (local.size() == 0 || local.size() > detail::max_hierarchical_group)
			detail::refuse(errc::nd_range, "a work-group of a hierarchical kernel has 1 to 1024 work-items");
		launch<SYCL_RT_KIND_ND_RANGE, Dimensions, name>({ groups, ones<Dimensions>(), id<Dimensions>() }, body(f, local));
	}
	template <typename Name = void, int Dimensions, typename List, typename Function, typename detail::if_properties<List>::type = 0>
	void parallel_for_work_group(range<Dimensions> groups, range<Dimensions> local, const List &, const Function &f)
	{
		parallel_for_work_group<detail::kernel_name<Name, Function>>(groups, local, detail::give_properties<List>(f));
	}
	template <typename Name = void, int Dimensions, typename List, typename Function, typename detail::if_properties<List>::type = 0>
	void parallel_for_work_group(range<Dimensions> groups, const List &list, const Function &f)
	{
		parallel_for_work_group<Name>(groups, ones<Dimensions>(), list, f);
	}
	template <typename Name = void, int Dimensions, typename Function>
	void parallel_for_work_group(range<Dimensions> groups, const Function &f)
	{
		parallel_for_work_group<Name>(groups, ones<Dimensions>(), f);
	}

	/* Of AdaptiveCpp, in ext/acpp. */
	template <typename Name = void, int Dimensions, typename... Rest>
	void parallel(range<Dimensions> groups, range<Dimensions> local, const Rest &...rest);
	template <typename Function>
	void AdaptiveCpp_enqueue_custom_operation(Function &&f)
	{
		host_task(std::forward<Function>(f));
	}
	template <typename Function>
	void hipSYCL_enqueue_custom_operation(Function &&f)
	{
		host_task(std::forward<Function>(f));
	}
	/* The device gets the buffer's contents. */
	template <typename Accessor>
	void update(const Accessor &)
	{
		is_command(detail::command_kind::copy);
		timed([] {});
	}
	/* Shared memory moves when it is used. */
	void prefetch_host(const void *, std::size_t)
	{
		is_command(detail::command_kind::prefetch);
		timed([] {}, true);
	}

	/* --- commands on memory --- */

	SYCL_CC_ON_DEMAND
	void memcpy(void *to, const void *from, std::size_t size)
	{
		is_command(detail::command_kind::copy);
		at_end([this, to, from, size] {
			if (!queue_->host_memory && starts_now() && from && to) {
				start_copy(to, from, size);
				return;
			}
			timed([device = context_.device, to, from, size] { detail::check_status(sycl_rt_copy(device, to, from, size)); }, false,
				from && to ? size : 0);
		});
	}
	template <typename T>
	void copy(const T *from, T *to, std::size_t n)
	{
		memcpy(to, from, detail::bytes_of(range<1>(n), sizeof(T), errc::invalid));
	}
	SYCL_CC_ON_DEMAND
	void memset(void *to, int value, std::size_t size)
	{
		const unsigned char pattern = static_cast<unsigned char>(value);

		is_command(detail::command_kind::memset);
		at_end([this, to, pattern, size] {
			if (fills_now(to, &pattern, 1, size))
				return;
			timed([device = context_.device, to, pattern, size] { detail::check_status(sycl_rt_fill(device, to, &pattern, 1, size)); }, false,
				to ? size : 0);
		});
	}
	template <typename T>
	void fill(void *to, const T &pattern, std::size_t n)
	{
		is_command(detail::command_kind::fill);
		at_end([this, to, pattern, n] {
			if (fills_now(to, &pattern, sizeof(T), n))
				return;
			timed([device = context_.device, to, pattern, n] { detail::check_status(sycl_rt_fill(device, to, &pattern, sizeof(T), n)); }, false,
				to && n <= std::numeric_limits<std::ptrdiff_t>::max() / sizeof(T) ? n * sizeof(T) : 0);
		});
	}
	/* Rows of a rectangle; the pitches are those of the whole rows. */
	SYCL_CC_ON_DEMAND
	void ext_oneapi_memcpy2d(void *to, std::size_t to_pitch, const void *from, std::size_t from_pitch, std::size_t width, std::size_t height)
	{
		need_no_graph();
		need_pitch(width, to_pitch);
		need_pitch(width, from_pitch);
		is_command(detail::command_kind::copy);
		at_end([this, to, to_pitch, from, from_pitch, width, height] {
			timed([device = context_.device, to, to_pitch, from, from_pitch, width, height] {
				for (std::size_t row = 0; row < height && width; row++)
					detail::check_status(sycl_rt_copy(device, static_cast<unsigned char *>(to) + row * to_pitch,
						static_cast<const unsigned char *>(from) + row * from_pitch, width));
			});
		});
	}
	template <typename T>
	void ext_oneapi_copy2d(const T *from, std::size_t from_pitch, T *to, std::size_t to_pitch, std::size_t width, std::size_t height)
	{
		ext_oneapi_memcpy2d(to, to_pitch * sizeof(T), from, from_pitch * sizeof(T), width * sizeof(T), height);
	}
	SYCL_CC_ON_DEMAND
	void ext_oneapi_memset2d(void *to, std::size_t pitch, int value, std::size_t width, std::size_t height)
	{
		ext_oneapi_fill2d(to, pitch, static_cast<unsigned char>(value), width, height);
	}
	template <typename T>
	void ext_oneapi_fill2d(void *to, std::size_t pitch, const T &pattern, std::size_t width, std::size_t height)
	{
		need_no_graph();
		need_pitch(width, pitch);
		is_command(detail::command_kind::copy);
		at_end([this, to, pitch, pattern, width, height] {
			timed([device = context_.device, to, pitch, pattern, width, height] {
				for (std::size_t row = 0; row < height && width; row++)
					detail::check_status(sycl_rt_fill(device, static_cast<T *>(to) + row * pitch, &pattern, sizeof(T), width));
			});
		});
	}
	SYCL_CC_ON_DEMAND
	void prefetch(const void *p, std::size_t size)
	{
		is_command(detail::command_kind::prefetch);
		hint(SYCL_RT_WORK_PREFETCH, p, size, 0);
	}
	/* The numbers of advice are the device's own; 0 takes it back. */
	SYCL_CC_ON_DEMAND
	void mem_advise(const void *p, std::size_t size, int advice)
	{
		is_command(detail::command_kind::advice);
		hint(SYCL_RT_WORK_ADVISE, p, size, static_cast<unsigned>(advice));
	}
	/* For these headers only. */
	SYCL_CC_ON_DEMAND
	void detail_prefetch_to_host(const void *p, std::size_t size)
	{
		is_command(detail::command_kind::prefetch);
		hint(SYCL_RT_WORK_PREFETCH, p, size, 1);
	}
	/* Device globals: parts of the device's object. */
	template <typename T, typename List>
	void memcpy(ext::oneapi::experimental::device_global<T, List> &to, const void *from, std::size_t size = sizeof(T),
		std::size_t offset = 0)
	{
		using namespace ext::oneapi::experimental;

		static_assert(detail::allows_host_access<List>(host_access_enum::write), "the host does not write this device_global");
		need_no_graph();
		memcpy(detail::device_global_access::address(context_.device, to, offset, size), from, size);
	}
	template <typename T, typename List>
	void memcpy(void *to, const ext::oneapi::experimental::device_global<T, List> &from, std::size_t size = sizeof(T),
		std::size_t offset = 0)
	{
		using namespace ext::oneapi::experimental;

		static_assert(detail::allows_host_access<List>(host_access_enum::read), "the host does not read this device_global");
		need_no_graph();
		memcpy(to, detail::device_global_access::address(context_.device, from, offset, size), size);
	}
	template <typename T, typename List, typename Element = std::remove_all_extents_t<T>>
	void copy(const std::remove_all_extents_t<T> *from, ext::oneapi::experimental::device_global<T, List> &to,
		std::size_t n = sizeof(T) / sizeof(Element), std::size_t first = 0)
	{
		memcpy(to, from, detail::bytes_of(range<1>(n), sizeof(Element), errc::invalid),
			detail::bytes_of(range<1>(first), sizeof(Element), errc::invalid));
	}
	template <typename T, typename List, typename Element = std::remove_all_extents_t<T>>
	void copy(const ext::oneapi::experimental::device_global<T, List> &from, std::remove_all_extents_t<T> *to,
		std::size_t n = sizeof(T) / sizeof(Element), std::size_t first = 0)
	{
		memcpy(to, from, detail::bytes_of(range<1>(n), sizeof(Element), errc::invalid),
			detail::bytes_of(range<1>(first), sizeof(Element), errc::invalid));
	}
	template <typename T, int Dimensions, access_mode Mode, target Target, access::placeholder Placeholder, typename Properties, typename Value>
	void copy(accessor<T, Dimensions, Mode, Target, Placeholder, Properties> from, std::shared_ptr<Value> to)
	{
		is_command(detail::command_kind::copy);
		at_end([this, from, to] {
			timed([from = on_host(from), to] { copy_out(from, to.get()); }, true, from.byte_size());
		});
	}
	template <typename Value, typename T, int Dimensions, access_mode Mode, target Target, access::placeholder Placeholder, typename Properties>
	void copy(std::shared_ptr<Value> from, accessor<T, Dimensions, Mode, Target, Placeholder, Properties> to)
	{
		is_command(detail::command_kind::copy);
		at_end([this, from, to] {
			timed([from, to = on_host(to)] { copy_in(from.get(), to, to.byte_size()); }, true, to.byte_size());
		});
	}
	template <typename T, int Dimensions, access_mode Mode, target Target, access::placeholder Placeholder, typename Properties, typename Value>
	void copy(accessor<T, Dimensions, Mode, Target, Placeholder, Properties> from, Value *to)
	{
		is_command(detail::command_kind::copy);
		at_end([this, from, to] {
			if (to && copies_bytes<T, Value>() && is_whole(from) && starts_on_device()) {
				start_copy(to, on_device(from), from.byte_size());
				return;
			}
			timed([from = on_host(from), to] { copy_out(from, to); }, true, from.byte_size());
		});
	}
	template <typename Value, typename T, int Dimensions, access_mode Mode, target Target, access::placeholder Placeholder, typename Properties>
	void copy(const Value *from, accessor<T, Dimensions, Mode, Target, Placeholder, Properties> to)
	{
		is_command(detail::command_kind::copy);
		at_end([this, from, to] {
			if (from && copies_bytes<T, Value>() && is_whole(to) && starts_on_device()) {
				start_copy(on_device(to), from, to.byte_size());
				return;
			}
			timed([from, to = on_host(to)] { copy_in(from, to, to.byte_size()); }, true, to.byte_size());
		});
	}
	template <typename T, int Dimensions, access_mode Mode, target Target, access::placeholder Placeholder, typename Properties,
		typename Value, int ToDimensions, access_mode ToMode, target ToTarget, access::placeholder ToPlaceholder, typename ToProperties>
	void copy(accessor<T, Dimensions, Mode, Target, Placeholder, Properties> from, accessor<Value, ToDimensions, ToMode, ToTarget, ToPlaceholder, ToProperties> to)
	{
		if (to.byte_size() < from.byte_size())
			detail::refuse(errc::invalid, "copy into an accessor that is smaller than its source");
		is_command(detail::command_kind::copy);
		at_end([this, from, to] {
			if (copies_bytes<T, Value>() && is_whole(from) && is_whole(to) && starts_on_device()) {
				start_copy(on_device(to), on_device(from), from.byte_size());
				return;
			}
			timed([from = on_host(from), to = on_host(to)] { copy_between(from, to); }, true, from.byte_size());
		});
	}
	template <typename T, int Dimensions, access_mode Mode, target Target, access::placeholder Placeholder, typename Properties, typename Value>
	void fill(accessor<T, Dimensions, Mode, Target, Placeholder, Properties> to, const Value &value)
	{
		is_command(detail::command_kind::fill);
		at_end([this, to, value] {
			if constexpr (std::is_trivially_copyable_v<T> && std::is_convertible_v<const Value &, T>)
				if (is_whole(to) && starts_on_device()) {
					const std::remove_const_t<T> pattern = static_cast<T>(value);

					start_fill(on_device(to), &pattern, sizeof pattern, to.size());
					return;
				}
			timed([to = on_host(to), value] {
				by_rows(to.begin(), to.size(), [&](auto *row, std::size_t n) { std::fill(row, row + n, static_cast<T>(value)); });
			}, true, to.byte_size());
		});
	}
	template <typename Accessor>
	void update_host(const Accessor &)
	{
		is_command(detail::command_kind::copy);
		timed([] {}, true);
	}
	/* Runs on a thread of its own.  Exceptions of the task are asynchronous errors. */
	template <typename Function>
	void host_task(Function &&f)
	{
		start_task(detail::command_kind::host_task, std::forward<Function>(f));
	}

	/* The task starts commands of the backend, which end before it does. */
	template <typename Function>
	void ext_codeplay_enqueue_native_command(Function &&f)
	{
		static_assert(std::is_invocable_v<std::decay_t<Function> &, interop_handle>, "the function gets an interop_handle");
		start_task(detail::command_kind::native_command, std::forward<Function>(f));
	}
	/* An older name. */
	template <typename Function>
	void codeplay_host_task(Function &&f)
	{
		host_task(std::forward<Function>(f));
	}

	/* For these headers only. */
	template <sycl_rt_kernel_kind Kind, int Dimensions, typename Name, typename Function>
	void detail_launch(const detail::launch_shape<Dimensions> &shape, const Function &f)
	{
		launch<Kind, Dimensions, Name>(shape, f);
	}
	/* The group has several commands: on a GPU it keeps a place, so that no other thread's command comes between them. */
	void detail_starts_several()
	{
		if (!queue_->host_memory)
			starts_on_device();
	}
	/* The group's command does nothing itself, but what comes afterwards; whether it is recorded. */
	bool detail_does_nothing(detail::command_kind kind)
	{
		is_command(kind);
		return recorder_ != nullptr;
	}
	detail::queue_state &detail_queue() const { return *queue_; }
	const sycl_rt_device *detail_device() const { return context_.device; }
	/* The group's command uses a part of a buffer: the part's address there. */
	void *detail_uses(sycl_rt_region region, const sycl_rt_region &whole, bool on_host)
	{
		void *address = const_cast<void *>(region.begin);

		if (on_host)
			region.writes |= SYCL_RT_ON_HOST;
		detail_uses(region);
		if (!queue_->host_memory && !on_host)
			detail::check_status(sycl_rt_buffer_address(context_.device, &whole, region.begin, &address));
		return address;
	}
	/* The group's command uses that memory. */
	void detail_uses(const sycl_rt_region &region)
	{
		if (nregion_ < sizeof region_ / sizeof *region_)
			region_[nregion_++] = region;
		else
			rare().regions.add(region);
	}
	/* The memory is about to go. */
	void detail_start_held(const sycl_rt_region &memory)
	{
		bool uses_it = false;

		for (unsigned i = 0; i < nregion_; i++)
			uses_it = uses_it || is_part(region_[i], memory);
		if (rare_)
			for (const sycl_rt_region &region : rare_->regions)
				uses_it = uses_it || is_part(region, memory);
		if (uses_it && !held_.empty())
			release();
	}
	/* Runs it when the function of the command group has returned: if that throws, nothing of the group has run. */
	template <typename Function>
	void detail_at_end(const Function &f)
	{
		at_end(f);
	}
	/* Whether the group's commands run later; they come after what it has named so far. */
	bool detail_is_later()
	{
		if ((nregion_ || rare_ || queue_->may_have_tasks()) && !later_ && !started_ && sycl_rt_tasks() && waits())
			make_later();
		return later_ != nullptr;
	}
	/* The task that the group has now; null: it has ended, or runs later. */
	sycl_rt_task *detail_task() const { return state_->task; }
	/* Whether what follows the group's command must be kept for it. */
	bool detail_goes_on() { return detail_is_later() || (queue_->host_memory && state_->task); }
	void detail_need_no_scratch() const { need_no_graph(); }
	void detail_give_scratch(std::uint32_t place)
	{
		rare().scratch = place;
		rare().has_scratch = true;
	}
	void detail_need_no_graph() const
	{
		if (recorder_)
			detail::refuse(errc::invalid, "a buffer of a graph is not written back: set_write_back(false) says so");
	}
	/* Runs the function when the command has ended. */
	template <typename Function>
	void detail_afterwards(const Function &f)
	{
		rare().afterwards.add([f](const detail::launch_context &) { f(); });
	}
	void detail_afterwards_work(detail::later_work *work) { rare().afterwards.add_work(work); }
	/* The queue's later commands that have no dependencies begin when what comes afterwards is done. */
	void detail_holds_queue() { holds_queue_ = true; }

private:
	friend class queue;
	friend struct detail::recorder_access;
	friend std::uint32_t detail::reserve_local(handler &, std::size_t, std::size_t);

	handler(const detail::shared<detail::event_state> &state, detail::queue_state *queue)
		: context_{ queue->device.detail_get(), 0, state->profiled ? &state->times : nullptr, &spec_, nullptr, nullptr, nullptr, nullptr,
			nullptr },
		  queue_(queue), state_(state) {}
	~handler()
	{
		leave_place();
		delete later_;
		delete rare_;
	}

	/* The accessor with addresses of the host, for commands that run there. */
	template <typename Accessor>
	static Accessor on_host(Accessor accessor)
	{
		void *address;

		if (sycl_rt_buffer_copies()) {
			detail::check_status(sycl_rt_buffer_translate(nullptr, accessor.detail_address(), &address));
			accessor.detail_move(address);
		}
		return accessor;
	}
	/* Moves the contents of the group's buffers to the device, to the host when it is null. */
	void move_buffers(const sycl_rt_device *device)
	{
		if (!sycl_rt_buffer_copies())
			return;
		detail::check_status(sycl_rt_buffer_move(device, region_, nregion_));
		if (rare_)
			detail::check_status(sycl_rt_buffer_move(device, rare_->regions.begin(), rare_->regions.size()));
	}
	/* Function objects that hold this placeholder get the device's address. */
	template <typename Accessor>
	void place(const Accessor &accessor, const sycl_rt_region &region)
	{
		void *address;

		detail::check_status(sycl_rt_buffer_translate(context_.device, region.begin, &address));
		rare().placeholders.add(detail::placeholder(accessor, address));
		context_.placeholders = &rare().placeholders;
	}

	static void need_pitch(std::size_t width, std::size_t pitch)
	{
		if (width > pitch)
			detail::refuse(errc::invalid, "the rows of a rectangle are wider than its pitch");
	}
	/* State that most groups do not need. */
	struct rarely_used {
		detail::list<detail::shared<detail::event_state>> after;	/* with tasks */
		detail::list<sycl_rt_region> regions;	/* those that do not fit elsewhere */
		detail::list<detail::shared<detail::later_state>> nodes;	/* recorded, that this one comes after */
		detail::later_list afterwards;
		detail::list<detail::placeholder> placeholders;
		bool has_bundle = false, bundle_has_devices = false;	/* the bundle is of the devices of the queues */
		detail::list<const char *> bundle_kernels;
		detail::list<detail::kernel_argument> arguments;
		std::uint32_t scratch = 0;	/* where a kernel object has its scratch memory */
		bool has_scratch = false;
	};
	rarely_used &rare()
	{
		if (!rare_)
			rare_ = new rarely_used;
		return *rare_;
	}

	template <int Dimensions>
	static range<Dimensions> ones()
	{
		return range<Dimensions>() + 1;
	}
	bool comes_after(const detail::event_state &event) const
	{
		if (rare_)
			for (const detail::shared<detail::event_state> &before : rare_->after)
				if (before.get() == &event)
					return true;
		return false;
	}
	/* The group has a command that did not wait for the group's end. */
	bool has_started() const { return !later_ && held_.empty() && detail::within(kind_, detail::command_kind::kernel, detail::command_kind::fill); }
	bool holds() const { return holds_ && !later_ && !recorder_; }
	template <typename Function>
	void at_end(const Function &f)
	{
		if (holds())
			held_.other.add([f](const detail::launch_context &) { f(); });
		else
			f();
	}
	/* The function of the group has returned. */
	void release()
	{
		detail::later_list other;
		const bool is_small = held_.is_small, is_plain = held_.is_plain;

		other.take(held_.other);
		held_.is_small = held_.is_plain = holds_ = false;
		context_.held = nullptr;
		if (is_small || other.only_launch()) {
			launch_held(is_small ? held_.launch : *other.only_launch(), other);
			return;
		}
		if (is_plain)
			before_launch();
		if (context_.later && is_plain)
			context_.later->take(other);
		else
			other.run(context_);
	}
	/* In a list, unless it is a small one. */
	void launch_held(sycl_rt_launch launch, detail::later_list &list)
	{
		launch.times = context_.times;
		check_launch(static_cast<sycl_rt_kernel_kind>(launch.kind), launch.functor, launch.functor_size);
		before_launch();
		if (!context_.later)
			detail::launch_now(launch, context_);
		if (!context_.later)
			return;
		detail::check_status(sycl_rt_launch_check(context_.device, &launch));
		if (list.empty())
			context_.later->add_work(detail::copy_kernel(launch));
		else
			context_.later->take(list);
	}
	void is_command(detail::command_kind kind)
	{
		if (!detail::same(kind_, detail::command_kind::none))
			detail::refuse(errc::invalid, "a command group has one command, and this is the second");
		detail::assign(kind_, kind);
	}
	template <sycl_rt_kernel_kind Kind, int Dimensions, typename Name, typename Function>
	void launch(const detail::launch_shape<Dimensions> &shape, const Function &f)
	{
		if constexpr (!detail::ends_reduction<Name>)
			is_command(detail::command_kind::kernel);
		if constexpr (detail::has_root_sync<Function> && detail::same(Kind, SYCL_RT_KIND_ND_RANGE))
			if (shape.global.size() > shape.local.size())
				detail::refuse(errc::nd_range, "work-items of several work-groups cannot wait for each other on this device");
		if constexpr (detail::has_own_properties<Function> && Kind == SYCL_RT_KIND_ND_RANGE)
			if (!detail::keeps_sizes<Function>(shape.local))
				detail::refuse(errc::nd_range, "the work-groups are larger than the kernel's properties say");
		if constexpr (!detail::has_its_progress<Function>)
			detail::refuse(errc::feature_not_supported, "the device does not give the forward progress that the kernel asks for");
		if (rare_ && rare_->has_bundle && !detail::ends_reduction<Name>)
			check_bundle(detail::kernel_symbol<detail::bundled_name<detail::kernel_name<Name, Function>>>());
		if (!holds() || !detail::has_device_code)
			check_launch(Kind, &f, sizeof f);
		if (!holds())
			before_launch();
		context_.held = holds() ? &held_ : nullptr;
		detail::launch_kernel<Kind, Dimensions, Name>(f, shape, context_);
	}
	void check_launch(sycl_rt_kernel_kind kind, const void *functor, std::size_t size) const
	{
		if (detail::placeholders_exist())
			check_placeholders(functor, size);
		if (!detail::same(kind, SYCL_RT_KIND_ND_RANGE) && context_.local_bytes)
			check_no_local(functor, size);
	}
	/* Whether it starts here or runs later; it gets the contents of its buffers. */
	void before_launch()
	{
		if (!queue_->host_memory && !uses_buffers() && !later_ && !started_) {
			context_.starts = this;	/* unless it must run later */
			or_later_ = true;
		} else if (!queue_->host_memory)
			context_.starts = starts_on_device() ? this : nullptr;
		else if (detail::has_device_code && !later_ && !(uses_buffers() && sycl_rt_buffer_copies()))
			starts_on_cpu();
		else
			takes_place(false);
		if (!later_ && (nregion_ || rare_))
			move_buffers(context_.device);
	}
	template <typename Later, int Dimensions, typename Kernel>
	void launch_range(const range<Dimensions> &size, const id<Dimensions> &offset, const Kernel &object)
	{
		launch_object(SYCL_RT_KIND_RANGE, detail::launch_shape<Dimensions>{ size, size, offset }, object);
	}
	template <int Dimensions, typename Kernel>
	void launch_object(sycl_rt_kernel_kind kind, const detail::launch_shape<Dimensions> &shape, const Kernel &object)
	{
		is_command(detail::command_kind::kernel);
		/* The object's own bundle is used, whatever the group's is (SYCL 2020, 4.9.4.2). */
		spec_ = object.detail_values();
		at_end([this, kind, shape, object] { launch_object_now(kind, shape, object); });
	}
	template <int Dimensions, typename Kernel>
	void launch_object_now(sycl_rt_kernel_kind kind, const detail::launch_shape<Dimensions> &shape, const Kernel &object)
	{
		const detail::kernel_parameters *const parameters = object.detail_id().detail_parameters();
		const bool is_brought = parameters && parameters->size;
		detail::packed_arguments packed;

		if (!parameters && rare().arguments.size() == 0)
			detail::refuse(errc::invalid, "the kernel is that of a function object, and set_arg() gave nothing for it (SYCL 2020, 4.9.4.2)");
		if (is_brought)
			place_arguments();
		packed.add(rare().arguments, parameters);
		if (rare().has_scratch && !(parameters && parameters->whole))
			detail::refuse(errc::feature_not_supported, "kernel objects have scratch memory if they are those of functions");
		packed.close(parameters, rare().scratch);
		check_launch(kind, packed.begin(), packed.size());
		before_launch();
		sycl_rt_launch launch = detail::describe_launch(kind, shape, context_, packed.begin(), packed.size());

		launch.kernel = object.detail_id().get_name();
		launch.unit = object.detail_id().detail_unit();
		if (is_brought)
			detail::check_status(sycl_rt_source_lay_out(context_.device, &launch));
		if (!context_.later) {
			detail::launch_now(launch, context_);
			return;
		}
		detail::check_status(sycl_rt_launch_check(context_.device, &launch));
		detail::later_kernel *const later = detail::copy_kernel(launch);

		context_.later->add_work(later);
		later->dynamic = packed.dynamic;
	}
	/* Kernels of SPIR-V get of an accessor the address alone: what its other members are looked at for comes first. */
	SYCL_CC_ON_DEMAND
	void place_arguments()
	{
		for (detail::kernel_argument &argument : rare().arguments) {
			check_placeholders(argument.bytes.begin(), argument.bytes.size());
			for (const detail::placeholder &p : rare_->placeholders)
				p.place(argument.bytes.begin(), argument.bytes.size());
		}
	}
	detail::kernel_argument &argument_at(int index)
	{
		if (index < 0)
			detail::refuse(errc::invalid, "the arguments of kernels have numbers from 0");
		detail::list<detail::kernel_argument> &all = rare().arguments;

		while (all.size() <= static_cast<std::size_t>(index))
			all.add({});
		return all[static_cast<std::size_t>(index)];
	}
	bool uses_buffers() const { return nregion_ || rare_; }
	static bool is_part(const sycl_rt_region &part, const sycl_rt_region &whole)
	{
		return !std::less<const void *>()(part.begin, whole.begin) && std::less<const void *>()(part.begin, whole.end);
	}
	/* A word of a function object. */
	template <typename T>
	static T word(const void *functor, std::size_t at)
	{
		T result;

		std::memcpy(&result, static_cast<const char *>(functor) + at, sizeof result);
		return result;
	}
	/* The function object's placeholders, which start with an address and a mark, are of memory that the group uses; a graph's memory is a node's. */
	SYCL_CC_ON_DEMAND
	void check_placeholders(const void *functor, std::size_t size) const
	{
		for (std::size_t i = sizeof detail::mark_graph_local; i + sizeof detail::mark_graph_local <= size; i += sizeof detail::mark_graph_local)
			if (word<std::uint32_t>(functor, i) == detail::mark_graph_local)
				need_added();
		for (std::size_t i = sizeof(void *); i + sizeof(std::uint64_t) <= size; i += sizeof(std::uint64_t)) {
			const void *start = word<const void *>(functor, i - sizeof(void *));

			if (detail::marks_placeholder_at(word<std::uint64_t>(functor, i), start) && !uses(start))
				detail::refuse(errc::kernel_argument,
					"the kernel has a placeholder accessor that its command group does not name: call handler::require (SYCL 2020, 4.7.6.9)");
		}
	}
	bool uses(const void *start) const
	{
		for (unsigned i = 0; i < nregion_; i++)
			if (region_[i].begin == start)
				return true;
		if (rare_)
			for (const sycl_rt_region &region : rare_->regions)
				if (region.begin == start)
					return true;
		return false;
	}
	/* The function object of a kernel without work-groups has no local accessor of this group. */
	SYCL_CC_ON_DEMAND
	void check_no_local(const void *functor, std::size_t size) const
	{
		for (std::size_t i = sizeof detail::mark_local; i + sizeof detail::mark_local <= size; i += sizeof detail::mark_local)
			if (word<std::uint32_t>(functor, i) == detail::mark_local
			    && word<std::uint32_t>(functor, i - sizeof detail::mark_local) < context_.local_bytes)
				detail::refuse(errc::kernel_argument,
					"the kernel has a local_accessor or work_group_memory, but no work-groups: launch it with an nd_range (SYCL 2020, 4.7.6.11)");
	}
	/* Kernels are tasks of the CPU, whatever comes before them, unless contents of buffers must be moved first. */
	void starts_on_cpu()
	{
		context_.starts = this;
		started_ = true;
	}
	/* The group's command has its place before what other threads submit; else it waits for a task, on_device for one of a thread, and runs later. */
	bool takes_place(bool on_device)
	{
		if (!later_ && !started_) {
			on_device_ = on_device;
			const group_command command(*this);

			on_device_ = false;
			detail::check_status(sycl_rt_command_reserve(&command, &place_));
			if (place_)
				started_ = true;
			else
				make_later();
		}
		return !later_;
	}
	/* The device starts the group's command. */
	bool starts_now() { return takes_place(true); }
	/* The same for a command that uses buffers: nothing has to end before their contents can be moved. */
	bool starts_on_device()
	{
		const bool is_first = !started_;

		if (starts_now() && is_first && uses_buffers() && sycl_rt_buffer_copies()
		    && (sycl_rt_buffer_waits(context_.device, region_, nregion_)
			|| (rare_ && sycl_rt_buffer_waits(context_.device, rare_->regions.begin(), rare_->regions.size())))) {
			leave_place();
			started_ = false;
			make_later();
		}
		return !later_;
	}
	void leave_place()
	{
		if (place_)
			sycl_rt_place_release(place_, state_->task);
		place_ = nullptr;
	}
	void start(const sycl_rt_work &work)
	{
		sycl_rt_task *task;

		if (!queue_->host_memory && uses_buffers())
			move_buffers(context_.device);
		if (state_->task)
			rare().after.add(state_);
		on_device_ = true;
		group_command command(*this);
		on_device_ = false;
		if (or_later_)
			command.add_flag(SYCL_RT_OR_LATER);
		const int status = sycl_rt_command_start(&command, context_.device, &work, context_.times, &task);

		if (or_later_ && detail::same(status, SYCL_RT_IS_LATER)) {
			make_later();
			return;
		}
		detail::check_status(status);
		started_ = true;
		if (task)
			queue_->note_task();
		else if (context_.times && !context_.times->end)
			context_.times->start = context_.times->end = sycl_rt_now();
		if (task || state_->task)
			state_->set_task(task);
	}
	template <typename>
	friend void detail::start_kernel(handler &, const sycl_rt_launch &);

	void start_copy(void *to, const void *from, std::size_t size)
	{
		sycl_rt_work work = {};

		work.kind = SYCL_RT_WORK_COPY;
		work.to = to;
		work.from = from;
		work.size = size;
		start(work);
	}
	/* The device keeps the order, unless a thread has a part in it. */
	void start_barrier()
	{
		sycl_rt_work work = {};

		if (later_ || started_ || !sycl_rt_tasks() || !waits() || !starts_now())
			return;
		work.kind = SYCL_RT_WORK_BARRIER;
		start(work);
		leave_place();
	}
	void start_fill(void *to, const void *pattern, std::size_t size, std::size_t count)
	{
		sycl_rt_work work = {};

		work.kind = SYCL_RT_WORK_FILL;
		work.to = to;
		work.from = pattern;
		work.size = size;
		work.count = count;
		start(work);
	}
	/* The host's memory needs none; behind host tasks it would come too late. */
	void hint(sycl_rt_work_kind kind, const void *p, std::size_t size, std::size_t count)
	{
		sycl_rt_work work = {};

		if (queue_->host_memory || recorder_ || !p || !starts_now())
			return;
		work.kind = kind;
		work.to = const_cast<void *>(p);
		work.size = size;
		work.count = count;
		start(work);
	}
	template <typename Function>
	void start_task(detail::command_kind kind, Function &&f)
	{
		auto task = std::make_shared<std::decay_t<Function>>(std::forward<Function>(f));

		is_command(kind);
		make_later();
		constexpr bool takes_lvalue = std::is_invocable_v<std::decay_t<Function> &, interop_handle &>;
		constexpr bool is_native = takes_lvalue || std::is_invocable_v<std::decay_t<Function> &, interop_handle>;

		/* What it does with buffers it does there. */
		later_->on_host = !is_native || queue_->host_memory;
		later_->waits = true;
		later_->commands.add([task, state = queue_](const detail::launch_context &) {
			interop_handle handle(state);

			if constexpr (takes_lvalue)
				(*task)(handle);
			else if constexpr (is_native)
				(*task)(std::move(handle));
			else
				(*task)();
		});
	}
	template <typename From, typename To>
	static constexpr bool copies_elements = std::is_same_v<std::remove_const_t<From>, std::remove_const_t<To>>;
	/* Copying elements is copying their bytes; elements of other types get the bytes as they are. */
	template <typename From, typename To>
	static constexpr bool copies_bytes()
	{
		if constexpr (copies_elements<From, To>)
			return std::is_trivially_copyable_v<To>;
		else
			return true;
	}
	template <typename T, int Dimensions>
	static std::size_t in_row(const detail::box_iterator<T, Dimensions> &at)
	{
		return at.detail_in_row();
	}
	template <typename T>
	static std::size_t in_row(T *)
	{
		return std::numeric_limits<std::size_t>::max();
	}
	/* f(address, number) of elements that lie behind each other, until that is done for n elements. */
	template <typename Iterator, typename Function>
	static void by_rows(Iterator at, std::size_t n, const Function &f)
	{
		while (n) {
			const std::size_t row = std::min(n, in_row(at));

			f(std::addressof(*at), row);
			at += static_cast<std::ptrdiff_t>(row);
			n -= row;
		}
	}
	template <typename Accessor, typename Value>
	static void copy_out(const Accessor &from, Value *to)
	{
		unsigned char *bytes = reinterpret_cast<unsigned char *>(to);

		by_rows(from.begin(), from.size(), [&](const auto *row, std::size_t n) {
			if constexpr (copies_elements<typename Accessor::value_type, Value>) {
				to = std::copy(row, row + n, to);
			} else {
				std::memcpy(bytes, row, n * sizeof *row);
				bytes += n * sizeof *row;
			}
		});
	}
	/* So many bytes. */
	template <typename Value, typename Accessor>
	static void copy_in(const Value *from, const Accessor &to, std::size_t bytes)
	{
		constexpr std::size_t size = sizeof(typename Accessor::value_type);
		const unsigned char *at = reinterpret_cast<const unsigned char *>(from);

		by_rows(to.begin(), (bytes + size - 1) / size, [&](auto *row, std::size_t n) {
			if constexpr (copies_elements<typename Accessor::value_type, Value>) {
				std::copy(from, from + n, row);
				from += n;
			} else {
				std::memcpy(static_cast<void *>(row), at, std::min(bytes, n * size));
				at += n * size;
				bytes -= std::min(bytes, n * size);
			}
		});
	}
	/* Byte: so that clang instantiates std::unique_ptr for the callers only. */
	template <typename From, typename To, typename Byte = unsigned char>
	static void copy_between(const From &from, const To &to)
	{
		if constexpr (copies_elements<typename From::value_type, typename To::value_type>) {
			auto there = to.begin();

			by_rows(from.begin(), from.size(), [&](const auto *row, std::size_t n) {
				by_rows(there, n, [&](auto *part, std::size_t m) {
					std::copy(row, row + m, part);
					row += m;
				});
				there += static_cast<std::ptrdiff_t>(n);
			});
		} else {
			const std::unique_ptr<Byte[]> bytes(new Byte[from.byte_size() + 1]);

			copy_out(from, bytes.get());
			copy_in(bytes.get(), to, from.byte_size());
		}
	}
	/* The accessor is of memory on the device that has no gaps. */
	template <typename Accessor>
	bool is_whole(const Accessor &accessor) const
	{
		const sycl_rt_region region = accessor.detail_region();

		return !queue_->host_memory && detail::same(Accessor::access_target, target::device)
			&& static_cast<std::size_t>(static_cast<const char *>(region.end) - static_cast<const char *>(region.begin)) == accessor.byte_size();
	}
	/* Where its elements begin there. */
	template <typename Accessor>
	void *on_device(const Accessor &accessor) const
	{
		void *address;

		detail::check_status(sycl_rt_buffer_translate(context_.device, accessor.detail_region().begin, &address));
		return address;
	}

	/* Also memory that is no allocation of the runtime. */
	static bool is_host_memory(sycl_rt_memory kind)
	{
		return detail::same(kind, SYCL_RT_MEMORY_HOST) || detail::same(kind, SYCL_RT_MEMORY_UNKNOWN);
	}
	bool fills_now(void *to, const void *pattern, std::size_t size, std::size_t count)
	{
		constexpr std::size_t large_pattern = 128;
		const sycl_rt_device *owner;
		std::size_t all;

		/* Memory of the host is filled there; of a large pattern the device would take each number as a command. */
		if (queue_->host_memory || size > large_pattern || __builtin_mul_overflow(size, count, &all)
		    || is_host_memory(sycl_rt_memory_kind(to, &owner)) || !starts_now())
			return false;
		start_fill(to, pattern, size, count);
		return true;
	}
	/* Runs a command on the host that is not a kernel; bytes says how long it takes. A few are copied in less time than it takes to wake a thread. */
	template <typename Function>
	void timed(const Function &command, bool host = false, std::size_t bytes = 0)
	{
		constexpr std::size_t few_bytes = 65536;

		if (queue_->host_memory && !later_ && !(uses_buffers() && sycl_rt_buffer_copies())) {
			/* What no memory has is refused at once. */
			const bool takes_long = bytes > few_bytes && bytes <= std::numeric_limits<std::ptrdiff_t>::max();

			if (takes_long || !runs_now(command))
				make_later();
			else
				return;
		}
		if (!takes_place(false)) {
			later_->on_host = host;
			later_->commands.add([command](const detail::launch_context &) { command(); });
			return;
		}
		if (uses_buffers())
			move_buffers(host ? nullptr : context_.device);
		run_timed(command);
	}
	template <typename Function>
	void run_timed(const Function &command)
	{
		if (context_.times)
			context_.times->start = sycl_rt_now();
		command();
		if (context_.times)
			context_.times->end = sycl_rt_now();
	}
	/* Runs the command unless something that takes a while comes before it. */
	template <typename Function>
	bool runs_now(const Function &command)
	{
		struct work {
			static void run(void *argument)
			{
				work *const w = static_cast<work *>(argument);

				try {
					w->group->run_timed(*w->command);
				} catch (...) {
					w->error = std::current_exception();
				}
			}
			handler *group;
			const Function *command;
			std::exception_ptr error;
		} work = { this, &command, nullptr };
		group_command facts(*this);

		facts.run = work::run;
		facts.argument = &work;
		if (!sycl_rt_command_now(&facts))
			return false;
		started_ = true;
		if (work.error)
			std::rethrow_exception(work.error);
		return true;
	}

	/* A bundle that is used must hold the kernel. */
	void check_bundle(const char *kernel) const
	{
		for (const char *name : rare_->bundle_kernels)
			if (std::strcmp(name, kernel) == 0 && rare_->bundle_has_devices)
				return;
		throw exception(make_error_code(errc::kernel_not_supported), rare_->bundle_has_devices
			? "the kernel bundle in use does not hold this kernel" : "the kernel bundle in use is not of the queue's device");
	}

	void make_later()
	{
		if (later_)
			return;
		later_ = new detail::later_group(state_);
		context_.later = &later_->commands;
	}
	/* The facts about the group that the runtime needs. */
	struct group_command : sycl_rt_command {
		explicit group_command(const handler &group) : sycl_rt_command()
		{
			queue = group.queue_;
			sort = detail::sort_of(group.kind_);
			if (group.queue_->in_order || group.is_after_all_)
				add_flag(SYCL_RT_AFTER_QUEUE);
			if (group.is_barrier_)
				add_flag(SYCL_RT_BARRIER);
			if (group.on_device_)
				add_flag(SYCL_RT_ON_DEVICE);
			region = group.region_;
			nregion = group.nregion_;
			if (group.rare_)
				add_rare(group);
		}
		void add_flag(sycl_rt_command_flags flag) { flags |= static_cast<std::uint32_t>(flag); }
		void add_rare(const handler &group)
		{
			for (const auto &state : group.rare_->after)
				tasks.add(state->task);
			after = tasks.begin();
			nafter = tasks.size();
			if (group.rare_->regions.empty())
				return;
			regions = detail::list<sycl_rt_region>(group.region_, group.nregion_);
			for (const sycl_rt_region &more : group.rare_->regions)
				regions.add(more);
			region = regions.begin();
			nregion = regions.size();
		}

		detail::list<sycl_rt_task *> tasks;
		detail::list<sycl_rt_region> regions;
	};
	bool waits()
	{
		const group_command command(*this);

		return sycl_rt_command_waits(&command) != 0;
	}
	void depends_on_recorded(const detail::event_state &state)
	{
		if (!recorder_) {
			if (!detail::same(kind_, detail::command_kind::none))
				detail::refuse(errc::invalid, "a command that runs now cannot depend on one that was recorded");
			state.node->record(*queue_);
			recorder_ = queue_->recorder.get();
			make_later();
		}
		if (state.node)
			rare().nodes.add(state.node);
		else if (state.queue)
			detail::refuse(errc::invalid, "a command of a graph cannot depend on one that was not recorded");
	}
	void need_no_graph() const
	{
		if (recorder_)
			detail::refuse(errc::invalid, "a graph has no commands of this kind");
	}
	/* Arguments that change are those of nodes which are added. */
	SYCL_CC_ON_DEMAND
	void need_added() const
	{
		if (!recorder_ || recorder_->takes_whole_queue())
			detail::refuse(errc::invalid, "dynamic arguments are for kernels that are added to a graph with command_graph::add");
	}
	/* Hands the group to its recorder. */
	SYCL_CC_ON_DEMAND
	void finish_recorded()
	{
		prepare_later();
		later_->regions = detail::list<sycl_rt_region>(region_, nregion_);
		for (const sycl_rt_region &more : rare().regions)
			later_->regions.add(more);
		if (!detail::same(kind_, detail::command_kind::kernel))
			for (const detail::kernel_argument &argument : rare().arguments)
				if (argument.dynamic)
					detail::refuse(errc::invalid, "a dynamic parameter is an argument of a kernel, and the command group has none");
		const detail::recorded_command command = { later_, kind_, is_barrier_, is_after_all_, rare().nodes, &state_->node };

		later_ = nullptr;
		recorder_->add(command);
	}
	void finish()
	{
		if (!held_.empty())
			release();
		leave_place();
		if (recorder_) {
			finish_recorded();
			return;
		}
		if (is_barrier_ && !queue_->host_memory)
			start_barrier();
		if (detail_is_later()) {
			submit_later();
			return;
		}
		/* Nothing comes before a barrier, a hint that does nothing or a group without a command. */
		if (context_.times && !started_ && (is_barrier_ || detail::same(kind_, detail::command_kind::none)
			|| detail::same(kind_, detail::command_kind::prefetch) || detail::same(kind_, detail::command_kind::advice)))
			context_.times->start = context_.times->end = sycl_rt_now();
		if (!rare_ || rare_->afterwards.empty())
			return;
		if (state_->task) {
			rare_->after.add(state_);
			make_later();
			submit_later();
			return;
		}
		if (started_)
			state_->wait();
		rare_->afterwards.run(context_);
	}
	void prepare_later()
	{
		later_->spec = spec_;
		if (rare_) {
			later_->afterwards.take(rare_->afterwards);
			later_->placeholders.swap(rare_->placeholders);
		}
	}
	void submit_later()
	{
		prepare_later();
		queue_->note_task();
		group_command command(*this);
		if (!later_->waits)
			command.add_flag(queue_->host_memory ? SYCL_RT_WAITS_FOR_NOTHING : SYCL_RT_NEEDS_NOTHING);
		if (holds_queue_)
			command.add_flag(SYCL_RT_BEFORE_UNNAMED);
		later_->regions = detail::list<sycl_rt_region>(command.region, command.nregion);
		command.run = detail::later_group::run;
		command.argument = later_;
		sycl_rt_task *task;

		detail::check_status(sycl_rt_command_later(&command, &task));
		later_ = nullptr;
		state_->set_task(task);
	}

	detail::launch_context context_;
	detail::queue_state *queue_;
	const detail::queue_state *second_ = nullptr;	/* of the queue that takes the group when this one cannot */
	const detail::shared<detail::event_state> &state_;
	detail::later_group *later_ = nullptr;	/* null: commands run at once */
	detail::command_recorder *recorder_ = nullptr;	/* takes the group, which does not run */
	bool is_after_all_ = false, is_barrier_ = false, holds_queue_ = false;
	detail::command_kind kind_ = detail::command_kind::none;
	bool on_device_ = false, started_ = false;	/* what is asked now is about a start; the command is not later */
	bool or_later_ = false;		/* the start tells */
	bool holds_ = false;		/* the group's function is the program's, and may throw */
	detail::held_command held_;	/* the command, until that function has returned */
	sycl_rt_task *place_ = nullptr;	/* null: none, or no more */
	unsigned nregion_ = 0;
	sycl_rt_region region_[4];
	rarely_used *rare_ = nullptr;
	detail::spec_values spec_;
};

namespace detail {

/* What graphs need of the classes whose commands they note. */
struct recorder_access {
	template <typename Queue>
	static queue_state &state(const Queue &of)
	{
		return *of.state_;
	}
	static const shared<later_state> &node(const event &of) { return of.now()->node; }
	static const event_state &state(const event &of) { return *of.now(); }
	static event_state &own_state(const event &of) { return *of.state_; }
	static const shared<event_state> &share(const event &of) { return of.now(); }
	template <typename Queue, typename Share>
	static Queue queue_of(const Share &share)
	{
		return share->in_order ? Queue(share, { property::queue::in_order() }) : Queue(share, {});
	}
	static void record_in(handler &group, command_recorder &recorder)
	{
		group.recorder_ = &recorder;
		group.make_later();
	}
	/* The node of that command group. */
	template <typename Function>
	static shared<later_state> record(command_recorder &recorder, const shared<queue_state> &queue, Function &function)
	{
		const shared<event_state> state(new event_state);
		handler group(state, queue.get());

		state->queue = queue;
		record_in(group, recorder);
		function(group);
		group.finish();
		return state->node;
	}
	static void need(const handler &group, const context &context, const device &device)
	{
		if (group.queue_->context != context || group.queue_->device != device)
			refuse(errc::invalid, "the queue has another device or context than the graph");
	}
	static void need_no_graph(const handler &group) { group.need_no_graph(); }
	/* The group runs the function, after the last execution, which it is from now on. */
	template <typename Function>
	static void run(handler &group, const Function &function, shared<event_state> &last, bool profiled)
	{
		group.state_->profiled = group.state_->profiled && profiled;
		assign(group.kind_, command_kind::graph);
		if (!group.recorder_) {
			if (last && last->task)
				group.rare().after.add(last);
			last = group.state_;
		}
		group.make_later();
		group.later_->waits = true;
		group.later_->commands.add(function);
	}
};

template <typename>
void start_kernel(handler &handler, const sycl_rt_launch &launch)
{
	sycl_rt_work work = {};

	work.kind = SYCL_RT_WORK_KERNEL;
	work.launch = &launch;
	handler.start(work);
}

/* The thread is in the group's function from its beginning to its end. */
class holding {
public:
#ifdef SYCL_CC_DEVICE
	explicit holding(handler *) {}
#else
	explicit holding(handler *group) : before_(holding_group)
	{
		holding_group = { group, [](handler &held, const sycl_rt_region &memory) { held.detail_start_held(memory); } };
	}
	holding(const holding &) = delete;
	holding &operator=(const holding &) = delete;
	~holding() { holding_group = before_; }

private:
	held_group before_;
#endif
};

inline void *uses_memory(handler &handler, const sycl_rt_region &region, const sycl_rt_region &whole, bool on_host, bool writes_back)
{
	if (writes_back && region.writes)
		handler.detail_need_no_graph();
	return handler.detail_uses(region, whole, on_host);
}

inline std::uint32_t reserve_local(handler &handler, std::size_t size, std::size_t alignment)
{
	const std::size_t offset = (handler.context_.local_bytes + alignment - 1) / alignment * alignment;

	if (size > std::numeric_limits<std::uint32_t>::max() - offset)
		detail::refuse(errc::memory_allocation, "more local memory is asked for than a work-group can have");
	handler.context_.local_bytes = offset + size;
	return static_cast<std::uint32_t>(offset);
}

}

}

#endif
