/*
 * sycl::handler: one command group.  Its command runs when it is named, unless
 * it is a host task or comes after one that has not ended.
 */
#ifndef SYCL_HANDLER_HPP
#define SYCL_HANDLER_HPP

#include <algorithm>
#include <atomic>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <sycl/accessor.hpp>
#include <sycl/detail/kernel.hpp>
#include <sycl/device.hpp>
#include <sycl/event.hpp>
#include <sycl/reduction.hpp>

namespace sycl {

/* What a host task receives that wants to use the backend's own objects; this backend has none. */
class interop_handle {
public:
	backend get_backend() const noexcept { return backend::ext_sycl_cc_cpu; }
};

namespace detail {

struct queue_state {
	queue_state(const sycl::device &d, const sycl::context &c, const async_handler &h, bool order, bool profile)
		: device(d), context(c), handler(h), in_order(order), profiling(profile) {}

	void add_error(std::exception_ptr error)
	{
		const std::lock_guard<std::mutex> guard(mutex);

		errors.push_back(error);
	}

	sycl::device device;
	sycl::context context;
	async_handler handler;
	bool in_order, profiling;
	std::atomic<bool> has_tasks{ false };	/* some command of the queue was, or is, a task */
	std::mutex mutex;
	std::vector<std::exception_ptr> errors;	/* not yet given to the handler */
};

/* What a command group that runs later needs for that. */
struct later_group {
	explicit later_group(const std::shared_ptr<event_state> &state) : event(state) {}

	/* What goes wrong is an asynchronous error; nothing of the group follows it. */
	static void run(void *argument)
	{
		const std::unique_ptr<later_group> group(static_cast<later_group *>(argument));
		const launch_context context = { group->event->queue->device.detail_get(), 0, nullptr, &group->spec, nullptr };
		sycl_rt_times &times = group->event->times;

		try {
			times.start = sycl_rt_now();
			for (const auto &command : group->commands)
				command(context);
			times.end = sycl_rt_now();
			for (const auto &f : group->afterwards)
				f();
		} catch (...) {
			times.end = sycl_rt_now();
			group->event->queue->add_error(std::current_exception());
		}
	}

	std::shared_ptr<event_state> event;
	spec_values spec;
	std::vector<std::function<void(const launch_context &)>> commands;
	std::vector<std::function<void()>> afterwards;
};

inline void launch_later(later_group &group, const sycl_rt_launch &launch, std::shared_ptr<const void> function)
{
	group.commands.emplace_back([launch, function](const launch_context &context) {
		sycl_rt_launch own = launch;

		own.functor = function.get();
		own.times = nullptr;
		launch_now(own, context);
	});
}

inline void run_later(later_group &group, std::function<void(const launch_context &)> run)
{
	group.commands.push_back(std::move(run));
}

/* "this nd_range kernel runs hierarchically": one physical work-item is a whole group. */
template <int Dimensions, typename Function>
class work_group_kernel {
public:
	work_group_kernel(const Function &f, const range<Dimensions> &local) : f_(f), local_(local) {}
	void operator()(nd_item<Dimensions>, kernel_handler handler) const
	{
		if constexpr (std::is_invocable_v<const Function &, group<Dimensions>, kernel_handler>)
			f_(maker::make<group<Dimensions>>(local_), handler);
		else
			f_(maker::make<group<Dimensions>>(local_));
	}

private:
	Function f_;
	range<Dimensions> local_;
};

template <typename Name>
class hierarchical;

}

enum class bundle_state : int;

template <bundle_state State>
class kernel_bundle;

class handler {
public:
	handler(const handler &) = delete;
	handler &operator=(const handler &) = delete;

	template <typename T, int Dimensions, access_mode Mode, target Target, access::placeholder Placeholder>
	void require(const accessor<T, Dimensions, Mode, Target, Placeholder> &accessor)
	{
		if constexpr (Target != target::local)
			detail_uses(accessor.detail_region());
	}
	void depends_on(const event &event)
	{
		if (event.state_->task)
			rare().after.push_back(event.state_);
	}
	void depends_on(const std::vector<event> &events)
	{
		for (const event &e : events)
			depends_on(e);
	}

	/* --- specialization constants: the group's own values, or those of a bundle --- */

	template <auto &Id>
	void set_specialization_constant(const detail::spec_type<Id> &value)
	{
		if (rare_ && rare_->has_bundle)
			throw exception(make_error_code(errc::invalid),
				"the command group uses a kernel bundle, whose specialization constants are fixed");
		spec_.set<Id>(value);
	}
	template <auto &Id>
	detail::spec_type<Id> get_specialization_constant() const
	{
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
	/* parallel_for(size, [offset or reduction...,] f); sizes may stand in braces. */
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
	template <typename Name = void, typename Number, typename... Rest, detail::if_integral<Number> = 0>
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
		using kernel = detail::work_group_kernel<Dimensions, Function>;
		using name = detail::hierarchical<detail::kernel_name<Name, Function>>;

		if (local.size() == 0 || local.size() > detail::max_hierarchical_group)
			throw exception(make_error_code(errc::nd_range), "a work-group of a hierarchical kernel has 1 to 1024 work-items");
		launch<SYCL_RT_KIND_ND_RANGE, Dimensions, name>({ groups, ones<Dimensions>(), id<Dimensions>() }, kernel(f, local));
	}
	template <typename Name = void, int Dimensions, typename Function>
	void parallel_for_work_group(range<Dimensions> groups, const Function &f)
	{
		parallel_for_work_group<Name>(groups, ones<Dimensions>(), f);
	}

