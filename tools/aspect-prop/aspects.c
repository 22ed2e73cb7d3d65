#include "base/order.h"
#include "prop.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "format/aspect.h"
#include "format/irnames.h"

/* Numbers as keys: not NULL, and every int32_t is different. */
static const void *
key_of(int32_t number)
{
	return (const void *)((uintptr_t)(uint32_t)number + 1);
}

uint32_t
aspects_index(struct aspects *aspects, int32_t number)
{
	uint32_t index = ptrmap_get(&aspects->index, key_of(number)), room = aspects->room;

	if (index != PTRMAP_NONE)
		return index;
	if (aspects->n == room) {
		aspects->room = room ? room * 2 : 32;
		aspects->number = arena_grow(aspects->arena, aspects->number, room * sizeof *aspects->number,
					     aspects->room * sizeof *aspects->number);
		aspects->name = arena_grow(aspects->arena, aspects->name, room * sizeof *aspects->name,
					   aspects->room * sizeof *aspects->name);
	}
	index = aspects->n++;
	aspects->number[index] = number;
	aspects->name[index] = NULL;
	ptrmap_set(&aspects->index, key_of(number), index);
	return index;
}

/* One node !{!"name", i32 number} of !sycl_aspects. */
static int
read_name(struct aspects *aspects, const struct nodes *nodes, uint32_t node, size_t which)
{
	const char *name;
	int64_t number;
	unsigned width;
	uint32_t *operand, index;
	size_t n;

	operand = nodes_operands(nodes, aspects->arena, node, &n);
	name = n == 2 ? nodes_string(nodes, aspects->arena, operand[0]) : NULL;
	if (!name || !nodes_integer(nodes, operand[1], &width, &number) || number != (int32_t)number) {
		diag(DIAG_ERROR, "malformed '!sycl_aspects': operand %zu is not a pair of a name and a 32-bit number", which);
		return -1;
	}
	index = aspects_index(aspects, (int32_t)number);
	aspects->name[index] = name;
	if (!strcmp(name, "fp64"))
		aspects->fp64 = index;	/* the last number of a repeated name counts */
	return 0;
}

int
aspects_read(struct aspects *aspects, struct arena *arena, const struct program *program)
{
	struct nodes nodes = { .bits = &program->bits };
	uint32_t *node;
	size_t n, i;

	memset(aspects, 0, sizeof *aspects);
	aspects->arena = arena;
	aspects->fp64 = ASPECT_NONE;
	ptrmap_init(&aspects->index, arena, 128);
	node = nodes_named(&program->bits, arena, METADATA_ASPECTS, &n);
	for (i = 0; i < n; i++)
		if (read_name(aspects, &nodes, node[i], i))
			return -1;
	/* In an enum without fp64 it has its permanent number. */
	if (aspects->fp64 == ASPECT_NONE)
		aspects->fp64 = aspects_index(aspects, ASPECT_fp64);
	return 0;
}

uint32_t
aspects_find(const struct aspects *aspects, const char *text)
{
	uint32_t i, found = ASPECT_NONE;
	char *end;
	long number;

	for (i = 0; i < aspects->n; i++)
		if (aspects->name[i] && !strcmp(aspects->name[i], text))
			found = i;
	if (!strcmp(text, "fp64"))
		return aspects->fp64;
	if (found != ASPECT_NONE)
		return found;
	number = strtol(text, &end, 10);
	if (end == text || *end || number != (int32_t)number)
		return ASPECT_NONE;
	/* PTRMAP_NONE is ASPECT_NONE: the module does not mention the number. */
	return ptrmap_get(&aspects->index, key_of((int32_t)number));
}

const char *
aspects_text(const struct aspects *aspects, uint32_t aspect)
{
	if (aspects->name[aspect])
		return aspects->name[aspect];
	return arena_printf(aspects->arena, "%" PRId32, aspects->number[aspect]);
}

static int
compare_numbers(const void *a, const void *b, void *user)
{
	const struct aspects *aspects = user;
	int32_t x = aspects->number[*(const uint32_t *)a], y = aspects->number[*(const uint32_t *)b];

	return (x > y) - (x < y);
}

uint32_t *
aspects_sorted(const struct aspects *aspects)
{
	uint32_t *order = arena_alloc(aspects->arena, ((size_t)aspects->n + 1) * sizeof *order), i;

	for (i = 0; i < aspects->n; i++)
		order[i] = i;
	qsort_r(order, aspects->n, sizeof *order, compare_numbers, (void *)(uintptr_t)aspects);
	return order;
}

bool
aspects_of_node(struct aspects *aspects, const struct nodes *nodes, uint32_t node, size_t skip, struct aspect_list *list,
		size_t *wrong)
{
	uint32_t *operand, *index;
	int64_t number;
	size_t n, i, used = 0;

	*list = (struct aspect_list){ 0, NULL };
	operand = nodes_operands(nodes, aspects->arena, node, &n);
	index = arena_alloc(aspects->arena, (n + 1) * sizeof *index);
	for (i = skip; i < n; i++) {
		if (!nodes_number(nodes, operand[i], &number) || number != (int32_t)number) {
			*wrong = i;
			return false;
		}
		index[used++] = aspects_index(aspects, (int32_t)number);
	}
	qsort(index, used, sizeof *index, order_uint32s);
	for (i = 0; i < used; i++)
		if (!i || index[i] != index[list->n - 1])
			index[list->n++] = index[i];
	list->aspect = index;
	return true;
}

struct aspect_list
aspect_list_union(struct arena *arena, struct aspect_list a, struct aspect_list b)
{
	uint32_t *both, n = 0, i = 0, k = 0;

	if (!a.n)
		return b;
	if (!b.n)
		return a;
	both = arena_alloc(arena, ((size_t)a.n + b.n) * sizeof *both);
	while (i < a.n || k < b.n) {
		if (k == b.n || (i < a.n && a.aspect[i] < b.aspect[k]))
			both[n++] = a.aspect[i++];
		else {
			i += i < a.n && a.aspect[i] == b.aspect[k];
			both[n++] = b.aspect[k++];
		}
	}
	return (struct aspect_list){ n, both };
}

bool
aspect_list_has(struct aspect_list list, uint32_t aspect)
{
	uint32_t i;

	for (i = 0; i < list.n; i++)
		if (list.aspect[i] == aspect)
			return true;
	return false;
}
