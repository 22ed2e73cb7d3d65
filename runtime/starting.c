/*
 * Starting commands: kernels of the CPU, which are tasks of the pool's threads or run at once, and what devices with
 * memory of their own do, in lanes that each keep an order (doc/runtime.md).
 */
#include "tasks.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* --- kernels of the CPU --- */

/*
 * Of a kernel that is launched for the first times nobody knows how long it takes.  If it could
 * start at once it gets a moment to end, so that soon the quick ones are known.
 */
static void
wait_a_moment(struct sycl_rt_task *task, const struct rt_loaded *loaded)
{
	enum { MOMENT = 100000 };
	struct timespec until;
	int result = 0;

	rt_task_spin(task);
	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_nsec += MOMENT;
	until.tv_sec += until.tv_nsec / 1000000000;
	until.tv_nsec %= 1000000000;
	pthread_mutex_lock(&rt_tasks.lock);
	while (task->state == SYCL_RT_TASK_READY && result == 0) {
		task->awaited = true;
		result = pthread_cond_clockwait(&rt_tasks.ended, &rt_tasks.lock, CLOCK_MONOTONIC, &until);
	}
	if (task->state == SYCL_RT_TASK_READY && task->began)
		rt_cpu_note_slow(loaded);
	pthread_mutex_unlock(&rt_tasks.lock);
}

/* Runs the kernel when it is quick, else makes a task of it; takes over loaded. */
static int
start_on_cpu(const struct sycl_rt_command *command, const struct sycl_rt_device *device, const struct sycl_rt_launch *launch,
	const struct rt_loaded *loaded, const void *buffer, struct sycl_rt_times *times, struct sycl_rt_task **made)
{
	struct sycl_rt_task now, *task;
	int status = SYCL_RT_SUCCESS;
	struct rt_traced *const traced = rt_trace_launch(launch, command->queue, device);
	uint64_t groups, start, end;
	bool unknown;

	if (rt_cpu_is_quick(launch, loaded)) {
		rt_tasks_begin();
		if (rt_task_begin_quick(&now, command)) {
			start = times || traced ? sycl_rt_now() : 0;
			status = rt_cpu_run_quick(launch, loaded, buffer);
			end = times || traced ? sycl_rt_now() : 0;
			if (times)
				rt_times_set(times, start, end);
			rt_trace_end(traced, start, end);
			free(traced);
			rt_task_end_quick(&now);
			rt_native_done(loaded);
			return status;
		}
	}
	task = rt_task_make(command);
	if (!task)
		status = rt_fail(SYCL_RT_MEMORY_ALLOCATION, "out of memory: cannot submit a command");
	else
		task->kernel = rt_cpu_kernel_make(launch, loaded, buffer, &groups, &task->threads, &status);
	if (status) {
		rt_native_done(loaded);
		if (task)
			free(task->region);
		free(task);
		free(traced);
		return status;
	}
	rt_task_set_kernel(task, groups);
	task->job.share = rt_cpu_share(device);
	task->times = times;
	task->traced = traced;
	unknown = rt_cpu_is_unknown(loaded);
	rt_task_submit(task, command);
	if (unknown)
		wait_a_moment(task, loaded);
	*made = task;
	return SYCL_RT_SUCCESS;
}

/* --- starting commands on devices --- */

/* The lanes of in-order queues; guarded by lock. */
enum { MOST_LANE_QUEUES = 64 };
static struct {
	const void *queue;
	unsigned lane;
} lane_queue[MOST_LANE_QUEUES];
static size_t nlane_queue;

/* What starting a command takes, and gives. */
struct starting {
	const struct sycl_rt_command *command;
	const struct sycl_rt_device *device;
	struct sycl_rt_task *task;
	struct rt_start start;
	void *after[128 + 8];
	struct sycl_rt_task *before[128 + 8];	/* whose marks these are */
	struct sycl_rt_task *named[64];	/* those that the command names and whose lane has a newer one */
	size_t nnamed;
};

