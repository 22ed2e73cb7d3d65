/*
 * Commands and what they wait for (doc/runtime.md).  A task is a command that has
 * not ended, of one of these kinds:
 *   - a kernel of the CPU, or other work of the runtime's own: a job of the
 *     pool's threads;
 *   - a host task: it gets a thread of its own, because it may wait for anything that
 *     the program does elsewhere; idle threads are kept for a moment;
 *   - a command that a device of its own memory has started;
 *   - a quick command, which the submitting thread runs at once;
 *   - the place of a command that a thread is about to start on a device: what other
 *     threads submit meanwhile comes before it or after it;
 *   - the use of a buffer by the host (a host_accessor).
 */
#include "tasks.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
	IDLE_NANOSECONDS = 100 * 1000 * 1000,
	MOST_SURE = 256			/* tasks that need nothing of the program: with more, submitting waits */
};

struct rt_tasks rt_tasks = { .lock = PTHREAD_MUTEX_INITIALIZER };
_Thread_local const struct sycl_rt_task *rt_current_task;
_Thread_local char rt_this_thread;
_Thread_local struct sycl_rt_task *rt_own_place;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_cond_t work;
static struct sycl_rt_task *ready, **last_ready = &ready;	/* guarded by the lock like all that follows */
static size_t nready, nidle, nthread, nsure;
static uint64_t last_number;
static _Atomic size_t nlive;			/* may be read without the lock */

static void
make_conditions(void)
{
	pthread_condattr_t attr;

	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&work, &attr);
	pthread_cond_init(&rt_tasks.ended, NULL);
	pthread_condattr_destroy(&attr);
}

static void
prepare_fork(void)
{
	pthread_mutex_lock(&rt_tasks.lock);
}

static void
after_fork(void)
{
	pthread_mutex_unlock(&rt_tasks.lock);
}

/* In a forked child the threads do not exist, and their tasks never end there. */
static void
forget_tasks(void)
{
	for (; rt_tasks.live; rt_tasks.live = rt_tasks.live->next)
		rt_tasks.live->state = SYCL_RT_TASK_ENDED;
	rt_tasks.oldest = NULL;
	ready = NULL;
	last_ready = &ready;
	nready = nidle = nthread = nsure = rt_tasks.nthread_task = 0;
	nlive = 0;
	make_conditions();	/* the parent's threads that wait there would be waited for */
	pthread_mutex_unlock(&rt_tasks.lock);
}

static void run_task(struct sycl_rt_task *task, bool is_free);

/* Finishes all tasks before the program's static objects are destroyed, unless a task itself ends the program. */
static void
finish_at_exit(void)
{
	struct sycl_rt_task *task;

	pthread_mutex_lock(&rt_tasks.lock);
	for (;;) {
		for (task = rt_tasks.live; task && (task->hold || task->starter == &rt_this_thread); task = task->next)
			;
		if (!task || rt_current_task)
			break;
		rt_task_wait_once(task);
	}
	pthread_mutex_unlock(&rt_tasks.lock);
}

/* The first of this thread's places, NULL without one. */
static const struct sycl_rt_task *
first_own_place(void)
{
	const struct sycl_rt_task *place = rt_own_place;

	while (place && place->outer)
		place = place->outer;
	return place;
}

/* Another thread has submitted it after this one took a place, behind which it may be: this thread would wait for itself. */
static bool
follows_own_place(const struct sycl_rt_task *task)
{
	const struct sycl_rt_task *place = first_own_place();

	return place && task->since > place->number;
}

void
rt_finish_kernels(void)
{
	struct sycl_rt_task *task;

	if (nlive == 0)
		return;
	pthread_mutex_lock(&rt_tasks.lock);
	for (;;) {
		for (task = rt_tasks.live; task && (!task->sure || task->on_stack || follows_own_place(task)); task = task->next)
			;
		if (!task || rt_current_task)
			break;
		rt_task_wait_once(task);
	}
	pthread_mutex_unlock(&rt_tasks.lock);
}

static void
initialize(void)
{
	make_conditions();
	rt_trace_start();
	pthread_atfork(prepare_fork, after_fork, forget_tasks);
	atexit(finish_at_exit);
}

void
rt_tasks_begin(void)
{
	pthread_once(&once, initialize);
}

/* --- with the lock held --- */

void
rt_task_put(struct sycl_rt_task *task)
{
	if (--task->users > 0)
		return;
	if (task->mark)
		task->device->backend->drop(task->mark);
	free(task->device_before);
	free(task->successor);
	free(task->region);
	free(task->traced);
	free(task);
}

