#include "nametable.h"

#include <string.h>

#include "hash.h"

/* The slot of the name, or the free one where it belongs. */
static struct nametable_slot *
find_slot(const struct nametable *table, const void *name, size_t size)
{
	struct nametable_slot *slot;
	size_t i;

	for (i = (size_t)hash_bytes(name, size);; i++) {
		slot = &table->slot[i & table->mask];
		if (!slot->name || (slot->size == size && !memcmp(slot->name, name, size)))
			return slot;
	}
}

/* At most half of the slots are in use. */
static int
make_room(struct nametable *table, struct arena *arena)
{
	struct nametable old = *table;
	size_t i, room = old.slot ? old.mask + 1 : 0;

	if (2 * (old.used + 1) <= room)
		return 0;
	table->mask = room ? 2 * room - 1 : 3;
	table->slot = arena_calloc(arena, table->mask + 1, sizeof *table->slot);
	if (!table->slot) {
		*table = old;
		return -1;
	}
	for (i = 0; i < room; i++)
		if (old.slot[i].name)
			*find_slot(table, old.slot[i].name, old.slot[i].size) = old.slot[i];
	return 0;
}

int
nametable_set(struct nametable *table, struct arena *arena, const void *name, size_t size, uint32_t number)
{
	struct nametable_slot *slot;

	if (make_room(table, arena))
		return -1;
	slot = find_slot(table, name, size);
	table->used += !slot->name;
	*slot = (struct nametable_slot){ name, size, number };
	return 0;
}

uint32_t
nametable_get(const struct nametable *table, const void *name, size_t size)
{
	const struct nametable_slot *slot;

	if (!table->slot)
		return NAMETABLE_NONE;
	slot = find_slot(table, name, size);
	return slot->name ? slot->number : NAMETABLE_NONE;
}