/* What the task that a device starts comes after, for questions about it. */
static void
keep_before(const struct starting *starting)
{
	struct sycl_rt_task *const task = starting->task;
	const size_t nafter = starting->start.nafter, n = nafter + starting->nnamed;

	task->device_before = n ? reallocarray(NULL, n, sizeof *task->device_before) : NULL;
	for (size_t i = 0; task->device_before && i < n; i++) {
		task->device_before[i] = i < nafter ? starting->before[i] : starting->named[i - nafter];
		task->device_before[i]->users++;
		task->ndevice_before++;
	}
}

static unsigned
lane_by_address(const void *of)
{
	return (unsigned)((uintptr_t)of >> 6) % RT_LANES;
}

/* Of an in-order queue, which keeps it; the first ones have one each.  Others use all lanes.  With the lock held. */
static unsigned
lane_of(const void *queue)
{
	unsigned nqueue[RT_LANES] = { 0 }, best = 0;

	for (size_t i = 0; i < nlane_queue; i++) {
		if (lane_queue[i].queue == queue)
			return lane_queue[i].lane;
		nqueue[lane_queue[i].lane]++;
	}
	if (nlane_queue == MOST_LANE_QUEUES)
		return lane_by_address(queue);
	for (unsigned lane = 1; lane < RT_LANES; lane++)
		if (nqueue[lane] < nqueue[best])
			best = lane;
	lane_queue[nlane_queue].queue = queue;
	lane_queue[nlane_queue++].lane = best;
	return best;
}

void
rt_lane_forget(const void *queue)
{
	size_t i = 0;

	while (i < nlane_queue && lane_queue[i].queue != queue)
		i++;
	if (i < nlane_queue)
		lane_queue[i] = lane_queue[--nlane_queue];
}

unsigned
rt_task_lane(void)
{
	unsigned lane = lane_by_address(&rt_this_thread);

	pthread_mutex_lock(&rt_tasks.lock);
	if (rt_current_task)
		lane = rt_current_task->after_queue && rt_current_task->queue ? lane_of(rt_current_task->queue) : lane_by_address(rt_current_task);
	pthread_mutex_unlock(&rt_tasks.lock);
	return lane;
}

/* For a command that comes after none: where least is. */
static unsigned
free_lane(const struct sycl_rt_device *device)
{
	static unsigned last;
	size_t n[RT_LANES] = { 0 };
	unsigned best;

	for (const struct sycl_rt_task *task = rt_tasks.live; task; task = task->next)
		if (task->device == device)
			n[task->lane]++;
	best = last = (last + 1) % RT_LANES;
	for (unsigned i = 1; i < RT_LANES; i++)
		if (n[(last + i) % RT_LANES] < n[best])
			best = (last + i) % RT_LANES;
	return last = best;
}

/* Whether something newer in the task's lane is there already: the lane keeps the order. */
static bool
has_newer(const struct starting *starting, const struct sycl_rt_task *task)
{
	for (size_t i = 0; i < starting->start.nafter; i++)
		if (starting->before[i]->device == task->device && starting->before[i]->lane == task->lane)
			return true;
	return false;
}

/* With the lock held: waits for the oldest task in the lane when the driver would wait there; whether it had to. */
static bool
wait_for_lane(const struct starting *starting)
{
	const struct rt_backend *backend = starting->device->backend;
	struct sycl_rt_task *task = rt_tasks.oldest;

	if (!backend->has_room || backend->has_room(starting->device, &starting->start))
		return false;
	while (task && (task->device != starting->device || task->lane != starting->start.lane))
		task = task->previous;
	if (task)
		rt_task_wait_device(task);
	return task != NULL;
}

/* With the lock held: whether the command comes after a task of a thread; waits while another thread starts one such. */
static bool
is_behind_thread(const struct sycl_rt_command *command)
{
	struct sycl_rt_task *other;

	do {
		other = command->flags & SYCL_RT_ON_DEVICE && rt_tasks.nthread_task == 0 ? NULL : rt_tasks.live;
		while (other && ((other->device && command->flags & SYCL_RT_ON_DEVICE) || !rt_task_comes_before(other, command)))
			other = other->next;
		if (other && other->starter)
			rt_task_wait_once(other);
		else
			return other != NULL;
	} while (true);
}

