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
#include "backend.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
	IDLE_NANOSECONDS = 100 * 1000 * 1000,
	MOST_SURE = 256			/* tasks that need nothing of the program: with more, submitting waits */
};

struct sycl_rt_task {
	unsigned users;			/* handles of the program, predecessors, and one until it has ended */
	enum sycl_rt_task_state state;
	size_t nbefore;			/* tasks that it waits for */
	struct sycl_rt_task **successor;
	size_t nsuccessor;
	uint64_t number;		/* in order of submission */
	uint64_t since;			/* the number of its thread's first place, or its own: it is not behind newer ones */
	const void *queue;
	bool barrier, after_queue;
	bool before_unnamed;		/* what names nothing that it depends on comes after it */
	bool sure;			/* needs nothing of the program, and comes after nothing that does */
	bool on_stack;			/* a quick command; other threads must not look at it without the lock */
	bool hold;			/* the host uses the region */
	bool inside;			/* submitted by a task, for which it does not wait */
	const char *starter;		/* of a place: the thread that starts the command; NULL: it is none */
	struct sycl_rt_task *outer;	/* of a place: the thread's own one before */
	bool awaited;			/* some thread waits for it */
	_Atomic bool over;		/* it has ended */
	struct sycl_rt_region *region;
	size_t nregion;
	void (*run)(void *argument);
	void *argument;
	struct rt_job job;		/* part is NULL unless the pool runs it */
	unsigned threads;		/* for the job, at first */
	struct rt_cpu_kernel *kernel;	/* of the job; NULL: run does the work */
	_Atomic uint64_t began;
	const struct sycl_rt_device *device;	/* that runs it; NULL: a thread does */
	void *mark;			/* the device's */
	unsigned lane;
	struct sycl_rt_times *times;	/* NULL: nobody wants them */
	struct rt_traced *traced;	/* NULL: no event is written for it */
	struct sycl_rt_task **device_before;	/* tasks of devices that a thread's task waits for */
	size_t ndevice_before;
	struct sycl_rt_task *previous, *next;	/* of those that have not ended */
	struct sycl_rt_task *next_ready;
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work, ended;
static struct sycl_rt_task *live;		/* not ended; guarded by lock like all that follows */
static struct sycl_rt_task *oldest;		/* the last one in that list */
static struct sycl_rt_task *ready, **last_ready = &ready;
static size_t nready, nidle, nthread, nsure, nthread_task;	/* nthread_task: live ones that no device has */
static uint64_t last_number;
static _Atomic size_t nlive;			/* may be read without the lock */
static _Thread_local const struct sycl_rt_task *current;
static _Thread_local char self;			/* its address is the thread's name */
static _Thread_local struct sycl_rt_task *own_place;

static void
prepare_fork(void)
{
	pthread_mutex_lock(&lock);
}

static void
after_fork(void)
{
	pthread_mutex_unlock(&lock);
}

/* In a forked child the threads do not exist, and their tasks never end there. */
static void
forget_tasks(void)
{
	for (; live; live = live->next)
		live->state = SYCL_RT_TASK_ENDED;
	oldest = NULL;
	ready = NULL;
	last_ready = &ready;
	nready = nidle = nthread = nsure = nthread_task = 0;
	nlive = 0;
	pthread_cond_init(&ended, NULL);
	pthread_mutex_unlock(&lock);
}

static void wait_once(struct sycl_rt_task *task);
static void run_task(struct sycl_rt_task *task, bool is_free);

/* Finishes all tasks before the program's static objects are destroyed, unless a task itself ends the program. */
static void
finish_at_exit(void)
{
	struct sycl_rt_task *task;

	pthread_mutex_lock(&lock);
	for (;;) {
		for (task = live; task && (task->hold || task->starter == &self); task = task->next)
			;
		if (!task || current)
			break;
		wait_once(task);
	}
	pthread_mutex_unlock(&lock);
}

/* The first of this thread's places, NULL without one. */
static const struct sycl_rt_task *
first_own_place(void)
{
	const struct sycl_rt_task *place = own_place;

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
	pthread_mutex_lock(&lock);
	for (;;) {
		for (task = live; task && (!task->sure || task->on_stack || follows_own_place(task)); task = task->next)
			;
		if (!task || current)
			break;
		wait_once(task);
	}
	pthread_mutex_unlock(&lock);
}

static void
initialize(void)
{
	pthread_condattr_t attr;

	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&work, &attr);
	pthread_cond_init(&ended, NULL);
	pthread_condattr_destroy(&attr);
	rt_trace_start();
	pthread_atfork(prepare_fork, after_fork, forget_tasks);
	atexit(finish_at_exit);
}

