/*
 * sycl::event: a command that was submitted.  A command that has not ended when
 * submit() returns is a task of the runtime.
 */
#ifndef SYCL_EVENT_HPP
#define SYCL_EVENT_HPP

#include <vector>

#include <sycl/detail/std_mutex.hpp>
#include <sycl/device.hpp>
#include <sycl/exception.hpp>
#include <sycl/info.hpp>

namespace sycl {

namespace detail {

struct queue_state;

/* What an extension keeps for the next command of a queue. */
struct later_state : counted {
	virtual ~later_state() = default;
	/* Of the command of a graph that is being recorded: the queue is recorded to it from now on, or this fails. */
	virtual void record(queue_state &) {}
};

struct recorded_command;

/* Takes the command groups of a queue instead of running them. */
struct command_recorder : later_state {
	virtual void add(const recorded_command &command) = 0;
	/* All that is submitted to the queue comes here. */
	virtual bool takes_whole_queue() const = 0;
	/* Of the queue; null: none. */
	virtual shared<later_state> last_command() const { return {}; }
};

/* All states of queues, for what is asked of a device. */
struct queue_state;
struct queue_register {
	std::mutex mutex;
	queue_state *first = nullptr;
};
inline queue_register all_queues;

/* State that the copies of a queue share. */
struct queue_state : counted {
	queue_state(const sycl::device &d, const sycl::context &c, const async_handler &h, bool order, bool profile)
		: device(copy_of(d)), context(copy_of(c)), handler(h), in_order(order), profiling(profile),
		  host_memory(sycl_rt_device_number(d.detail_get(), SYCL_RT_DEVICE_HOST_MEMORY) != 0)
	{
		const std::lock_guard<std::mutex> guard(all_queues.mutex);

		next = all_queues.first;
		link = &all_queues.first;
		if (next)
			next->link = &next;
		all_queues.first = this;
	}
	~queue_state()
	{
		{
			const std::lock_guard<std::mutex> guard(all_queues.mutex);

			*link = next;
			if (next)
				next->link = link;
		}
		if (has_tasks)
			sycl_rt_queue_forget(this);
	}

	void add_error(const std::exception_ptr &error)
	{
		const std::lock_guard<std::mutex> guard(mutex);

		errors.add(error);
	}
	bool may_have_tasks() const { return __atomic_load_n(&has_tasks, __ATOMIC_RELAXED); }
	bool was_used() const { return __atomic_load_n(&used, __ATOMIC_RELAXED); }
	void note_use() { __atomic_store_n(&used, true, __ATOMIC_RELAXED); }
	void note_task() { __atomic_store_n(&has_tasks, true, __ATOMIC_RELAXED); }

	sycl::device device;
	sycl::context context;
	async_handler handler;
	bool in_order, profiling;
	bool host_memory;	/* of the device: buffers have no copy there */
	bool discards = false;	/* the program has no use for the events */
	unsigned queues = 1;	/* queue objects */
	queue_state *next, **link;	/* in all_queues: what points to this one */
	bool has_tasks = false;	/* some command of the queue was, or is, a task */
	bool used = false;	/* some command group was for it */
	std::mutex mutex;
	list<std::exception_ptr> errors;	/* not yet given to the handler */
	shared<later_state> external;	/* an event that the next command comes after */
	shared<command_recorder> recorder;	/* of a queue that records */
};

struct event_state : counted {
	~event_state()
	{
		if (task)
			sycl_rt_task_leave(task, &times);
		if (first)
			sycl_rt_task_leave(first, &times);
	}
	/* The next task of a group of several; the first one says when the command began. */
	void set_task(sycl_rt_task *next)
	{
		if (task && first)
			sycl_rt_task_drop(task);
		else if (task)
			first = task;
		task = next;
	}
	/* The command comes after that one, whose queues' errors are asked for with its own. */
	void note_queues(const event_state &before)
	{
		note_queue(before.queue);
		for (const shared<queue_state> &other : before.others)
			note_queue(other);
	}
	void note_queue(const shared<queue_state> &other)
	{
		if (!other || other.get() == queue.get())
			return;
		for (const shared<queue_state> &known : others)
			if (known.get() == other.get())
				return;
		others.add(other);
	}
	void need_run() const
	{
		if (node)
			refuse(errc::invalid, "the command was recorded: it runs when its graph does");
		need_use();
	}
	void need_use() const
	{
		if (discarded)
			refuse(errc::invalid, "the event is of a queue with the property discard_events");
	}
	void wait() const
	{
		need_run();
		if (task)
			sycl_rt_task_wait(task);
		if (first)
			sycl_rt_task_wait(first);
	}

