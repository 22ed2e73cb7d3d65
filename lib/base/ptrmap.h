/*
 * A map from pointers to small numbers: open addressing, never shrinks.  Its
 * order depends on addresses, so it has no way to list its keys: nothing that
 * is written may follow from it.
 */
#ifndef BASE_PTRMAP_H
#define BASE_PTRMAP_H

#include <stddef.h>
#include <stdint.h>

#include "arena.h"

#define PTRMAP_NONE UINT32_MAX

struct ptrmap_slot {
	const void *key;	/* NULL: free */
	uint32_t value;
};

struct ptrmap {
	struct ptrmap_slot *slot;
	size_t mask;		/* number of slots - 1 */
	size_t used;
	struct arena *arena;
};

/* An empty map that holds about n keys before it first grows. */
void ptrmap_init(struct ptrmap *map, struct arena *arena, size_t n);
/* Sets the value of key (not NULL). */
void ptrmap_set(struct ptrmap *map, const void *key, uint32_t value);

/* The value of key, PTRMAP_NONE when it has none. */
static inline uint32_t
ptrmap_get(const struct ptrmap *map, const void *key)
{
	size_t i = ((uintptr_t)key * 0x9e3779b97f4a7c15u) >> 20 & map->mask;

	while (map->slot[i].key != key) {
		if (!map->slot[i].key)
			return PTRMAP_NONE;
		i = (i + 1) & map->mask;
	}
	return map->slot[i].value;
}

#endif