/* --- with the lock held --- */

static void
drop(struct sycl_rt_task *task)
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
		live = task->next;
	if (task->next)
		task->next->previous = task->previous;
	else
		oldest = task->previous;
	nlive--;
	nthread_task -= !task->device;
	nsure -= task->sure;
}

/* Those that wait for the task go on. */
static void
tell_ended(const struct sycl_rt_task *task)
{
	if (task->awaited)
		pthread_cond_broadcast(&ended);
}

static void
link_task(struct sycl_rt_task *task)
{
	task->number = ++last_number;
	task->since = own_place ? first_own_place()->number : task->number;
	task->next = live;
	if (live)
		live->previous = task;
	else
		oldest = task;
	live = task;
	nlive++;
	nthread_task += !task->device;
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

static void
note_failure(const void *queue, int status)
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

/* A command of several tasks began when the first one did. */
static void
set_times(struct sycl_rt_times *times, uint64_t start, uint64_t end)
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
		note_failure(task->queue, status);
	} else if (task->times || task->traced) {
		times = (struct sycl_rt_times){ .submit = task->times ? task->times->submit : 0 };
		task->device->backend->times(task->mark, &times);
		if (task->times)
			set_times(task->times, times.start, times.end);
		rt_trace_end(task->traced, times.start, times.end);
	}
	for (size_t i = 0; i < task->ndevice_before; i++)
		drop(task->device_before[i]);
	task->ndevice_before = 0;
	unlink_task(task);
	tell_ended(task);
	drop(task);
}

/* Waits for the device; the lock is given away meanwhile. */
static void
wait_for_device(struct sycl_rt_task *task)
{
	int status = SYCL_RT_SUCCESS;

	task->users++;
	pthread_mutex_unlock(&lock);
	task->device->backend->ended(task->mark, true, &status);
	pthread_mutex_lock(&lock);
	if (task->state != SYCL_RT_TASK_ENDED)
		retire(task, status);
	drop(task);
}

/* A quick command that will have ended soon. */
static bool
is_quick(const struct sycl_rt_task *task)
{
	return task->on_stack || (task->sure && task->kernel && !task->ndevice_before && rt_cpu_kernel_is_quick(task->kernel));
}

static void
spin(const struct sycl_rt_task *task)
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
		for (help = oldest; help && (help->state != SYCL_RT_TASK_READY || !is_quick(help) || help->on_stack); )
			help = help->previous;
	if (help)
		help->users++;
	pthread_mutex_unlock(&lock);
	while (help && rt_job_help(&help->job))
		helped = true;
	if (!helped || help == task)
		spin(task);
	pthread_mutex_lock(&lock);
	if (help)
		drop(help);
	return helped;
}

/* Waits until the task has ended, or for any other one to end.  The task may be gone then. */
static void
wait_once(struct sycl_rt_task *task)
{
	if (task->device) {
		wait_for_device(task);
		return;
	}
	/* What needs nothing of the program and has not begun, this thread does itself. */
	if (!task->job.part && task->sure && !task->on_stack && task->state == SYCL_RT_TASK_READY && take_task(task)) {
		run_task(task, false);
		return;
	}
	task->awaited = true;
	if (!task->job.part || task->ndevice_before) {
		pthread_cond_wait(&ended, &lock);
		return;
	}
	task->users++;
	if (!help_task(task) && task->state != SYCL_RT_TASK_ENDED)
		pthread_cond_wait(&ended, &lock);
	drop(task);
}

/* The task that is some places newer than the oldest one in its lane, or as many as there are. */
static struct sycl_rt_task *
newer_in_lane(unsigned places)
{
	struct sycl_rt_task *found = oldest;

	for (struct sycl_rt_task *task = oldest; task && places > 0; task = task->previous, places--)
		if (task->device == oldest->device && task->lane == oldest->lane)
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
	for (task = oldest; task && task->number <= number; task = newer) {
		newer = task->previous;
		if (task->device == device && task->lane == lane)
			retire(task, SYCL_RT_SUCCESS);
	}
	return true;
}