static void *run_ready(void *arg);

/* A thread for the task that was just put into the list: an idle one, else a new one. */
static void
find_thread(void)
{
	pthread_attr_t attr;
	pthread_t thread;

	if (nready <= nidle) {
		pthread_cond_signal(&work);
		return;
	}
	pthread_attr_init(&attr);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	nthread++;
	if (pthread_create(&thread, &attr, run_ready, NULL) != 0)
		nthread--;	/* the other threads will run it */
	pthread_attr_destroy(&attr);
}

static void
make_ready(struct sycl_rt_task *task)
{
	task->state = SYCL_RT_TASK_READY;
	if (task->job.part && task->ndevice_before == 0) {
		rt_job_start(&task->job, task->threads);
		return;
	}
	task->next_ready = NULL;
	*last_ready = task;
	last_ready = &task->next_ready;
	nready++;
	find_thread();
}

/* Takes the task out of the list of ready ones; false when it is not there. */
static bool
take_task(const struct sycl_rt_task *task)
{
	struct sycl_rt_task **at = &ready;

	while (*at && *at != task)
		at = &(*at)->next_ready;
	if (!*at)
		return false;
	*at = task->next_ready;
	if (!*at)
		last_ready = at;
	nready--;
	return true;
}

static struct sycl_rt_task *
take_ready(void)
{
	struct sycl_rt_task *task = ready;

	take_task(task);
	return task;
}

static void
unlink_task(struct sycl_rt_task *task)
{
	task->state = SYCL_RT_TASK_ENDED;
	atomic_store(&task->over, true);
	if (task->previous)
		task->previous->next = task->next;
	else
		rt_tasks.live = task->next;
	if (task->next)
		task->next->previous = task->previous;
	else
		rt_tasks.oldest = task->previous;
	nlive--;
	rt_tasks.nthread_task -= !task->device;
	nsure -= task->sure;
}

/* Those that wait for the task go on. */
static void
tell_ended(const struct sycl_rt_task *task)
{
	if (task->awaited)
		pthread_cond_broadcast(&rt_tasks.ended);
}

void
rt_task_link(struct sycl_rt_task *task)
{
	task->number = ++last_number;
	task->since = rt_own_place ? first_own_place()->number : task->number;
	task->next = rt_tasks.live;
	if (rt_tasks.live)
		rt_tasks.live->previous = task;
	else
		rt_tasks.oldest = task;
	rt_tasks.live = task;
	nlive++;
	rt_tasks.nthread_task += !task->device;
	nsure += task->sure;
}

/* --- tasks of devices, with the lock held --- */

/* An error of a command that had been started. */
struct failure {
	const void *queue;
	int status;
	struct failure *next;
	char text[];
};
static struct failure *failures, **last_failure = &failures;

void
rt_failure_note(const void *queue, int status)
{
	const char *text = sycl_rt_message();
	struct failure *failure = queue ? calloc(1, sizeof *failure + strlen(text) + 1) : NULL;

	if (!failure)
		return;
	failure->queue = queue;
	failure->status = status;
	strcpy(failure->text, text);
	*last_failure = failure;
	last_failure = &failure->next;
}

void
rt_times_set(struct sycl_rt_times *times, uint64_t start, uint64_t end)
{
	if (!times->start || start < times->start)
		times->start = start;
	if (end > times->end)
		times->end = end;
}

/* The device's task has ended so. */
static void
retire(struct sycl_rt_task *task, int status)
{
	struct sycl_rt_times times;

	if (status) {
		rt_failure_note(task->queue, status);
	} else if (task->times || task->traced) {
		times = (struct sycl_rt_times){ .submit = task->times ? task->times->submit : 0 };
		task->device->backend->times(task->mark, &times);
		if (task->times)
			rt_times_set(task->times, times.start, times.end);
		rt_trace_end(task->traced, times.start, times.end);
	}
	for (size_t i = 0; i < task->ndevice_before; i++)
		rt_task_put(task->device_before[i]);
	task->ndevice_before = 0;
	unlink_task(task);
	tell_ended(task);
	rt_task_put(task);
}

void
rt_task_wait_device(struct sycl_rt_task *task)
{
	int status = SYCL_RT_SUCCESS;

	task->users++;
	pthread_mutex_unlock(&rt_tasks.lock);
	task->device->backend->ended(task->mark, true, &status);
	pthread_mutex_lock(&rt_tasks.lock);
	if (task->state != SYCL_RT_TASK_ENDED)
		retire(task, status);
	rt_task_put(task);
}

