/*
 * Commands that run later: host tasks, and commands that wait for them.  Every
 * other command runs where it is submitted and is not a task.  A task that is
 * ready gets a thread of its own, because it may wait for anything that the
 * program does elsewhere; idle threads are kept for a moment.
 */
#include "rt.h"

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
	struct sycl_rt_task *previous, *next;	/* of those that have not ended */
	struct sycl_rt_task *next_ready;
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work, ended;
static struct sycl_rt_task *live;		/* not ended; guarded by lock like all that follows */
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
	ready = NULL;
	last_ready = &ready;
	nready = nidle = nthread = 0;
	nlive = 0;
	pthread_cond_init(&ended, NULL);
	pthread_mutex_unlock(&lock);
}

/* Finishes all tasks before the program's static objects are destroyed, unless a task itself ends the program. */
static void
finish_at_exit(void)
{
	pthread_mutex_lock(&lock);
	while (live && !current)
		pthread_cond_wait(&ended, &lock);
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
end_task(struct sycl_rt_task *task)
{
	task->state = SYCL_RT_TASK_ENDED;
	if (task->previous)
		task->previous->next = task->next;
	else
		live = task->next;
	if (task->next)
		task->next->previous = task->previous;
	nlive--;
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
	struct sycl_rt_task **more = reallocarray(task->successor, task->nsuccessor + 1, sizeof *more);

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
		waits = comes_before(task, command);
	pthread_mutex_unlock(&lock);
	return waits;
}

API int
sycl_rt_command_later(const struct sycl_rt_command *command, struct sycl_rt_task **made)
{
	struct sycl_rt_task *task = calloc(1, sizeof *task), *other;
	bool failed = !task, alone;

	*made = NULL;
	if (task && command->nregion) {
		task->region = reallocarray(NULL, command->nregion, sizeof *task->region);
		failed = !task->region;
	}
	if (failed) {
		free(task);
		return rt_fail(SYCL_RT_MEMORY_ALLOCATION, "out of memory: cannot submit a command");
	}
	if (command->nregion)
		memcpy(task->region, command->region, command->nregion * sizeof *task->region);
	task->nregion = command->nregion;
	task->queue = command->queue;
	task->barrier = command->flags & SYCL_RT_BARRIER;
	task->run = command->run;
	task->argument = command->argument;
	task->users = 2;
	pthread_once(&once, initialize);
	pthread_mutex_lock(&lock);
	for (other = live; other && !failed; other = other->next)
		failed = comes_before(other, command) && !add_successor(other, task);
	task->number = ++last_number;
	task->next = live;
	if (live)
		live->previous = task;
	live = task;
	nlive++;
	/* Out of memory for its dependencies: runs after all other tasks, on this thread. */
	while (failed && task->next && !current)
		pthread_cond_wait(&ended, &lock);
	if (task->nbefore == 0 && task->state == SYCL_RT_TASK_WAITING)
		make_ready(task);
	alone = nthread == 0 && ready;
	pthread_mutex_unlock(&lock);
	if (alone)
		run_ready(&alone);	/* no thread could be created */
	*made = task;
	return SYCL_RT_SUCCESS;
}

API void
sycl_rt_task_drop(struct sycl_rt_task *task)
{
	pthread_mutex_lock(&lock);
	drop(task);
	pthread_mutex_unlock(&lock);
}

API enum sycl_rt_task_state
sycl_rt_task_ask(const struct sycl_rt_task *task)
{
	enum sycl_rt_task_state state;

	pthread_mutex_lock(&lock);
	state = task->state;
	pthread_mutex_unlock(&lock);
	return state;
}

API void
sycl_rt_task_wait(const struct sycl_rt_task *task)
{
	pthread_mutex_lock(&lock);
	while (task->state != SYCL_RT_TASK_ENDED && task != current)
		pthread_cond_wait(&ended, &lock);
	pthread_mutex_unlock(&lock);
}

/* Waits for all tasks submitted so far that come before the command. */
static void
wait_for(const struct sycl_rt_command *command)
{
	const struct sycl_rt_task *task;
	uint64_t newest;

	if (nlive == 0)
		return;
	pthread_mutex_lock(&lock);
	newest = last_number;
	for (;;) {
		for (task = live; task && (task->number > newest || !comes_before(task, command)); task = task->next)
			;
		if (!task)
			break;
		pthread_cond_wait(&ended, &lock);
	}
	pthread_mutex_unlock(&lock);
}

API void
sycl_rt_queue_wait(const void *queue)
{
	wait_for(&(struct sycl_rt_command){ .queue = queue, .flags = SYCL_RT_AFTER_QUEUE });
}

API int
sycl_rt_queue_empty(const void *queue)
{
	return !sycl_rt_command_waits(&(struct sycl_rt_command){ .queue = queue, .flags = SYCL_RT_AFTER_QUEUE });
}

API void
sycl_rt_region_wait(const struct sycl_rt_region *region)
{
	wait_for(&(struct sycl_rt_command){ .region = region, .nregion = 1 });
	if (sycl_rt_buffer_copies())
		sycl_rt_buffer_move(NULL, region, 1);
}