/* Takes the oldest tasks that have ended on their devices out of the list, and keeps it short. */
static void
reap(void)
{
	enum { MOST = 1024, WORTH_ASKING = 32 };	/* not less: what is waited for may wait for what the program does next */
	static unsigned calls;
	struct sycl_rt_task *task;
	int status = SYCL_RT_SUCCESS;

	if (nlive < WORTH_ASKING || (nlive <= MOST && ++calls % 16 != 0))
		return;
	while (oldest && oldest->device) {
		if (reap_before(newer_in_lane(WORTH_ASKING)))
			continue;
		if (!oldest->device->backend->ended(oldest->mark, false, &status))
			break;
		retire(oldest, status);
		status = SYCL_RT_SUCCESS;
	}
	while (nlive > MOST) {
		for (task = oldest; task && !task->device; task = task->previous)
			;
		if (!task)
			return;
		if (task == oldest)
			task = newer_in_lane(WORTH_ASKING);
		wait_for_device(task);
		while (oldest && oldest->device && reap_before(newer_in_lane(1)))
			;
	}
}

/* free: this thread takes the first of the successors that need one. */
static void
end_task(struct sycl_rt_task *task, bool free)
{
	unlink_task(task);
	nidle += free;
	for (size_t i = 0; i < task->nsuccessor; i++) {
		if (--task->successor[i]->nbefore == 0)
			make_ready(task->successor[i]);
		drop(task->successor[i]);
	}
	nidle -= free;
	tell_ended(task);
	drop(task);
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
	const struct sycl_rt_task *const before = current;

	(void)begin;
	(void)end;
	note_begin(task);
	current = task;
	task->run(task->argument);
	current = before;
}

static void
end_job(struct rt_job *job)
{
	struct sycl_rt_task *task = job->argument;
	uint64_t now = sycl_rt_now();
	int status = SYCL_RT_SUCCESS;

	rt_trace_end(task->traced, task->began, now);
	pthread_mutex_lock(&lock);
	/* Others look at it with the lock. */
	if (task->kernel)
		status = rt_cpu_kernel_end(task->kernel, now - task->began);
	task->kernel = NULL;
	if (status)
		note_failure(task->queue, status);
	if (task->times)
		set_times(task->times, task->began, now);
	end_task(task, false);
	pthread_mutex_unlock(&lock);
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

/* --- tasks of threads --- */

/* Runs the task, which is in no list of ready ones any more; free: this thread then looks for more.  The lock is given away meanwhile. */
static void
run_task(struct sycl_rt_task *task, bool is_free)
{
	const struct sycl_rt_task *const before = current;
	uint64_t start;

	for (size_t i = 0; i < task->ndevice_before; i++) {
		if (task->device_before[i]->state != SYCL_RT_TASK_ENDED)
			wait_for_device(task->device_before[i]);
		drop(task->device_before[i]);
	}
	task->ndevice_before = 0;
	if (task->job.part) {
		rt_job_start(&task->job, task->threads);
		return;
	}
	task->state = SYCL_RT_TASK_RUNNING;
	pthread_mutex_unlock(&lock);
	current = task;
	start = task->traced ? sycl_rt_now() : 0;
	task->run(task->argument);
	if (task->traced)
		rt_trace_end(task->traced, start, sycl_rt_now());
	current = before;
	pthread_mutex_lock(&lock);
	end_task(task, is_free);
}

/* Runs ready tasks; without arg waits a while for new ones, with arg returns at once. */
static void *
run_ready(void *arg)
{
	struct timespec until;
	int result = 0;

	pthread_mutex_lock(&lock);
	while (result == 0 || ready) {
		if (!ready && arg)
			break;
		if (!ready) {
			clock_gettime(CLOCK_MONOTONIC, &until);
			until.tv_nsec += IDLE_NANOSECONDS;
			until.tv_sec += until.tv_nsec / 1000000000;
			until.tv_nsec %= 1000000000;
			nidle++;
			result = pthread_cond_timedwait(&work, &lock, &until);
			nidle--;
			continue;
		}
		run_task(take_ready(), true);
		result = 0;
	}
	nthread -= !arg;
	pthread_mutex_unlock(&lock);
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

/* Whether the command depends on the task by name. */
static bool
is_named(const struct sycl_rt_command *command, const struct sycl_rt_task *task)
{
	for (size_t i = 0; i < command->nafter; i++)
		if (command->after[i] == task)
			return true;
	return false;
}

/*
 * The task, which has not ended, comes before the command.  What a task itself submits does not wait for it, nor a thread for its
 * own place or for what came after that.
 */
static bool
comes_before(const struct sycl_rt_task *task, const struct sycl_rt_command *command)
{
	if (task == current || task->starter == &self)
		return false;
	if (is_named(command, task))
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

static bool
add_successor(struct sycl_rt_task *task, struct sycl_rt_task *successor)
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
	pthread_mutex_lock(&lock);
	for (const struct sycl_rt_task *task = live; task && !waits; task = task->next)
		waits = !((task->device || task->starter) && command->flags & SYCL_RT_ON_DEVICE) && comes_before(task, command);
	pthread_mutex_unlock(&lock);
	return waits;
}

/* A task for the command, with two users; NULL when there is no memory. */
static struct sycl_rt_task *
make_task(const struct sycl_rt_command *command)
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
		task->inside = current != NULL;
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
		for (task = oldest; task && !task->sure; task = task->previous)
			;
		if (!task || follows_own_place(task))
			return;
		wait_once(task);
	}
}