/* A quick command that will have ended soon. */
static bool
is_quick(const struct sycl_rt_task *task)
{
	return task->on_stack || (task->sure && task->kernel && !task->ndevice_before && rt_cpu_kernel_is_quick(task->kernel));
}

void
rt_task_spin(const struct sycl_rt_task *task)
{
	for (int i = 0; i < RT_SPINS && !atomic_load(&task->over); i++)
		rt_pause();
}

/*
 * Helps with the job of the task or, when it is not its turn yet, with an older quick
 * one, else looks whether it is about to end.  False when it did not help.  The lock
 * is given away meanwhile.
 */
static bool
help_task(struct sycl_rt_task *task)
{
	struct sycl_rt_task *help = task;
	bool helped = false;

	if (task->state == SYCL_RT_TASK_WAITING)
		for (help = rt_tasks.oldest; help && (help->state != SYCL_RT_TASK_READY || !is_quick(help) || help->on_stack); )
			help = help->previous;
	if (help)
		help->users++;
	pthread_mutex_unlock(&rt_tasks.lock);
	while (help && rt_job_help(&help->job))
		helped = true;
	if (!helped || help == task)
		rt_task_spin(task);
	pthread_mutex_lock(&rt_tasks.lock);
	if (help)
		rt_task_put(help);
	return helped;
}

void
rt_task_wait_once(struct sycl_rt_task *task)
{
	if (task->device) {
		rt_task_wait_device(task);
		return;
	}
	/* What needs nothing of the program and has not begun, this thread does itself. */
	if (!task->job.part && task->sure && !task->on_stack && task->state == SYCL_RT_TASK_READY && take_task(task)) {
		run_task(task, false);
		return;
	}
	task->awaited = true;
	if (!task->job.part || task->ndevice_before) {
		pthread_cond_wait(&rt_tasks.ended, &rt_tasks.lock);
		return;
	}
	task->users++;
	if (!help_task(task) && task->state != SYCL_RT_TASK_ENDED)
		pthread_cond_wait(&rt_tasks.ended, &rt_tasks.lock);
	rt_task_put(task);
}

/* The task that is some places newer than the oldest one in its lane, or as many as there are. */
static struct sycl_rt_task *
newer_in_lane(unsigned places)
{
	struct sycl_rt_task *found = rt_tasks.oldest;

	for (struct sycl_rt_task *task = rt_tasks.oldest; task && places > 0; task = task->previous, places--)
		if (task->device == rt_tasks.oldest->device && task->lane == rt_tasks.oldest->lane)
			found = task;
	return found;
}

/* Whether the task has ended without an error: all that is before it in its lane has, and leaves the list too. */
static bool
reap_before(const struct sycl_rt_task *newest)
{
	const struct sycl_rt_device *device = newest->device;
	const uint64_t number = newest->number;
	const unsigned lane = newest->lane;
	struct sycl_rt_task *task, *newer;
	int status = SYCL_RT_SUCCESS;

	if (!device->backend->ended(newest->mark, false, &status) || status)
		return false;
	for (task = rt_tasks.oldest; task && task->number <= number; task = newer) {
		newer = task->previous;
		if (task->device == device && task->lane == lane)
			retire(task, SYCL_RT_SUCCESS);
	}
	return true;
}

void
rt_tasks_reap(void)
{
	enum { MOST = 1024, WORTH_ASKING = 32 };	/* not less: what is waited for may wait for what the program does next */
	static unsigned calls;
	struct sycl_rt_task *task;
	int status = SYCL_RT_SUCCESS;

	if (nlive < WORTH_ASKING || (nlive <= MOST && ++calls % 16 != 0))
		return;
	while (rt_tasks.oldest && rt_tasks.oldest->device) {
		if (reap_before(newer_in_lane(WORTH_ASKING)))
			continue;
		if (!rt_tasks.oldest->device->backend->ended(rt_tasks.oldest->mark, false, &status))
			break;
		retire(rt_tasks.oldest, status);
		status = SYCL_RT_SUCCESS;
	}
	while (nlive > MOST) {
		for (task = rt_tasks.oldest; task && !task->device; task = task->previous)
			;
		if (!task)
			return;
		if (task == rt_tasks.oldest)
			task = newer_in_lane(WORTH_ASKING);
		rt_task_wait_device(task);
		while (rt_tasks.oldest && rt_tasks.oldest->device && reap_before(newer_in_lane(1)))
			;
	}
}