/*
 * With the lock held: the marks of what comes before, and the lane; what other backends do is waited for.
 * False: the command must be later.
 */
static bool
find_marks(struct starting *starting)
{
	const struct sycl_rt_command *command = starting->command;
	struct rt_start *start = &starting->start;
	struct sycl_rt_task *other, *last = NULL;
	bool again = true, is_in_lane;

	while (again) {
		again = false;
		last = NULL;
		start->nafter = starting->nnamed = 0;
		if (command->flags & SYCL_RT_OR_LATER && is_behind_thread(command))
			return false;
		for (other = rt_tasks.live; other && !again; other = other->next) {
			if (!other->device || !rt_task_comes_before(other, command))
				continue;
			again = other->device->backend != starting->device->backend
				|| start->nafter == sizeof starting->after / sizeof *starting->after;
			if (again)
				rt_task_wait_device(other);
			else if (!has_newer(starting, other))
				starting->before[start->nafter] = other, starting->after[start->nafter++] = other->mark;
			else if (rt_task_is_named(command, other) && starting->nnamed < sizeof starting->named / sizeof *starting->named)
				starting->named[starting->nnamed++] = other;
			if (!again && !last)
				last = other;
			/* That one comes after all that is older in the queue. */
			if (!again && command->flags & SYCL_RT_AFTER_QUEUE && !command->nafter && !command->nregion
			    && other->queue == command->queue && other->after_queue)
				break;
		}
		if (again)
			continue;
		if (command->flags & SYCL_RT_AFTER_QUEUE)
			start->lane = lane_of(command->queue);
		else
			start->lane = last && last->device == starting->device ? last->lane : free_lane(starting->device);
		again = wait_for_lane(starting);
	}
	/* The lane itself keeps the order behind the newest of its marks, the first one. */
	start->after = starting->after;
	is_in_lane = last && last->device == starting->device && last->lane == start->lane;
	/* The program has no handle of that, and nothing but this queue comes after it. */
	start->joins = is_in_lane && start->nafter == 1 && last->users == 1 && !last->nregion && last->queue == command->queue
		? last->mark : NULL;
	keep_before(starting);
	if (is_in_lane) {
		start->after++;
		start->nafter--;
	}
	return true;
}

static int
start_task(struct starting *starting)
{
	struct sycl_rt_task *task = starting->task;
	int status;

	rt_tasks_begin();
	pthread_mutex_lock(&rt_tasks.lock);
	rt_tasks_reap();
	status = find_marks(starting) ? starting->device->backend->start(starting->device, &starting->start, &task->mark) : SYCL_RT_IS_LATER;
	task->lane = starting->start.lane;
	if (!status && task->mark) {
		rt_task_link(task);
	} else {
		/* It has ended, or never begins: nobody else knows it. */
		task->users = 1;
		for (size_t i = 0; i < task->ndevice_before; i++)
			rt_task_put(task->device_before[i]);
		rt_task_put(task);
		starting->task = NULL;
	}
	pthread_mutex_unlock(&rt_tasks.lock);
	return status;
}

API int
sycl_rt_command_reserve(const struct sycl_rt_command *command, struct sycl_rt_task **place)
{
	struct sycl_rt_task *made = rt_task_make(command);

	*place = NULL;
	if (!made)
		return rt_fail(SYCL_RT_MEMORY_ALLOCATION, "out of memory: cannot submit a command");
	made->starter = &rt_this_thread;
	made->state = SYCL_RT_TASK_RUNNING;
	rt_tasks_begin();
	pthread_mutex_lock(&rt_tasks.lock);
	if (!is_behind_thread(command)) {
		rt_task_link(made);
		made->outer = rt_own_place;
		rt_own_place = *place = made;
	} else {
		made->users = 1;
		rt_task_put(made);
	}
	pthread_mutex_unlock(&rt_tasks.lock);
	return SYCL_RT_SUCCESS;
}

