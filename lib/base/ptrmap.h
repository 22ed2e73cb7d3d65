/*
 * A map from pointers to small numbers, or from pointers to pointers: open
 * addressing, never shrinks.  Its order depends on addresses, so it cannot list
 * its keys: outputs must not depend on that order.
 */
#ifndef BASE_PTRMAP_H
#define BASE_PTRMAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arena.h"

#define PTRMAP_NONE UINT32_MAX

struct ptrmap_slot {
	const void *key;	/* NULL: free */
	union {
		uint32_t value;
		void *pointer;
	};
};

struct ptrmap {
	struct ptrmap_slot *slot;
	size_t mask;		/* number of slots - 1 */
	size_t used;
	struct arena *arena;
};

/* An empty map that holds about n keys before it first grows; its memory is the arena's. */
void ptrmap_init(struct ptrmap *map, struct arena *arena, size_t n);
/* Sets the value of key (not NULL); a map has values of one kind only. */
void ptrmap_set(struct ptrmap *map, const void *key, uint32_t value);
void ptrmap_set_pointer(struct ptrmap *map, const void *key, void *value);

/* The slot of key, or the free slot where it would be. */
static inline struct ptrmap_slot *
ptrmap_slot(const struct ptrmap *map, const void *key)
{
	size_t i = ((uintptr_t)key * 0x9e3779b97f4a7c15u) >> 20 & map->mask;

	while (map->slot[i].key && map->slot[i].key != key)
		i = (i + 1) & map->mask;
	return &map->slot[i];
}

static inline bool
ptrmap_has(const struct ptrmap *map, const void *key)
{
	return ptrmap_slot(map, key)->key;
}

/* The value of key, PTRMAP_NONE when it has none. */
static inline uint32_t
ptrmap_get(const struct ptrmap *map, const void *key)
{
	const struct ptrmap_slot *slot = ptrmap_slot(map, key);

	return slot->key ? slot->value : PTRMAP_NONE;
}

/* The same for pointers: NULL when it has none. */
static inline void *
ptrmap_pointer(const struct ptrmap *map, const void *key)
{
	const struct ptrmap_slot *slot = ptrmap_slot(map, key);

	return slot->key ? slot->pointer : NULL;
}

#endif