void
rt_task_end(struct sycl_rt_task *task, bool free)
{
	unlink_task(task);
	nidle += free;
	for (size_t i = 0; i < task->nsuccessor; i++) {
		if (--task->successor[i]->nbefore == 0)
			make_ready(task->successor[i]);
		rt_task_put(task->successor[i]);
	}
	nidle -= free;
	tell_ended(task);
	rt_task_put(task);
}

/* --- tasks of the pool --- */

/* The first thread that works on it says when it began. */
static void
note_begin(struct sycl_rt_task *task)
{
	uint64_t none = 0;

	if (atomic_load_explicit(&task->began, memory_order_relaxed) == 0)
		atomic_compare_exchange_strong(&task->began, &none, sycl_rt_now());
}

static void
run_kernel(void *argument, uint64_t begin, uint64_t end)
{
	struct sycl_rt_task *task = argument;

	note_begin(task);
	rt_cpu_kernel_run(task->kernel, begin, end);
}

static void
run_work(void *argument, uint64_t begin, uint64_t end)
{
	struct sycl_rt_task *task = argument;
	const struct sycl_rt_task *const before = rt_current_task;

	(void)begin;
	(void)end;
	note_begin(task);
	rt_current_task = task;
	task->run(task->argument);
	rt_current_task = before;
}

static void
end_job(struct rt_job *job)
{
	struct sycl_rt_task *task = job->argument;
	uint64_t now = sycl_rt_now();
	int status = SYCL_RT_SUCCESS;

	rt_trace_end(task->traced, task->began, now);
	pthread_mutex_lock(&rt_tasks.lock);
	/* Others look at it with the lock. */
	if (task->kernel)
		status = rt_cpu_kernel_end(task->kernel, now - task->began);
	task->kernel = NULL;
	if (status)
		rt_failure_note(task->queue, status);
	if (task->times)
		rt_times_set(task->times, task->began, now);
	rt_task_end(task, false);
	pthread_mutex_unlock(&rt_tasks.lock);
}

/* The task is a job of so many pieces. */
static void
set_job(struct sycl_rt_task *task, rt_part *part, uint64_t pieces)
{
	task->job.part = part;
	task->job.argument = task;
	task->job.total = pieces ? pieces : 1;
	task->job.piece = rt_job_piece(task->job.total);
	task->job.ended = end_job;
}

void
rt_task_set_kernel(struct sycl_rt_task *task, uint64_t groups)
{
	set_job(task, run_kernel, groups);
}

/* --- tasks of threads --- */

/* Runs the task, which is in no list of ready ones any more; free: this thread then looks for more.  The lock is given away meanwhile. */
static void
run_task(struct sycl_rt_task *task, bool is_free)
{
	const struct sycl_rt_task *const before = rt_current_task;
	uint64_t start;

	for (size_t i = 0; i < task->ndevice_before; i++) {
		if (task->device_before[i]->state != SYCL_RT_TASK_ENDED)
			rt_task_wait_device(task->device_before[i]);
		rt_task_put(task->device_before[i]);
	}
	task->ndevice_before = 0;
	if (task->job.part) {
		rt_job_start(&task->job, task->threads);
		return;
	}
	task->state = SYCL_RT_TASK_RUNNING;
	pthread_mutex_unlock(&rt_tasks.lock);
	rt_current_task = task;
	start = task->traced ? sycl_rt_now() : 0;
	task->run(task->argument);
	if (task->traced)
		rt_trace_end(task->traced, start, sycl_rt_now());
	rt_current_task = before;
	pthread_mutex_lock(&rt_tasks.lock);
	rt_task_end(task, is_free);
}

/* Runs ready tasks; without arg waits a while for new ones, with arg returns at once. */
static void *
run_ready(void *arg)
{
	struct timespec until;
	int result = 0;

	pthread_mutex_lock(&rt_tasks.lock);
	while (result == 0 || ready) {
		if (!ready && arg)
			break;
		if (!ready) {
			clock_gettime(CLOCK_MONOTONIC, &until);
			until.tv_nsec += IDLE_NANOSECONDS;
			until.tv_sec += until.tv_nsec / 1000000000;
			until.tv_nsec %= 1000000000;
			nidle++;
			result = pthread_cond_timedwait(&work, &rt_tasks.lock, &until);
			nidle--;
			continue;
		}
		run_task(take_ready(), true);
		result = 0;
	}
	nthread -= !arg;
	pthread_mutex_unlock(&rt_tasks.lock);
	return NULL;
}