/* The task runs when all that comes before its command has ended.  The program has a handle from now on. */
static void
submit_task(struct sycl_rt_task *task, const struct sycl_rt_command *command)
{
	struct sycl_rt_task *other, *first = NULL;
	bool is_job = task->job.part != NULL, failed = false, alone;

	pthread_once(&once, initialize);
	pthread_mutex_lock(&lock);
	wait_for_room();
	task->sure = is_job || command->flags & SYCL_RT_NEEDS_NOTHING;
	for (other = live; other && !failed; other = other->next) {
		/* Those that it names are told by sycl_rt_task_before(). */
		if (!comes_before(other, command)
		    || (first && !other->starter && is_behind(first, other) && !is_named(command, other)))
			continue;
		if (other->hold)
			rt_trace(RT_TRACE_COMMANDS, "a command waits until a host_accessor of %zu bytes is destroyed",
				(size_t)((const char *)other->region->end - (const char *)other->region->begin));
		failed = !add_successor(other, task);
		task->sure &= other->sure || other->device || other->starter;
		first = first ? first : other;
	}
	link_task(task);
	/* Out of memory for its dependencies: runs after all other tasks, on this thread. */
	while (failed && task->next && !current)
		wait_once(task->next);
	if (task->nbefore == 0 && task->state == SYCL_RT_TASK_WAITING)
		make_ready(task);
	alone = nthread == 0 && ready;
	pthread_mutex_unlock(&lock);
	if (alone)
		run_ready(&alone);	/* no thread could be created */
	if (is_job && !rt_pool_has_threads())
		rt_job_help(&task->job);
}

API int
sycl_rt_command_later(const struct sycl_rt_command *command, struct sycl_rt_task **made)
{
	struct sycl_rt_task *task = make_task(command);

	*made = NULL;
	if (!task)
		return rt_fail(SYCL_RT_MEMORY_ALLOCATION, "out of memory: cannot submit a command");
	task->run = command->run;
	task->argument = command->argument;
	task->threads = 1;
	task->traced = rt_trace_begin(command->sort, command->queue, NULL);
	if (command->flags & SYCL_RT_WAITS_FOR_NOTHING)
		set_job(task, run_work, 1);
	submit_task(task, command);
	*made = task;
	return SYCL_RT_SUCCESS;
}

/* --- quick commands --- */

/*
 * The command, which the caller runs now, is in the list of tasks from now on: those of other
 * threads wait for it.  False when it has to wait for what takes longer.
 */