	sycl_rt_times times = {};
	bool profiled = false;
	bool discarded = false;	/* of a queue that discards its events */
	bool is_tag = false;	/* it has one time, at which the commands before it had ended */
	shared<later_state> made;	/* of an event that was made before its command */
	shared<event_state> follows;	/* the command of such an event */
	shared<queue_state> queue;
	list<shared<queue_state>> others;	/* of the events that it depends on */
	sycl_rt_task *task = nullptr;	/* null: it has ended */
	sycl_rt_task *first = nullptr;	/* the first one of several */
	shared<later_state> node;	/* of a command that was recorded */
	shared<later_state> foreign;	/* the objects of the backend that make_event() made it of */
};

struct recorder_access;

SYCL_CC_ON_DEMAND
void deliver_errors(queue_state &queue);

}

class event {
public:
	/* A command that has ended; equal to its copies only. */
	event() : state_(new detail::event_state) {}

	/* Of an event without a command, that of the default device. */
	backend get_backend() const noexcept { return now()->queue ? now()->queue->device.get_backend() : device().get_backend(); }
	bool is_host() const { return false; }
	template <typename List = std::vector<event>>
	List get_wait_list() const
	{
		List list;

		now()->need_use();
		if (!now()->task)
			return list;
		detail::list<sycl_rt_task *> tasks;
		std::size_t room = 0, n;

		while ((n = sycl_rt_task_before(now()->task, tasks.begin(), room)) > room) {
			for (std::size_t i = 0; i < room; i++)
				sycl_rt_task_leave(tasks[i], nullptr);
			while (room < n + 8) {
				tasks.add(nullptr);
				room++;
			}
		}
		for (std::size_t i = 0; i < n; i++) {
			list.push_back(event());
			list.back().state_->task = tasks[i];
		}
		return list;
	}
	void wait() const { now()->wait(); }
	template <typename List = std::vector<event>, typename detail::if_vector<List, event>::type = 0>
	static void wait(const List &events)
	{
		for (const event &e : events)
			e.wait();
	}
	void wait_and_throw() const
	{
		wait();
		if (now()->queue)
			detail::deliver_errors(*now()->queue);
		for (const detail::shared<detail::queue_state> &other : now()->others)
			detail::deliver_errors(*other);
	}
	template <typename List = std::vector<event>, typename detail::if_vector<List, event>::type = 0>
	static void wait_and_throw(const List &events)
	{
		for (const event &e : events)
			e.wait_and_throw();
	}

	template <typename Param>
	typename Param::return_type get_info() const
	{
		if constexpr (std::is_same_v<Param, info::event::command_execution_status>) {
			if (now()->discarded)
				return info::event_command_status::ext_oneapi_unknown;
			now()->need_run();
			return !now()->task ? info::event_command_status::complete : status(sycl_rt_task_ask(now()->task));
		} else
			return 1;
	}
	template <typename Param>
	typename Param::return_type get_backend_info() const
	{
		return get_info<Param>();
	}
	template <typename Param>
	typename Param::return_type get_profiling_info() const
	{
		now()->need_run();
		if (!now()->profiled)
			detail::refuse(errc::invalid,
				"profiling information is only there when the queue has property::queue::enable_profiling");
		wait();
		if (now()->is_tag)
			return now()->times.end;
		if constexpr (std::is_same_v<Param, info::event_profiling::command_submit>)
			return now()->times.submit;
		else if constexpr (std::is_same_v<Param, info::event_profiling::command_start>)
			return now()->times.start;
		else
			return now()->times.end;
	}

	SYCL_CC_OWNER_BEFORE
	friend bool operator==(const event &a, const event &b) { return a.identity() == b.identity(); }
	friend bool operator!=(const event &a, const event &b) { return a.identity() != b.identity(); }

private:
	friend class handler;
	friend class queue;
	friend struct detail::recorder_access;
	friend struct detail::weak_access;
	friend struct std::hash<event>;

	static info::event_command_status status(sycl_rt_task_state state)
	{
		return detail::same(state, SYCL_RT_TASK_ENDED) ? info::event_command_status::complete
			: detail::same(state, SYCL_RT_TASK_RUNNING) ? info::event_command_status::running : info::event_command_status::submitted;
	}

	explicit event(detail::shared<detail::event_state> state) : state_(std::move(state)) {}
	/* Of the command that it follows, for all copies. */
	const detail::shared<detail::event_state> &now() const { return state_->follows ? state_->follows : state_; }
	const void *identity() const { return state_->task && !state_->made ? static_cast<const void *>(state_->task) : state_.get(); }

	detail::shared<detail::event_state> state_;
};

}

template <>
struct std::hash<sycl::event> {
	std::size_t operator()(const sycl::event &event) const { return std::hash<const void *>()(event.identity()); }
};

#endif
