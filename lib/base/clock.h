/* Time that has passed. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <time.h>

/* Now, for clock_since(). */
static inline void
clock_start(struct timespec *start)
{
	clock_gettime(CLOCK_MONOTONIC, start);
}

/* Seconds since then. */
static inline double
clock_since(const struct timespec *start)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)(now.tv_sec - start->tv_sec) + (double)(now.tv_nsec - start->tv_nsec) / 1e9;
}

#endif
