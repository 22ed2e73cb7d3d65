/* Random numbers of test programs (xorshift64): the same state gives the same ones, so that a failure can be made again. */
#ifndef TESTS_RANDOM_H
#define TESTS_RANDOM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static uint64_t random_state = 0x9e3779b97f4a7c15;	/* set it from the seed; never 0 */

static inline uint64_t
random_next(void)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return random_state;
}

/* A number from 0 to below - 1; 0 when below is 0. */
static inline size_t
random_number(size_t below)
{
	return below ? random_next() % below : 0;
}
/* The same from the upper bits, which are more random: the sequence that seeds of random kernels name. */
static inline unsigned
random_below(unsigned n)
{
	return (unsigned)((random_next() * UINT64_C(0x2545f4914f6cdd1d)) >> 33) % n;
}

static inline bool
random_chance(unsigned percent)
{
	return random_below(100) < percent;
}

#endif
