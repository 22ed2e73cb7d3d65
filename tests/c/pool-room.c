/* A thread of the program that helps with a job leaves room for the next job: the device's only thread, which spins because there was none, takes it. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "../../runtime/rt.h"

enum { ROUNDS = 2000, SECONDS = 20 };

static struct rt_job next_job;

uint64_t
sycl_rt_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static void
nothing(void *argument, uint64_t begin, uint64_t end)
{
	(void)argument;
	(void)begin;
	(void)end;
}

/* The device's thread looks for work meanwhile, and finds that one thread is the most. */
static void
start_next(void *argument, uint64_t begin, uint64_t end)
{
	const uint64_t stop = sycl_rt_now() + *(const unsigned *)argument;

	(void)begin;
	(void)end;
	next_job = (struct rt_job){ .part = nothing, .total = 1, .piece = 1 };
	rt_job_start(&next_job, 1);
	while (sycl_rt_now() < stop)
		;
}

static void
wait_for(struct rt_job *job)
{
	const uint64_t limit = sycl_rt_now() + (uint64_t)SECONDS * 1000000000;

	while (!atomic_load(&job->over)) {
		if (sycl_rt_now() > limit) {
			puts("no thread takes the job");
			exit(1);
		}
	}
}

int
main(void)
{
	unsigned nanoseconds, helped = 0;

	for (unsigned i = 0; i < ROUNDS; i++) {
		struct rt_job job = { .part = start_next, .argument = &nanoseconds, .total = 1, .piece = 1 };

		nanoseconds = i % 20 * 1000;
		rt_job_start(&job, 1);
		helped += rt_job_help(&job);
		wait_for(&job);
		wait_for(&next_job);
	}
	puts(helped ? "right" : "never helped");
	return 0;
}
