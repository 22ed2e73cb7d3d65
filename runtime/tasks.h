/*
 * Tasks, for tasks.c, which orders and waits for them, and starting.c, which starts those of devices and of the CPU's
 * kernels.  All of a task but `over` and `began` is guarded by one lock, which is held where a function says nothing else.
 */
#ifndef RT_TASKS_H
#define RT_TASKS_H

#include "backend.h"

#include <pthread.h>
#include <stdatomic.h>

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

/* Those of this process that have not ended. */
struct rt_tasks {
	pthread_mutex_t lock;
	pthread_cond_t ended;		/* told when a task has ended that is awaited */
	struct sycl_rt_task *live;	/* the newest; the others are behind it */
	struct sycl_rt_task *oldest;	/* the last one in that list */
	size_t nthread_task;		/* those that no device has */
};
extern struct rt_tasks rt_tasks;

/* Of this thread: the task that it runs; a name, which is the address; its newest place. */
extern _Thread_local const struct sycl_rt_task *rt_current_task;
extern _Thread_local char rt_this_thread;
extern _Thread_local struct sycl_rt_task *rt_own_place;

/* Without the lock, before the first of these: the process has tasks from now on. */
void rt_tasks_begin(void);
/* Takes the oldest tasks that have ended on their devices out of the list, and keeps it short. */
void rt_tasks_reap(void);

/* A task for the command, with two users, in no list yet; NULL when there is no memory.  Needs no lock. */
struct sycl_rt_task *rt_task_make(const struct sycl_rt_command *command);
/* One user less; the last one frees the task. */
void rt_task_put(struct sycl_rt_task *task);
/* The task runs the kernel that it has, which has so many work-groups.  Needs no lock. */
void rt_task_set_kernel(struct sycl_rt_task *task, uint64_t groups);
/* Without the lock: the task runs when all that comes before its command has ended.  The program has a handle from now on. */
void rt_task_submit(struct sycl_rt_task *task, const struct sycl_rt_command *command);
/* Into the list, as the newest one. */
void rt_task_link(struct sycl_rt_task *task);
/* It has ended: its successors go on.  free: this thread takes the first one of those that need a thread. */
void rt_task_end(struct sycl_rt_task *task, bool free);

/*
 * Without the lock: the command, which the caller runs now, is in the list of tasks from now on, as *task: those of
 * other threads wait for it.  False when it has to wait for what takes longer.
 */
bool rt_task_begin_quick(struct sycl_rt_task *task, const struct sycl_rt_command *command);
void rt_task_end_quick(struct sycl_rt_task *task);

/*
 * The task, which has not ended, comes before the command.  What a task itself submits does not wait for it, nor a
 * thread for its own place or for what came after that.
 */
bool rt_task_comes_before(const struct sycl_rt_task *task, const struct sycl_rt_command *command);
/* The command depends on the task by name. */
bool rt_task_is_named(const struct sycl_rt_command *command, const struct sycl_rt_task *task);
/* The successor waits for the task; false when there is no memory. */
bool rt_task_add_successor(struct sycl_rt_task *task, struct sycl_rt_task *successor);

/* Waits until the task has ended, or for any other one to end, with the lock given away.  The task may be gone then. */
void rt_task_wait_once(struct sycl_rt_task *task);
/* Waits for the device of the task, with the lock given away. */
void rt_task_wait_device(struct sycl_rt_task *task);
/* Without the lock: looks for a moment whether the task ends. */
void rt_task_spin(const struct sycl_rt_task *task);

/* An error of a command that had been started, which its queue reports later; its text is sycl_rt_message(). */
void rt_failure_note(const void *queue, int status);
/* A command of several tasks began when the first one did, and ended when the last one did. */
void rt_times_set(struct sycl_rt_times *times, uint64_t start, uint64_t end);

/* --- starting.c --- */

/* Another queue may have the same address from now on. */
void rt_lane_forget(const void *queue);

#endif