static bool
overlap(const struct sycl_rt_region *a, size_t na, const struct sycl_rt_region *b, size_t nb)
{
	for (size_t i = 0; i < na; i++)
		for (size_t k = 0; k < nb; k++)
			if (((a[i].writes | b[k].writes) & SYCL_RT_WRITES) && (uintptr_t)a[i].begin < (uintptr_t)b[k].end
			    && (uintptr_t)b[k].begin < (uintptr_t)a[i].end)
				return true;
	return false;
}

bool
rt_task_is_named(const struct sycl_rt_command *command, const struct sycl_rt_task *task)
{
	for (size_t i = 0; i < command->nafter; i++)
		if (command->after[i] == task)
			return true;
	return false;
}

bool
rt_task_comes_before(const struct sycl_rt_task *task, const struct sycl_rt_command *command)
{
	if (task == rt_current_task || task->starter == &rt_this_thread)
		return false;
	if (rt_task_is_named(command, task))
		return true;
	if (follows_own_place(task))
		return false;
	if (task->queue && task->queue == command->queue &&
	    (task->barrier || command->flags & SYCL_RT_AFTER_QUEUE || (task->before_unnamed && !command->nregion && !command->nafter)))
		return true;
	return overlap(task->region, task->nregion, command->region, command->nregion);
}

/* What comes before the task comes before the command as well, as far as this tells: the newer task is after it. */
static bool
is_behind(const struct sycl_rt_task *newer, const struct sycl_rt_task *task)
{
	if (newer->hold || newer->inside || newer->starter || task->number > newer->since)
		return false;
	return (newer->queue && newer->queue == task->queue && (newer->after_queue || task->barrier))
		|| overlap(newer->region, newer->nregion, task->region, task->nregion);
}

bool
rt_task_add_successor(struct sycl_rt_task *task, struct sycl_rt_task *successor)
{
	struct sycl_rt_task **more;

	if (task->device) {
		/* The successor's thread asks the device when its turn comes. */
		more = reallocarray(successor->device_before, successor->ndevice_before + 1, sizeof *more);
		if (!more)
			return false;
		successor->device_before = more;
		more[successor->ndevice_before++] = task;
		task->users++;
		return true;
	}
	more = reallocarray(task->successor, task->nsuccessor + 1, sizeof *more);
	if (!more)
		return false;
	task->successor = more;
	more[task->nsuccessor++] = successor;
	successor->users++;
	successor->nbefore++;
	return true;
}

/* --- the interface --- */

API int
sycl_rt_tasks(void)
{
	return nlive != 0;
}

API int
sycl_rt_command_waits(const struct sycl_rt_command *command)
{
	bool waits = false;

	if (nlive == 0)
		return 0;
	pthread_mutex_lock(&rt_tasks.lock);
	for (const struct sycl_rt_task *task = rt_tasks.live; task && !waits; task = task->next)
		waits = !((task->device || task->starter) && command->flags & SYCL_RT_ON_DEVICE) && rt_task_comes_before(task, command);
	pthread_mutex_unlock(&rt_tasks.lock);
	return waits;
}

struct sycl_rt_task *
rt_task_make(const struct sycl_rt_command *command)
{
	struct sycl_rt_task *task = calloc(1, sizeof *task);

	if (task && command->nregion) {
		task->region = reallocarray(NULL, command->nregion, sizeof *task->region);
		if (!task->region) {
			free(task);
			return NULL;
		}
		memcpy(task->region, command->region, command->nregion * sizeof *task->region);
		task->nregion = command->nregion;
	}
	if (task) {
		task->queue = command->queue;
		task->barrier = command->flags & SYCL_RT_BARRIER;
		task->after_queue = command->flags & SYCL_RT_AFTER_QUEUE;
		task->before_unnamed = command->flags & SYCL_RT_BEFORE_UNNAMED;
		task->inside = rt_current_task != NULL;
		task->users = 2;
	}
	return task;
}

/* With the lock held: not too many tasks wait for processors. */
static void
wait_for_room(void)
{
	struct sycl_rt_task *task;

	while (nsure >= MOST_SURE) {
		for (task = rt_tasks.oldest; task && !task->sure; task = task->previous)
			;
		if (!task || follows_own_place(task))
			return;
		rt_task_wait_once(task);
	}
}

