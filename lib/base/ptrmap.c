#include "ptrmap.h"

void
ptrmap_init(struct ptrmap *map, struct arena *arena, size_t n)
{
	size_t size = 64;

	while (size < n * 2)
		size *= 2;
	map->slot = arena_calloc(arena, size, sizeof *map->slot);
	map->mask = size - 1;
	map->used = 0;
	map->arena = arena;
}

static void
grow(struct ptrmap *map)
{
	struct ptrmap old = *map;
	size_t i;

	ptrmap_init(map, old.arena, old.mask + 1);
	for (i = 0; i <= old.mask; i++)
		if (old.slot[i].key)
			*ptrmap_slot(map, old.slot[i].key) = old.slot[i];
	map->used = old.used;
}

/* The slot of key, made if it is new. */
static struct ptrmap_slot *
take_slot(struct ptrmap *map, const void *key)
{
	struct ptrmap_slot *slot;

	if (map->used * 2 > map->mask)
		grow(map);
	slot = ptrmap_slot(map, key);
	map->used += !slot->key;
	slot->key = key;
	return slot;
}

void
ptrmap_set(struct ptrmap *map, const void *key, uint32_t value)
{
	take_slot(map, key)->value = value;
}

void
ptrmap_set_pointer(struct ptrmap *map, const void *key, void *value)
{
	take_slot(map, key)->pointer = value;
}
