/* Arrays of strings and of numbers: orders for qsort() and bsearch(), and a look for one number. */
#ifndef BASE_ORDER_H
#define BASE_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Of arrays of strings: bytewise. */
static inline int
order_texts(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Of arrays of uint32_t: ascending. */
static inline int
order_uint32s(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/* Whether wanted is one of the n numbers, in whatever order they are. */
static inline bool
uint32_is_among(const uint32_t *number, size_t n, uint64_t wanted)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (number[i] == wanted)
			return true;
	return false;
}

#endif