void
rt_task_submit(struct sycl_rt_task *task, const struct sycl_rt_command *command)
{
	struct sycl_rt_task *other, *first = NULL;
	bool is_job = task->job.part != NULL, failed = false, alone;

	rt_tasks_begin();
	pthread_mutex_lock(&rt_tasks.lock);
	wait_for_room();
	task->sure = is_job || command->flags & SYCL_RT_NEEDS_NOTHING;
	for (other = rt_tasks.live; other && !failed; other = other->next) {
		/* Those that it names are told by sycl_rt_task_before(). */
		if (!rt_task_comes_before(other, command)
		    || (first && !other->starter && is_behind(first, other) && !rt_task_is_named(command, other)))
			continue;
		if (other->hold)
			rt_trace(RT_TRACE_COMMANDS, "a command waits until a host_accessor of %zu bytes is destroyed",
				(size_t)((const char *)other->region->end - (const char *)other->region->begin));
		failed = !rt_task_add_successor(other, task);
		task->sure &= other->sure || other->device || other->starter;
		first = first ? first : other;
	}
	rt_task_link(task);
	/* Out of memory for its dependencies: runs after all other tasks, on this thread. */
	while (failed && task->next && !rt_current_task)
		rt_task_wait_once(task->next);
	if (task->nbefore == 0 && task->state == SYCL_RT_TASK_WAITING)
		make_ready(task);
	alone = nthread == 0 && ready;
	pthread_mutex_unlock(&rt_tasks.lock);
	if (alone)
		run_ready(&alone);	/* no thread could be created */
	if (is_job && !rt_pool_has_threads())
		rt_job_help(&task->job);
}

API int
sycl_rt_command_later(const struct sycl_rt_command *command, struct sycl_rt_task **made)
{
	struct sycl_rt_task *task = rt_task_make(command);

	*made = NULL;
	if (!task)
		return rt_fail(SYCL_RT_MEMORY_ALLOCATION, "out of memory: cannot submit a command");
	task->run = command->run;
	task->argument = command->argument;
	task->threads = 1;
	task->traced = rt_trace_begin(command->sort, command->queue, NULL);
	if (command->flags & SYCL_RT_WAITS_FOR_NOTHING)
		set_job(task, run_work, 1);
	rt_task_submit(task, command);
	*made = task;
	return SYCL_RT_SUCCESS;
}

/* --- quick commands --- */

bool
rt_task_begin_quick(struct sycl_rt_task *task, const struct sycl_rt_command *command)
{
	struct sycl_rt_task *other, *before;
	bool all_quick;

	*task = (struct sycl_rt_task){
		.state = SYCL_RT_TASK_RUNNING, .queue = command->queue, .users = 2, .sure = true, .on_stack = true,
		.inside = rt_current_task != NULL,
		.barrier = command->flags & SYCL_RT_BARRIER, .after_queue = command->flags & SYCL_RT_AFTER_QUEUE,
		.region = (struct sycl_rt_region *)command->region, .nregion = command->nregion,
	};
	pthread_mutex_lock(&rt_tasks.lock);
	for (;;) {
		before = NULL;
		all_quick = true;
		for (other = rt_tasks.live; other; other = other->next) {
			all_quick = all_quick && is_quick(other);
			if (!before && rt_task_comes_before(other, command))
				before = other;
			if (before && !all_quick) {
				pthread_mutex_unlock(&rt_tasks.lock);
				return false;
			}
		}
		if (!before)
			break;
		rt_task_wait_once(before);
	}
	rt_task_link(task);
	pthread_mutex_unlock(&rt_tasks.lock);
	return true;
}

void
rt_task_end_quick(struct sycl_rt_task *task)
{
	pthread_mutex_lock(&rt_tasks.lock);
	rt_task_end(task, false);
	pthread_mutex_unlock(&rt_tasks.lock);
	free(task->successor);
}

API int
sycl_rt_command_now(const struct sycl_rt_command *command)
{
	struct rt_traced *const traced = rt_trace_begin(command->sort, command->queue, NULL);
	struct sycl_rt_task task;
	uint64_t start;

	rt_tasks_begin();
	if (!rt_task_begin_quick(&task, command)) {
		free(traced);
		return 0;
	}
	start = traced ? sycl_rt_now() : 0;
	command->run(command->argument);
	if (traced)
		rt_trace_end(traced, start, sycl_rt_now());
	free(traced);
	rt_task_end_quick(&task);
	return 1;
}

