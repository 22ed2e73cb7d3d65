/* Time that has passed, and the date. */
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

/* Seconds since 1970, to compare with those of other hosts. */
static inline double
clock_date(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

#endif
