/*
 * The one table of names: strings of bytes, and a number for each.  Open
 * addressing with XXH3; it never shrinks, and does not list its names.
 */
#ifndef BASE_NAMETABLE_H
#define BASE_NAMETABLE_H

#include <stddef.h>
#include <stdint.h>

#include "arena.h"

#define NAMETABLE_NONE UINT32_MAX

struct nametable_slot {
	const void *name;	/* NULL: free */
	uint32_t size, number;
};

/* All zero: an empty table. */
struct nametable {
	struct nametable_slot *slot;
	size_t mask;		/* number of slots - 1 */
	size_t used;
};

/* Room for n names, which nametable_set() then makes no more for.  -1: out of memory, in an arena that returns then. */
int nametable_reserve(struct nametable *table, struct arena *arena, size_t n);
/*
 * Gives the name (size bytes below 4 GiB, which stay the caller's and must stay
 * as they are) this number, whether it had one or not.  Slots are the arena's.
 * -1: out of memory, in an arena that returns then, or too long a name.
 */
int nametable_set(struct nametable *table, struct arena *arena, const void *name, size_t size, uint32_t number);
/* As nametable_set(), and *number becomes the one that the name had, NAMETABLE_NONE for none. */
int nametable_swap(struct nametable *table, struct arena *arena, const void *name, size_t size, uint32_t *number);
/* The number of the name, NAMETABLE_NONE when it has none. */
uint32_t nametable_get(const struct nametable *table, const void *name, size_t size);

#endif