API void
sycl_rt_queue_forget(const void *queue)
{
	struct failure **at = &failures, *failure;

	rt_trace_forget_queue(queue);
	pthread_mutex_lock(&rt_tasks.lock);
	rt_lane_forget(queue);
	for (struct sycl_rt_task *task = rt_tasks.live; task; task = task->next)
		if (task->queue == queue)
			task->queue = NULL;
	while ((failure = *at)) {
		if (failure->queue != queue) {
			at = &failure->next;
			continue;
		}
		*at = failure->next;
		free(failure);
	}
	last_failure = at;
	pthread_mutex_unlock(&rt_tasks.lock);
}

API int
sycl_rt_queue_error(const void *queue)
{
	struct failure **at = &failures, *failure;
	int status = SYCL_RT_SUCCESS;

	pthread_mutex_lock(&rt_tasks.lock);
	while (*at && (*at)->queue != queue)
		at = &(*at)->next;
	failure = *at;
	if (failure) {
		*at = failure->next;
		if (!*at)
			last_failure = at;
	}
	pthread_mutex_unlock(&rt_tasks.lock);
	if (failure)
		status = rt_fail((enum sycl_rt_status)failure->status, "%s", failure->text);
	free(failure);
	return status;
}

/* --- asking and waiting --- */

const void *
rt_task_queue(void)
{
	const void *queue = NULL;

	if (rt_current_task) {
		pthread_mutex_lock(&rt_tasks.lock);
		queue = rt_current_task->queue;
		pthread_mutex_unlock(&rt_tasks.lock);
	}
	return queue;
}

API void
sycl_rt_task_drop(struct sycl_rt_task *task)
{
	pthread_mutex_lock(&rt_tasks.lock);
	task->times = NULL;
	rt_task_put(task);
	pthread_mutex_unlock(&rt_tasks.lock);
}

API void
sycl_rt_task_leave(struct sycl_rt_task *task, const struct sycl_rt_times *times)
{
	pthread_mutex_lock(&rt_tasks.lock);
	if (task->times == times)
		task->times = NULL;
	rt_task_put(task);
	pthread_mutex_unlock(&rt_tasks.lock);
}

struct sycl_rt_task *
rt_task_keep(struct sycl_rt_task *task)
{
	pthread_mutex_lock(&rt_tasks.lock);
	task->users++;
	pthread_mutex_unlock(&rt_tasks.lock);
	return task;
}

/* With the lock held. */
static bool
has_ended(const struct sycl_rt_task *task)
{
	int status;

	return task->state == SYCL_RT_TASK_ENDED || (task->device && task->device->backend->ended(task->mark, false, &status));
}

API enum sycl_rt_task_state
sycl_rt_task_ask(const struct sycl_rt_task *task)
{
	enum sycl_rt_task_state state;
	int status = SYCL_RT_SUCCESS;

	pthread_mutex_lock(&rt_tasks.lock);
	if (task->device && task->state != SYCL_RT_TASK_ENDED && task->device->backend->ended(task->mark, false, &status))
		retire((struct sycl_rt_task *)task, status);
	state = task->state;
	if (state == SYCL_RT_TASK_READY && task->began)
		state = SYCL_RT_TASK_RUNNING;
	/* A device has got it, and runs others before. */
	for (size_t i = 0; task->device && state == SYCL_RT_TASK_RUNNING && i < task->ndevice_before; i++)
		if (!has_ended(task->device_before[i]))
			state = SYCL_RT_TASK_WAITING;
	pthread_mutex_unlock(&rt_tasks.lock);
	return state;
}

API size_t
sycl_rt_task_before(const struct sycl_rt_task *task, struct sycl_rt_task **before, size_t room)
{
	size_t n = 0;
	bool is_before;

	pthread_mutex_lock(&rt_tasks.lock);
	for (struct sycl_rt_task *other = rt_tasks.live; other; other = other->next) {
		is_before = false;
		for (size_t i = 0; i < other->nsuccessor && !is_before; i++)
			is_before = other->successor[i] == task;
		for (size_t i = 0; i < task->ndevice_before && !is_before; i++)
			is_before = task->device_before[i] == other;
		/* What has no handle of the program has no event. */
		if (!is_before || other->on_stack || other->hold || other->starter || has_ended(other))
			continue;
		if (n < room) {
			other->users++;
			before[n] = other;
		}
		n++;
	}
	pthread_mutex_unlock(&rt_tasks.lock);
	return n;
}

