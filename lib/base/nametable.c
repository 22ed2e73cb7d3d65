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
int
nametable_reserve(struct nametable *table, struct arena *arena, size_t n)
{
	struct nametable old = *table;
	size_t i, room = old.slot ? old.mask + 1 : 0, wanted = room ? room : 4;

	while (wanted / 2 < n)
		wanted *= 2;
	if (wanted == room)
		return 0;
	table->mask = wanted - 1;
	table->slot = arena_calloc(arena, wanted, sizeof *table->slot);
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
nametable_swap(struct nametable *table, struct arena *arena, const void *name, size_t size, uint32_t *number)
{
	struct nametable_slot *slot;
	uint32_t had;

	if (size > UINT32_MAX || nametable_reserve(table, arena, table->used + 1))
		return -1;
	slot = find_slot(table, name, size);
	had = slot->name ? slot->number : NAMETABLE_NONE;
	table->used += !slot->name;
	*slot = (struct nametable_slot){ name, (uint32_t)size, *number };
	*number = had;
	return 0;
}

int
nametable_set(struct nametable *table, struct arena *arena, const void *name, size_t size, uint32_t number)
{
	return nametable_swap(table, arena, name, size, &number);
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