static bool
begin_quick(struct sycl_rt_task *task, const struct sycl_rt_command *command)
{
	struct sycl_rt_task *other, *before;
	bool all_quick;

	*task = (struct sycl_rt_task){
		.state = SYCL_RT_TASK_RUNNING, .queue = command->queue, .users = 2, .sure = true, .on_stack = true,
		.inside = current != NULL,
		.barrier = command->flags & SYCL_RT_BARRIER, .after_queue = command->flags & SYCL_RT_AFTER_QUEUE,
		.region = (struct sycl_rt_region *)command->region, .nregion = command->nregion,
	};
	pthread_mutex_lock(&lock);
	for (;;) {
		before = NULL;
		all_quick = true;
		for (other = live; other; other = other->next) {
			all_quick = all_quick && is_quick(other);
			if (!before && comes_before(other, command))
				before = other;
			if (before && !all_quick) {
				pthread_mutex_unlock(&lock);
				return false;
			}
		}
		if (!before)
			break;
		wait_once(before);
	}
	link_task(task);
	pthread_mutex_unlock(&lock);
	return true;
}

static void
end_quick(struct sycl_rt_task *task)
{
	pthread_mutex_lock(&lock);
	end_task(task, false);
	pthread_mutex_unlock(&lock);
	free(task->successor);
}

API int
sycl_rt_command_now(const struct sycl_rt_command *command)
{
	struct rt_traced *const traced = rt_trace_begin(command->sort, command->queue, NULL);
	struct sycl_rt_task task;
	uint64_t start;

	pthread_once(&once, initialize);
	if (!begin_quick(&task, command)) {
		free(traced);
		return 0;
	}
	start = traced ? sycl_rt_now() : 0;
	command->run(command->argument);
	if (traced)
		rt_trace_end(traced, start, sycl_rt_now());
	free(traced);
	end_quick(&task);
	return 1;
}

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

	spin(task);
	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_nsec += MOMENT;
	until.tv_sec += until.tv_nsec / 1000000000;
	until.tv_nsec %= 1000000000;
	pthread_mutex_lock(&lock);
	while (task->state == SYCL_RT_TASK_READY && result == 0) {
		task->awaited = true;
		result = pthread_cond_clockwait(&ended, &lock, CLOCK_MONOTONIC, &until);
	}
	if (task->state == SYCL_RT_TASK_READY && task->began)
		rt_cpu_note_slow(loaded);
	pthread_mutex_unlock(&lock);
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
		pthread_once(&once, initialize);
		if (begin_quick(&now, command)) {
			start = times || traced ? sycl_rt_now() : 0;
			status = rt_cpu_run_quick(launch, loaded, buffer);
			end = times || traced ? sycl_rt_now() : 0;
			if (times)
				set_times(times, start, end);
			rt_trace_end(traced, start, end);
			free(traced);
			end_quick(&now);
			rt_native_done(loaded);
			return status;
		}
	}
	task = make_task(command);
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
	set_job(task, run_kernel, groups);
	task->job.share = rt_cpu_share(device);
	task->times = times;
	task->traced = traced;
	unknown = rt_cpu_is_unknown(loaded);
	submit_task(task, command);
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

static void
forget_lane(const void *queue)
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
	unsigned lane = lane_by_address(&self);

	pthread_mutex_lock(&lock);
	if (current)
		lane = current->after_queue && current->queue ? lane_of(current->queue) : lane_by_address(current);
	pthread_mutex_unlock(&lock);
	return lane;
}

/* For a command that comes after none: where least is. */
static unsigned
free_lane(const struct sycl_rt_device *device)
{
	static unsigned last;
	size_t n[RT_LANES] = { 0 };
	unsigned best;

	for (const struct sycl_rt_task *task = live; task; task = task->next)
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
	struct sycl_rt_task *task = oldest;

	if (!backend->has_room || backend->has_room(starting->device, &starting->start))
		return false;
	while (task && (task->device != starting->device || task->lane != starting->start.lane))
		task = task->previous;
	if (task)
		wait_for_device(task);
	return task != NULL;
}