API void
sycl_rt_task_wait(const struct sycl_rt_task *task)
{
	pthread_mutex_lock(&rt_tasks.lock);
	while (task->state != SYCL_RT_TASK_ENDED && task != rt_current_task)
		rt_task_wait_once((struct sycl_rt_task *)task);
	pthread_mutex_unlock(&rt_tasks.lock);
}

/* It comes before the command, or is of no queue any more as the command is. */
static bool
wanted(const struct sycl_rt_task *task, const struct sycl_rt_command *command)
{
	bool is_orphan = command->flags & SYCL_RT_AFTER_QUEUE && !command->queue && !task->queue;

	return rt_task_comes_before(task, command) || (is_orphan && task != rt_current_task && task->starter != &rt_this_thread);
}

/* Waits for all tasks submitted so far that come before the command, on devices only when threads do not matter. */
static void
wait_for(const struct sycl_rt_command *command, bool threads)
{
	struct sycl_rt_task *task;
	uint64_t newest;
	bool is_place;

	if (nlive == 0)
		return;
	pthread_mutex_lock(&rt_tasks.lock);
	newest = last_number;
	for (;;) {
		task = rt_tasks.live;
		while (task && (task->number > newest || task->hold || !(threads || task->device) || !wanted(task, command)))
			task = task->next;
		if (!task)
			break;
		is_place = task->starter != NULL;
		rt_task_wait_once(task);
		/* What was started in it is newer. */
		if (is_place)
			newest = last_number;
	}
	pthread_mutex_unlock(&rt_tasks.lock);
}

void
rt_wait_devices(const struct sycl_rt_region *region)
{
	wait_for(&(struct sycl_rt_command){ .region = region, .nregion = 1 }, false);
}

API void
sycl_rt_queue_wait(const void *queue)
{
	wait_for(&(struct sycl_rt_command){ .queue = queue, .flags = SYCL_RT_AFTER_QUEUE }, true);
}

API int
sycl_rt_queue_empty(const void *queue)
{
	pthread_mutex_lock(&rt_tasks.lock);
	rt_tasks_reap();
	pthread_mutex_unlock(&rt_tasks.lock);
	return !sycl_rt_command_waits(&(struct sycl_rt_command){ .queue = queue, .flags = SYCL_RT_AFTER_QUEUE });
}

API void
sycl_rt_region_wait(const struct sycl_rt_region *region)
{
	wait_for(&(struct sycl_rt_command){ .region = region, .nregion = 1 }, true);
	if (sycl_rt_buffer_copies())
		sycl_rt_buffer_move(NULL, region, 1);
}

API void
sycl_rt_region_settle(const struct sycl_rt_region *region)
{
	struct sycl_rt_task *task;

	pthread_mutex_lock(&rt_tasks.lock);
	for (;;) {
		for (task = rt_tasks.live; task; task = task->next)
			if (((task->sure && !task->on_stack && !follows_own_place(task)) || task->device)
			    && overlap(task->region, task->nregion, region, 1))
				break;
		if (!task || rt_current_task)
			break;
		rt_task_wait_once(task);
	}
	pthread_mutex_unlock(&rt_tasks.lock);
}

API struct sycl_rt_task *
sycl_rt_region_hold(const struct sycl_rt_region *region)
{
	const struct sycl_rt_command command = { .region = region, .nregion = 1 };
	struct sycl_rt_task *hold = rt_task_make(&command), *task;

	rt_tasks_begin();
	pthread_mutex_lock(&rt_tasks.lock);
	for (;;) {
		for (task = rt_tasks.live; task && (task->hold || !rt_task_comes_before(task, &command)); task = task->next)
			;
		if (!task)
			break;
		rt_task_wait_once(task);
	}
	if (hold) {
		hold->hold = true;
		hold->state = SYCL_RT_TASK_RUNNING;
		rt_task_link(hold);
	}
	pthread_mutex_unlock(&rt_tasks.lock);
	if (sycl_rt_buffer_copies())
		sycl_rt_buffer_move(NULL, region, 1);
	return hold;
}

API void
sycl_rt_region_release(struct sycl_rt_task *hold)
{
	if (!hold)
		return;
	pthread_mutex_lock(&rt_tasks.lock);
	if (hold->state != SYCL_RT_TASK_ENDED)
		rt_task_end(hold, false);
	rt_task_put(hold);
	pthread_mutex_unlock(&rt_tasks.lock);
}