API void
sycl_rt_place_release(struct sycl_rt_task *place, struct sycl_rt_task *started)
{
	pthread_mutex_lock(&rt_tasks.lock);
	rt_own_place = place->outer;
	/* What waits for the place waits for the command. */
	for (size_t i = 0; started && started->state != SYCL_RT_TASK_ENDED && i < place->nsuccessor; i++)
		while (!rt_task_add_successor(started, place->successor[i]) && started->state != SYCL_RT_TASK_ENDED)
			rt_task_wait_once(started);	/* out of memory for that */
	if (place->state != SYCL_RT_TASK_ENDED)
		rt_task_end(place, false);
	rt_task_put(place);
	pthread_mutex_unlock(&rt_tasks.lock);
}

/* Starts the work on a device with memory of its own. */
static int
start_on_device(const struct sycl_rt_command *command, const struct sycl_rt_device *device, const struct sycl_rt_work *what,
	const struct rt_loaded *loaded, const void *buffer, struct sycl_rt_times *times, struct sycl_rt_task **made)
{
	struct starting starting;	/* its lists are long: they stay as they are */
	int status;

	starting.command = command;
	starting.device = device;
	starting.task = rt_task_make(command);
	if (!starting.task)
		return rt_fail(SYCL_RT_MEMORY_ALLOCATION, "out of memory: cannot submit a command");
	starting.task->device = device;
	starting.task->state = SYCL_RT_TASK_RUNNING;
	starting.task->times = times;
	starting.task->traced = rt_trace_work(what, command->queue, device);
	starting.start = (struct rt_start){
		.work = what, .loaded = loaded, .buffer = buffer, .timed = times || starting.task->traced,
	};
	status = start_task(&starting);
	*made = starting.task;
	return status;
}

/* --- copies that a driver would wait for --- */

/* A copy from or to memory of the host that is not the driver's, or from the host's memory to it: a thread does it. */
struct host_copy {
	const struct sycl_rt_device *device;
	struct sycl_rt_work work;
	struct sycl_rt_times *times;
	struct sycl_rt_task *task;	/* NULL: the submitting thread does it */
	int status;
};

static void
run_host_copy(void *argument)
{
	struct host_copy *copy = argument;
	const uint64_t start = sycl_rt_now();

	copy->status = sycl_rt_copy(copy->device, copy->work.to, copy->work.from, copy->work.size);
	if (!copy->task) {
		if (copy->times)
			rt_times_set(copy->times, start, sycl_rt_now());
		return;
	}
	pthread_mutex_lock(&rt_tasks.lock);
	if (copy->status)
		rt_failure_note(copy->task->queue, copy->status);
	if (copy->task->times)
		rt_times_set(copy->task->times, start, sycl_rt_now());
	pthread_mutex_unlock(&rt_tasks.lock);
	free(copy);
}

static bool
is_host_copy(const struct sycl_rt_device *device, const struct sycl_rt_work *what)
{
	const struct sycl_rt_device *owner;
	enum sycl_rt_memory to, from;

	if (what->kind != SYCL_RT_WORK_COPY || !device->backend->waits_for_host_copies)
		return false;
	to = sycl_rt_memory_kind(what->to, &owner);
	from = sycl_rt_memory_kind(what->from, &owner);
	return to == SYCL_RT_MEMORY_UNKNOWN || from == SYCL_RT_MEMORY_UNKNOWN
		|| (to == SYCL_RT_MEMORY_HOST && from == SYCL_RT_MEMORY_HOST);
}

/* Copies at once when nothing comes before, else later. */
static int
start_host_copy(const struct sycl_rt_command *command, const struct sycl_rt_device *device, const struct sycl_rt_work *what,
	struct sycl_rt_times *times, struct sycl_rt_task **made)
{
	struct host_copy now = { .device = device, .work = *what, .times = times }, *later;
	struct sycl_rt_command run = *command;
	struct sycl_rt_task *task;