/* With the lock held: whether the command comes after a task of a thread; waits while another thread starts one such. */
static bool
is_behind_thread(const struct sycl_rt_command *command)
{
	struct sycl_rt_task *other;

	do {
		other = command->flags & SYCL_RT_ON_DEVICE && nthread_task == 0 ? NULL : live;
		while (other && ((other->device && command->flags & SYCL_RT_ON_DEVICE) || !comes_before(other, command)))
			other = other->next;
		if (other && other->starter)
			wait_once(other);
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
		for (other = live; other && !again; other = other->next) {
			if (!other->device || !comes_before(other, command))
				continue;
			again = other->device->backend != starting->device->backend
				|| start->nafter == sizeof starting->after / sizeof *starting->after;
			if (again)
				wait_for_device(other);
			else if (!has_newer(starting, other))
				starting->before[start->nafter] = other, starting->after[start->nafter++] = other->mark;
			else if (is_named(command, other) && starting->nnamed < sizeof starting->named / sizeof *starting->named)
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

	pthread_once(&once, initialize);
	pthread_mutex_lock(&lock);
	reap();
	status = find_marks(starting) ? starting->device->backend->start(starting->device, &starting->start, &task->mark) : SYCL_RT_IS_LATER;
	task->lane = starting->start.lane;
	if (!status && task->mark) {
		link_task(task);
	} else {
		/* It has ended, or never begins: nobody else knows it. */
		task->users = 1;
		for (size_t i = 0; i < task->ndevice_before; i++)
			drop(task->device_before[i]);
		drop(task);
		starting->task = NULL;
	}
	pthread_mutex_unlock(&lock);
	return status;
}

API int
sycl_rt_command_reserve(const struct sycl_rt_command *command, struct sycl_rt_task **place)
{
	struct sycl_rt_task *made = make_task(command);

	*place = NULL;
	if (!made)
		return rt_fail(SYCL_RT_MEMORY_ALLOCATION, "out of memory: cannot submit a command");
	made->starter = &self;
	made->state = SYCL_RT_TASK_RUNNING;
	pthread_once(&once, initialize);
	pthread_mutex_lock(&lock);
	if (!is_behind_thread(command)) {
		link_task(made);
		made->outer = own_place;
		own_place = *place = made;
	} else {
		made->users = 1;
		drop(made);
	}
	pthread_mutex_unlock(&lock);
	return SYCL_RT_SUCCESS;
}

API void
sycl_rt_place_release(struct sycl_rt_task *place, struct sycl_rt_task *started)
{
	pthread_mutex_lock(&lock);
	own_place = place->outer;
	/* What waits for the place waits for the command. */
	for (size_t i = 0; started && started->state != SYCL_RT_TASK_ENDED && i < place->nsuccessor; i++)
		while (!add_successor(started, place->successor[i]) && started->state != SYCL_RT_TASK_ENDED)
			wait_once(started);	/* out of memory for that */
	if (place->state != SYCL_RT_TASK_ENDED)
		end_task(place, false);
	drop(place);
	pthread_mutex_unlock(&lock);
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
	starting.task = make_task(command);
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
			set_times(copy->times, start, sycl_rt_now());
		return;
	}
	pthread_mutex_lock(&lock);
	if (copy->status)
		note_failure(copy->task->queue, copy->status);
	if (copy->task->times)
		set_times(copy->task->times, start, sycl_rt_now());
	pthread_mutex_unlock(&lock);
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
	task = later ? make_task(&run) : NULL;
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
	submit_task(task, &run);
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
	pthread_mutex_lock(&lock);
	status = device->backend->native(device, what, what == SYCL_RT_NATIVE_QUEUE ? lane_of(of) : 0, task ? task->mark : NULL, object);
	pthread_mutex_unlock(&lock);
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

API void
sycl_rt_queue_forget(const void *queue)
{
	struct failure **at = &failures, *failure;

	rt_trace_forget_queue(queue);
	pthread_mutex_lock(&lock);
	forget_lane(queue);
	for (struct sycl_rt_task *task = live; task; task = task->next)
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
	pthread_mutex_unlock(&lock);
}

API int
sycl_rt_queue_error(const void *queue)
{
	struct failure **at = &failures, *failure;
	int status = SYCL_RT_SUCCESS;

	pthread_mutex_lock(&lock);
	while (*at && (*at)->queue != queue)
		at = &(*at)->next;
	failure = *at;
	if (failure) {
		*at = failure->next;
		if (!*at)
			last_failure = at;
	}
	pthread_mutex_unlock(&lock);
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

	if (current) {
		pthread_mutex_lock(&lock);
		queue = current->queue;
		pthread_mutex_unlock(&lock);
	}
	return queue;
}

API void
sycl_rt_task_drop(struct sycl_rt_task *task)
{
	pthread_mutex_lock(&lock);
	task->times = NULL;
	drop(task);
	pthread_mutex_unlock(&lock);
}

API void
sycl_rt_task_leave(struct sycl_rt_task *task, const struct sycl_rt_times *times)
{
	pthread_mutex_lock(&lock);
	if (task->times == times)
		task->times = NULL;
	drop(task);
	pthread_mutex_unlock(&lock);
}

struct sycl_rt_task *
rt_task_keep(struct sycl_rt_task *task)
{
	pthread_mutex_lock(&lock);
	task->users++;
	pthread_mutex_unlock(&lock);
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

	pthread_mutex_lock(&lock);
	if (task->device && task->state != SYCL_RT_TASK_ENDED && task->device->backend->ended(task->mark, false, &status))
		retire((struct sycl_rt_task *)task, status);
	state = task->state;
	if (state == SYCL_RT_TASK_READY && task->began)
		state = SYCL_RT_TASK_RUNNING;
	/* A device has got it, and runs others before. */
	for (size_t i = 0; task->device && state == SYCL_RT_TASK_RUNNING && i < task->ndevice_before; i++)
		if (!has_ended(task->device_before[i]))
			state = SYCL_RT_TASK_WAITING;
	pthread_mutex_unlock(&lock);
	return state;
}

API size_t
sycl_rt_task_before(const struct sycl_rt_task *task, struct sycl_rt_task **before, size_t room)
{
	size_t n = 0;
	bool is_before;

	pthread_mutex_lock(&lock);
	for (struct sycl_rt_task *other = live; other; other = other->next) {
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
	pthread_mutex_unlock(&lock);
	return n;
}

API void
sycl_rt_task_wait(const struct sycl_rt_task *task)
{
	pthread_mutex_lock(&lock);
	while (task->state != SYCL_RT_TASK_ENDED && task != current)
		wait_once((struct sycl_rt_task *)task);
	pthread_mutex_unlock(&lock);
}

/* It comes before the command, or is of no queue any more as the command is. */
static bool
wanted(const struct sycl_rt_task *task, const struct sycl_rt_command *command)
{
	bool is_orphan = command->flags & SYCL_RT_AFTER_QUEUE && !command->queue && !task->queue;

	return comes_before(task, command) || (is_orphan && task != current && task->starter != &self);
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
	pthread_mutex_lock(&lock);
	newest = last_number;
	for (;;) {
		task = live;
		while (task && (task->number > newest || task->hold || !(threads || task->device) || !wanted(task, command)))
			task = task->next;
		if (!task)
			break;
		is_place = task->starter != NULL;
		wait_once(task);
		/* What was started in it is newer. */
		if (is_place)
			newest = last_number;
	}
	pthread_mutex_unlock(&lock);
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
	pthread_mutex_lock(&lock);
	reap();
	pthread_mutex_unlock(&lock);
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

	pthread_mutex_lock(&lock);
	for (;;) {
		for (task = live; task; task = task->next)
			if (((task->sure && !task->on_stack && !follows_own_place(task)) || task->device)
			    && overlap(task->region, task->nregion, region, 1))
				break;
		if (!task || current)
			break;
		wait_once(task);
	}
	pthread_mutex_unlock(&lock);
}

API struct sycl_rt_task *
sycl_rt_region_hold(const struct sycl_rt_region *region)
{
	const struct sycl_rt_command command = { .region = region, .nregion = 1 };
	struct sycl_rt_task *hold = make_task(&command), *task;

	pthread_once(&once, initialize);
	pthread_mutex_lock(&lock);
	for (;;) {
		for (task = live; task && (task->hold || !comes_before(task, &command)); task = task->next)
			;
		if (!task)
			break;
		wait_once(task);
	}
	if (hold) {
		hold->hold = true;
		hold->state = SYCL_RT_TASK_RUNNING;
		link_task(hold);
	}
	pthread_mutex_unlock(&lock);
	if (sycl_rt_buffer_copies())
		sycl_rt_buffer_move(NULL, region, 1);
	return hold;
}

API void
sycl_rt_region_release(struct sycl_rt_task *hold)
{
	if (!hold)
		return;
	pthread_mutex_lock(&lock);
	if (hold->state != SYCL_RT_TASK_ENDED)
		end_task(hold, false);
	drop(hold);
	pthread_mutex_unlock(&lock);
}
