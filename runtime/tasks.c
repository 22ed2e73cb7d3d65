/*
 * Commands that run later: host tasks, and commands that wait for them.  Every
 * other command runs where it is submitted and is not a task.  A task that is
 * ready gets a thread of its own, because it may wait for anything that the
 * program does elsewhere; idle threads are kept for a moment.
 */
#include "backend.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { IDLE_NANOSECONDS = 100 * 1000 * 1000 };

struct sycl_rt_task {
	unsigned users;			/* handles of the program, predecessors, and one until it has ended */
	enum sycl_rt_task_state state;
	size_t nbefore;			/* tasks that it waits for */
	struct sycl_rt_task **successor;
	size_t nsuccessor;
	uint64_t number;		/* in order of submission */
	const void *queue;
	bool barrier;
	struct sycl_rt_region *region;
	size_t nregion;
	void (*run)(void *argument);
	void *argument;
	const struct sycl_rt_device *device;	/* that runs it; NULL: a thread does */
	void *mark;			/* the device's */
	unsigned lane;
	struct sycl_rt_times *times;	/* NULL: nobody wants them */
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
static size_t nready, nidle, nthread;
static uint64_t last_number;
static _Atomic size_t nlive;			/* may be read without the lock */
static _Thread_local const struct sycl_rt_task *current;

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
	nready = nidle = nthread = 0;
	nlive = 0;
	pthread_cond_init(&ended, NULL);
	pthread_mutex_unlock(&lock);
}

static void wait_once(struct sycl_rt_task *task);

/* Finishes all tasks before the program's static objects are destroyed, unless a task itself ends the program. */
static void
finish_at_exit(void)
{
	pthread_mutex_lock(&lock);
	while (live && !current)
		wait_once(live);
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
	task->next_ready = NULL;
	*last_ready = task;
	last_ready = &task->next_ready;
	nready++;
	find_thread();
}

static struct sycl_rt_task *
take_ready(void)
{
	struct sycl_rt_task *task = ready;

	ready = task->next_ready;
	if (!ready)
		last_ready = &ready;
	nready--;
	return task;
}

static void
unlink_task(struct sycl_rt_task *task)
{
	task->state = SYCL_RT_TASK_ENDED;
	if (task->previous)
		task->previous->next = task->next;
	else
		live = task->next;
	if (task->next)
		task->next->previous = task->previous;
	else
		oldest = task->previous;
	nlive--;
}

static void
link_task(struct sycl_rt_task *task)
{
	task->number = ++last_number;
	task->next = live;
	if (live)
		live->previous = task;
	else
		oldest = task;
	live = task;
	nlive++;
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
	struct failure *failure = calloc(1, sizeof *failure + strlen(text) + 1);

	if (!failure)
		return;
	failure->queue = queue;
	failure->status = status;
	strcpy(failure->text, text);
	*last_failure = failure;
	last_failure = &failure->next;
}

/* The device's task has ended so. */
static void
retire(struct sycl_rt_task *task, int status)
{
	if (status)
		note_failure(task->queue, status);
	else if (task->times)
		task->device->backend->times(task->mark, task->times);
	unlink_task(task);
	drop(task);
	pthread_cond_broadcast(&ended);
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

/* Waits until the task has ended, or for any other one to end. */
static void
wait_once(struct sycl_rt_task *task)
{
	if (task->device)
		wait_for_device(task);
	else
		pthread_cond_wait(&ended, &lock);
}

/* Takes the oldest tasks that have ended on their devices out of the list, and keeps it short. */
static void
reap(void)
{
	enum { MOST = 128, WORTH_ASKING = 32 };
	struct sycl_rt_task *task;
	int status = SYCL_RT_SUCCESS;

	if (nlive < WORTH_ASKING || (nlive <= MOST && last_number % 16 != 0))
		return;
	while (oldest && oldest->device && oldest->device->backend->ended(oldest->mark, false, &status)) {
		retire(oldest, status);
		status = SYCL_RT_SUCCESS;
	}
	while (nlive > MOST) {
		for (task = oldest; task && !task->device; task = task->previous)
			;
		if (!task)
			return;
		wait_for_device(task);
	}
}

static void
end_task(struct sycl_rt_task *task)
{
	unlink_task(task);
	nidle++;	/* this thread, for the first of the successors */
	for (size_t i = 0; i < task->nsuccessor; i++) {
		if (--task->successor[i]->nbefore == 0)
			make_ready(task->successor[i]);
		drop(task->successor[i]);
	}
	nidle--;
	drop(task);
	pthread_cond_broadcast(&ended);
}

/* Runs ready tasks; without arg waits a while for new ones, with arg returns at once. */
static void *
run_ready(void *arg)
{
	struct sycl_rt_task *task;
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
		task = take_ready();
		for (size_t i = 0; i < task->ndevice_before; i++) {
			if (task->device_before[i]->state != SYCL_RT_TASK_ENDED)
				wait_for_device(task->device_before[i]);
			drop(task->device_before[i]);
		}
		task->ndevice_before = 0;
		task->state = SYCL_RT_TASK_RUNNING;
		pthread_mutex_unlock(&lock);
		current = task;
		task->run(task->argument);
		current = NULL;
		pthread_mutex_lock(&lock);
		end_task(task);
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
			if ((a[i].writes || b[k].writes) && (uintptr_t)a[i].begin < (uintptr_t)b[k].end
			    && (uintptr_t)b[k].begin < (uintptr_t)a[i].end)
				return true;
	return false;
}

/* The task, which has not ended, comes before the command.  What a task itself submits does not wait for it. */
static bool
comes_before(const struct sycl_rt_task *task, const struct sycl_rt_command *command)
{
	if (task == current)
		return false;
	if (task->queue == command->queue && (task->barrier || command->flags & SYCL_RT_AFTER_QUEUE))
		return true;
	for (size_t i = 0; i < command->nafter; i++)
		if (command->after[i] == task)
			return true;
	return overlap(task->region, task->nregion, command->region, command->nregion);
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
		waits = !(task->device && command->flags & SYCL_RT_ON_DEVICE) && comes_before(task, command);
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
		task->users = 2;
	}
	return task;
}

