/*
 * Pointers to pointers, for notes about LLVM values and blocks.  Never walked,
 * so that addresses cannot reach an output.
 */
#ifndef MUX_PTRMAP_H
#define MUX_PTRMAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

struct ptrmap {
	struct arena *arena;
	const void **key;
	void **value;
	size_t room, n;
};

/* An empty map whose tables live in the arena. */
void ptrmap_init(struct ptrmap *map, struct arena *arena);
/* key gets the value (not NULL), in place of an earlier one. */
void ptrmap_set(struct ptrmap *map, const void *key, void *value);
/* The value of key, NULL when it has none. */
void *ptrmap_find(const struct ptrmap *map, const void *key);

/* The same with small numbers: the index of key, -1 when it has none. */
static inline void
ptrmap_set_index(struct ptrmap *map, const void *key, int index)
{
	ptrmap_set(map, key, (void *)((intptr_t)index + 1));
}

static inline int
ptrmap_index(const struct ptrmap *map, const void *key)
{
	return (int)((intptr_t)ptrmap_find(map, key) - 1);
}

#endif