	run.run = run_host_copy;
	run.argument = &now;
	run.flags &= ~(uint32_t)SYCL_RT_ON_DEVICE;
	run.sort = SYCL_RT_COMMAND_COPY;
	if (sycl_rt_command_now(&run))
		return now.status;
	later = malloc(sizeof *later);
	task = later ? rt_task_make(&run) : NULL;
	if (!task) {
		free(later);
		return rt_fail(SYCL_RT_MEMORY_ALLOCATION, "out of memory: cannot submit a command");
	}
	*later = now;
	later->task = task;
	task->run = run_host_copy;
	task->argument = later;
	task->times = times;
	task->traced = rt_trace_work(what, command->queue, device);
	run.flags |= SYCL_RT_NEEDS_NOTHING;
	rt_task_submit(task, &run);
	*made = task;
	return SYCL_RT_SUCCESS;
}

static bool
does_nothing(const struct sycl_rt_device *device, const struct sycl_rt_work *what)
{
	switch (what->kind) {
	case SYCL_RT_WORK_BARRIER: return false;
	case SYCL_RT_WORK_PREFETCH: case SYCL_RT_WORK_ADVISE: return what->size == 0 || !device->backend->has_hints;
	case SYCL_RT_WORK_FILL: return what->size == 0 || what->count == 0;
	default: return what->size == 0;
	}
}

API int
sycl_rt_command_start(const struct sycl_rt_command *command, const struct sycl_rt_device *device,
	const struct sycl_rt_work *what, struct sycl_rt_times *times, struct sycl_rt_task **made)
{
	const struct sycl_rt_work wait = { .kind = SYCL_RT_WORK_BARRIER };
	const struct rt_loaded *loaded = NULL;
	const void *buffer = NULL;
	int status = SYCL_RT_SUCCESS;

	*made = NULL;
	if (what->kind == SYCL_RT_WORK_KERNEL)
		status = rt_launch_prepare(device, what->launch, &loaded, &buffer);
	else if (device->backend->host_memory)
		status = rt_fail(SYCL_RT_INVALID, "device '%s' starts kernels only", device->name);
	else if (does_nothing(device, what))
		what = &wait;	/* it ends when what comes before it has ended, all the same */
	if (status)
		return status;
	if (device->backend->host_memory)
		return start_on_cpu(command, device, what->launch, loaded, buffer, times, made);
	if (is_host_copy(device, what))
		return start_host_copy(command, device, what, times, made);
	status = start_on_device(command, device, what, loaded, buffer, times, made);
	rt_native_done(loaded);
	return status;
}

API int
sycl_rt_native_object(const struct sycl_rt_device *device, enum sycl_rt_native what, const void *of, uintptr_t *object)
{
	const struct sycl_rt_task *task = what == SYCL_RT_NATIVE_EVENT ? of : NULL;
	int status;

	*object = 0;
	if (!device->backend->native)
		return rt_fail(SYCL_RT_BACKEND_MISMATCH, "device '%s' has no driver whose objects a program could use", device->name);
	if (what == SYCL_RT_NATIVE_EVENT && (!task || !task->device))
		return rt_fail(SYCL_RT_INVALID, "no command of device '%s' belongs to this event: it has ended, or a thread runs it",
			device->name);
	pthread_mutex_lock(&rt_tasks.lock);
	status = device->backend->native(device, what, what == SYCL_RT_NATIVE_QUEUE ? lane_of(of) : 0, task ? task->mark : NULL, object);
	pthread_mutex_unlock(&rt_tasks.lock);
	return status;
}

static int
wait_foreign(const struct sycl_rt_device *device, uintptr_t event, bool wait)
{
	if (!device->backend->foreign)
		return rt_fail(SYCL_RT_BACKEND_MISMATCH, "device '%s' has no driver of which a program has events", device->name);
	return device->backend->foreign(device, event, wait);
}

API int
sycl_rt_native_keep(const struct sycl_rt_device *device, uintptr_t event)
{
	return wait_foreign(device, event, false);
}

API int
sycl_rt_native_wait(const struct sycl_rt_device *device, uintptr_t event)
{
	return wait_foreign(device, event, true);
}
