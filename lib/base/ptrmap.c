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
			ptrmap_set(map, old.slot[i].key, old.slot[i].value);
}

void
ptrmap_set(struct ptrmap *map, const void *key, uint32_t value)
{
	size_t i;

	if (map->used * 2 > map->mask)
		grow(map);
	/* The same place as in ptrmap_get(). */
	i = ((uintptr_t)key * 0x9e3779b97f4a7c15u) >> 20 & map->mask;
	while (map->slot[i].key && map->slot[i].key != key)
		i = (i + 1) & map->mask;
	map->used += !map->slot[i].key;
	map->slot[i].key = key;
	map->slot[i].value = value;
}