	/* --- commands on memory --- */

	void memcpy(void *to, const void *from, std::size_t size)
	{
		timed([device = context_.device, to, from, size] { detail::check(sycl_rt_copy(device, to, from, size)); });
	}
	template <typename T>
	void copy(const T *from, T *to, std::size_t n)
	{
		memcpy(to, from, detail::bytes_of(range<1>(n), sizeof(T), errc::invalid));
	}
	void memset(void *to, int value, std::size_t size)
	{
		const unsigned char byte = static_cast<unsigned char>(value);

		timed([device = context_.device, to, byte, size] { detail::check(sycl_rt_fill(device, to, &byte, 1, size)); });
	}
	template <typename T>
	void fill(void *to, const T &pattern, std::size_t n)
	{
		timed([device = context_.device, to, pattern, n] { detail::check(sycl_rt_fill(device, to, &pattern, sizeof(T), n)); });
	}
	void prefetch(const void *, std::size_t) {}
	void mem_advise(const void *, std::size_t, int) {}
	template <typename T, int Dimensions, access_mode Mode, target Target, access::placeholder Placeholder, typename Value>
	void copy(accessor<T, Dimensions, Mode, Target, Placeholder> from, std::shared_ptr<Value> to)
	{
		timed([from, to] { std::copy(from.begin(), from.end(), to.get()); });
	}
	template <typename Value, typename T, int Dimensions, access_mode Mode, target Target, access::placeholder Placeholder>
	void copy(std::shared_ptr<Value> from, accessor<T, Dimensions, Mode, Target, Placeholder> to)
	{
		timed([from, to] { std::copy(from.get(), from.get() + to.size(), to.begin()); });
	}
	template <typename T, int Dimensions, access_mode Mode, target Target, access::placeholder Placeholder, typename Value>
	void copy(accessor<T, Dimensions, Mode, Target, Placeholder> from, Value *to)
	{
		timed([from, to] { std::copy(from.begin(), from.end(), to); });
	}
	template <typename Value, typename T, int Dimensions, access_mode Mode, target Target, access::placeholder Placeholder>
	void copy(const Value *from, accessor<T, Dimensions, Mode, Target, Placeholder> to)
	{
		timed([from, to] { std::copy(from, from + to.size(), to.begin()); });
	}
	template <typename T, int Dimensions, access_mode Mode, target Target, access::placeholder Placeholder,
		typename Value, int ToDimensions, access_mode ToMode, target ToTarget, access::placeholder ToPlaceholder>
	void copy(accessor<T, Dimensions, Mode, Target, Placeholder> from, accessor<Value, ToDimensions, ToMode, ToTarget, ToPlaceholder> to)
	{
		if (to.size() < from.size())
			throw exception(make_error_code(errc::invalid), "copy into an accessor that is smaller than its source");
		timed([from, to] { std::copy(from.begin(), from.end(), to.begin()); });
	}
	template <typename T, int Dimensions, access_mode Mode, target Target, access::placeholder Placeholder, typename Value>
	void fill(accessor<T, Dimensions, Mode, Target, Placeholder> to, const Value &value)
	{
		timed([to, value] { std::fill(to.begin(), to.end(), static_cast<T>(value)); });
	}
	template <typename Accessor>
	void update_host(const Accessor &) {}
	/* Runs on a thread of its own.  Exceptions of the task are asynchronous errors. */
	template <typename Function>
	void host_task(Function &&f)
	{
		auto task = std::make_shared<std::decay_t<Function>>(std::forward<Function>(f));

		make_later();
		later_->commands.emplace_back([task](const detail::launch_context &) {
			if constexpr (std::is_invocable_v<std::decay_t<Function> &, interop_handle>)
				(*task)(interop_handle());
			else
				(*task)();
		});
	}

	/* For these headers only. */
	template <sycl_rt_kernel_kind Kind, int Dimensions, typename Name, typename Function>
	void detail_launch(const detail::launch_shape<Dimensions> &shape, const Function &f)
	{
		launch<Kind, Dimensions, Name>(shape, f);
	}
	const sycl_rt_device *detail_device() const { return context_.device; }
	/* The group's command uses that memory. */
	void detail_uses(const sycl_rt_region &region)
	{
		if (nregion_ < sizeof region_ / sizeof *region_)
			region_[nregion_++] = region;
		else
			rare().regions.push_back(region);
	}
	/* Whether the group's commands run later; they come after what it has named so far. */
	bool detail_is_later()
	{
		if ((nregion_ || rare_ || queue_->has_tasks.load(std::memory_order_relaxed)) && !later_ && sycl_rt_tasks() && waits())
			make_later();
		return later_ != nullptr;
	}
	/* Runs the function when the command has ended. */
	template <typename Function>
	void detail_afterwards(Function f)
	{
		rare().afterwards.emplace_back(std::move(f));
	}

private:
	friend class queue;
	friend std::uint32_t detail::reserve_local(handler &, std::size_t, std::size_t);