API int
sycl_rt_command_later(const struct sycl_rt_command *command, struct sycl_rt_task **made)
{
	struct sycl_rt_task *task = make_task(command), *other;
	bool failed = false, alone;

	*made = NULL;
	if (!task)
		return rt_fail(SYCL_RT_MEMORY_ALLOCATION, "out of memory: cannot submit a command");
	task->run = command->run;
	task->argument = command->argument;
	pthread_once(&once, initialize);
	pthread_mutex_lock(&lock);
	for (other = live; other && !failed; other = other->next)
		failed = comes_before(other, command) && !add_successor(other, task);
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
	*made = task;
	return SYCL_RT_SUCCESS;
}

/* --- starting commands on devices --- */

/* What starting a command takes, and gives. */
struct starting {
	const struct sycl_rt_command *command;
	const struct sycl_rt_device *device;
	struct sycl_rt_task *task;
	struct rt_start start;
	void *after[128 + 8];
};

/* With the lock held: the marks of what comes before, and the lane; what other backends do is waited for. */
static void
find_marks(struct starting *starting)
{
	static unsigned next_lane;
	const struct sycl_rt_command *command = starting->command;
	struct rt_start *start = &starting->start;
	struct sycl_rt_task *other, *last = NULL;
	bool again = true;

	while (again) {
		again = false;
		last = NULL;
		start->nafter = 0;
		for (other = live; other && !again; other = other->next) {
			if (!other->device || !comes_before(other, command))
				continue;
			again = other->device->backend != starting->device->backend
				|| start->nafter == sizeof starting->after / sizeof *starting->after;
			if (again)
				wait_for_device(other);
			else if (!last || other->lane != last->lane || other->device != last->device)
				starting->after[start->nafter++] = other->mark;
			if (!again && !last)
				last = other;
		}
	}
	if (command->flags & SYCL_RT_AFTER_QUEUE)
		start->lane = (unsigned)((uintptr_t)command->queue >> 6) % RT_LANES;
	else
		start->lane = last && last->device == starting->device ? last->lane : next_lane++ % RT_LANES;
	/* The lane itself keeps the order behind the newest of its marks, the first one. */
	start->after = starting->after;
	if (last && last->device == starting->device && last->lane == start->lane) {
		start->after++;
		start->nafter--;
	}
}

static int
start_task(struct starting *starting)
{
	struct sycl_rt_task *task = starting->task;
	int status;

	pthread_once(&once, initialize);
	pthread_mutex_lock(&lock);
	reap();
	find_marks(starting);
	status = starting->device->backend->start(starting->device, &starting->start, &task->mark);
	task->lane = starting->start.lane;
	if (!status && task->mark)
		link_task(task);
	pthread_mutex_unlock(&lock);
	return status;
}

static void
free_task(struct sycl_rt_task *task)
{
	free(task->region);
	free(task);
}

API int
sycl_rt_command_start(const struct sycl_rt_command *command, const struct sycl_rt_device *device,
	const struct sycl_rt_work *what, struct sycl_rt_times *times, struct sycl_rt_task **made)
{
	struct starting starting = { .command = command, .device = device };
	int status = SYCL_RT_SUCCESS;

	*made = NULL;
	if (what->kind == SYCL_RT_WORK_KERNEL)
		status = rt_launch_prepare(device, what->launch, &starting.start.loaded, &starting.start.buffer);
	else if (what->size == 0 || (what->kind == SYCL_RT_WORK_FILL && what->count == 0))
		return SYCL_RT_SUCCESS;
	if (status)
		return status;
	starting.task = make_task(command);
	if (!starting.task)
		return rt_fail(SYCL_RT_MEMORY_ALLOCATION, "out of memory: cannot submit a command");
	starting.task->device = device;
	starting.task->state = SYCL_RT_TASK_RUNNING;
	starting.task->times = times;
	starting.start.work = what;
	starting.start.timed = times != NULL;
	status = start_task(&starting);
	if (!status && starting.task->mark)
		*made = starting.task;
	else
		free_task(starting.task);
	return status;
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

API void
sycl_rt_task_drop(struct sycl_rt_task *task)
{
	pthread_mutex_lock(&lock);
	task->times = NULL;
	drop(task);
	pthread_mutex_unlock(&lock);
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
	pthread_mutex_unlock(&lock);
	return state;
}

API void
sycl_rt_task_wait(const struct sycl_rt_task *task)
{
	pthread_mutex_lock(&lock);
	while (task->state != SYCL_RT_TASK_ENDED && task != current)
		wait_once((struct sycl_rt_task *)task);
	pthread_mutex_unlock(&lock);
}

/* Waits for all tasks submitted so far that come before the command, on devices only when threads do not matter. */
static void
wait_for(const struct sycl_rt_command *command, bool threads)
{
	struct sycl_rt_task *task;
	uint64_t newest;

	if (nlive == 0)
		return;
	pthread_mutex_lock(&lock);
	newest = last_number;
	for (;;) {
		task = live;
		while (task && (task->number > newest || !(threads || task->device) || !comes_before(task, command)))
			task = task->next;
		if (!task)
			break;
		wait_once(task);
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
