#include "ptrmap.h"

void
ptrmap_init(struct ptrmap *map, struct arena *arena)
{
	*map = (struct ptrmap){ .arena = arena };
}

/* Where key stands, or the free place where it would. */
static size_t
ptrmap_place(const struct ptrmap *map, const void *key)
{
	size_t mask = map->room - 1;
	size_t i = (((uintptr_t)key >> 4) * UINT64_C(0x9e3779b97f4a7c15) >> 20) & mask;

	while (map->key[i] && map->key[i] != key)
		i = (i + 1) & mask;
	return i;
}

static void
ptrmap_enlarge(struct ptrmap *map)
{
	struct ptrmap old = *map;
	size_t i;

	map->room = old.room ? old.room * 2 : 32;
	map->key = arena_calloc(map->arena, map->room, sizeof *map->key);
	map->value = arena_calloc(map->arena, map->room, sizeof *map->value);
	map->n = 0;
	for (i = 0; i < old.room; i++)
		if (old.key[i])
			ptrmap_set(map, old.key[i], old.value[i]);
}

void
ptrmap_set(struct ptrmap *map, const void *key, void *value)
{
	size_t i;

	if (map->n * 2 >= map->room)
		ptrmap_enlarge(map);
	i = ptrmap_place(map, key);
	if (!map->key[i]) {
		map->key[i] = key;
		map->n++;
	}
	map->value[i] = value;
}

void *
ptrmap_find(const struct ptrmap *map, const void *key)
{
	size_t i;

	if (!map->room)
		return NULL;
	i = ptrmap_place(map, key);
	return map->key[i] ? map->value[i] : NULL;
}