	handler(const std::shared_ptr<detail::event_state> &state, detail::queue_state *queue)
		: context_{ queue->device.detail_get(), 0, queue->profiling ? &state->times : nullptr, &spec_, nullptr },
		  queue_(queue), state_(state) {}

	/* What most groups have nothing of. */
	struct rarely_used {
		std::vector<std::shared_ptr<detail::event_state>> after;	/* with tasks */
		std::vector<sycl_rt_region> regions;	/* those that do not fit elsewhere */
		std::vector<std::function<void()>> afterwards;
		bool has_bundle = false;
		std::vector<std::string> bundle_kernels;
	};
	rarely_used &rare()
	{
		if (!rare_)
			rare_ = std::make_unique<rarely_used>();
		return *rare_;
	}

	template <int Dimensions>
	static range<Dimensions> ones()
	{
		return range<Dimensions>() + 1;
	}
	template <sycl_rt_kernel_kind Kind, int Dimensions, typename Name, typename Function>
	void launch(const detail::launch_shape<Dimensions> &shape, const Function &f)
	{
		if (rare_ && rare_->has_bundle)
			check_bundle(detail::kernel_symbol<detail::kernel_name<Name, Function>>());
		detail_is_later();
		detail::launch_kernel<Kind, Dimensions, Name>(f, shape, context_);
	}
	/* Runs a command that is no kernel. */
	template <typename Function>
	void timed(const Function &command)
	{
		if (detail_is_later()) {
			later_->commands.emplace_back([command](const detail::launch_context &) { command(); });
			return;
		}
		if (context_.times)
			context_.times->start = sycl_rt_now();
		command();
		if (context_.times)
			context_.times->end = sycl_rt_now();
	}

	/* A bundle that is used must hold the kernel. */
	void check_bundle(const char *kernel) const
	{
		for (const std::string &name : rare_->bundle_kernels)
			if (name == kernel)
				return;
		throw exception(make_error_code(errc::kernel_not_supported), "the kernel bundle in use does not hold this kernel");
	}

	void make_later()
	{
		if (later_)
			return;
		later_ = std::make_unique<detail::later_group>(state_);
		context_.later = later_.get();
	}
	/* Calls the function with what the runtime has to know of the group. */
	template <typename Function>
	auto with_command(const Function &f)
	{
		std::vector<sycl_rt_task *> tasks;
		std::vector<sycl_rt_region> regions(region_, region_ + nregion_);
		sycl_rt_command command = {};

		if (rare_) {
			for (const auto &state : rare_->after)
				tasks.push_back(state->task);
			regions.insert(regions.end(), rare_->regions.begin(), rare_->regions.end());
		}
		command.queue = queue_;
		if (queue_->in_order || is_after_all_)
			command.flags |= SYCL_RT_AFTER_QUEUE;
		if (is_barrier_)
			command.flags |= SYCL_RT_BARRIER;
		command.after = tasks.data();
		command.nafter = tasks.size();
		command.region = regions.data();
		command.nregion = regions.size();
		return f(command);
	}
	bool waits()
	{
		return with_command([](const sycl_rt_command &command) { return sycl_rt_command_waits(&command) != 0; });
	}
	void finish()
	{
		if (detail_is_later()) {
			submit_later();
			return;
		}
		if (rare_)
			for (const auto &f : rare_->afterwards)
				f();
	}
	void submit_later()
	{
		later_->spec = spec_;
		if (rare_)
			later_->afterwards = std::move(rare_->afterwards);
		queue_->has_tasks.store(true, std::memory_order_relaxed);
		with_command([this](sycl_rt_command &command) {
			command.run = detail::later_group::run;
			command.argument = later_.get();
			detail::check(sycl_rt_command_later(&command, &state_->task));
			later_.release();
		});
	}

	detail::launch_context context_;
	detail::queue_state *queue_;
	const std::shared_ptr<detail::event_state> &state_;
	std::unique_ptr<detail::later_group> later_;	/* null: commands run at once */
	bool is_after_all_ = false, is_barrier_ = false;
	unsigned nregion_ = 0;
	sycl_rt_region region_[4];
	std::unique_ptr<rarely_used> rare_;
	detail::spec_values spec_;
};

namespace detail {

inline void uses_memory(handler &handler, const sycl_rt_region &region)
{
	handler.detail_uses(region);
}

inline std::uint32_t reserve_local(handler &handler, std::size_t size, std::size_t alignment)
{
	const std::size_t offset = (handler.context_.local_bytes + alignment - 1) / alignment * alignment;

	if (size > std::numeric_limits<std::uint32_t>::max() - offset)
		throw exception(make_error_code(errc::memory_allocation), "more local memory is asked for than a work-group can have");
	handler.context_.local_bytes = offset + size;
	return static_cast<std::uint32_t>(offset);
}

}

}

#endif
