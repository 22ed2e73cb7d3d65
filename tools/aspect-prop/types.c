#include "prop.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "format/irnames.h"

static uint32_t
add_entry(struct types *types, struct aspect_list list)
{
	types->list = arena_extend(types->aspects->arena, types->list, types->n, sizeof *types->list);
	types->list[types->n] = list;
	return types->n++;
}

uint32_t
types_union(struct types *types, uint32_t a, uint32_t b)
{
	struct aspect_list both;

	if (a == b || !b)
		return a;
	if (!a)
		return b;
	both = aspect_list_union(types->aspects->arena, types->list[a], types->list[b]);
	if (both.n == types->list[a].n)
		return a;
	return both.n == types->list[b].n ? b : add_entry(types, both);
}

/* --- what the module says of its types ------------------------------------------------ */

/* Structs by name, which LLVM keeps unique. */
struct type_names {
	struct type_name {
		const char *name;
		uint32_t type;
	} *entry;
	size_t n;
};

static int
compare_names(const void *a, const void *b)
{
	return strcmp(((const struct type_name *)a)->name, ((const struct type_name *)b)->name);
}

static const char *
row_text(struct arena *arena, const struct bitrow *row)
{
	char *text = arena_calloc(arena, row->n + (size_t)1, 1);
	uint32_t i;

	for (i = 0; i < row->n; i++)
		text[i] = (char)row->op[i];
	return text;
}

static struct type_names
list_names(struct arena *arena, const struct bitmodule *bits)
{
	struct type_names names = { arena_alloc(arena, (bits->ntype + 1) * sizeof *names.entry), 0 };
	const struct bittype_row *type;
	size_t i;

	for (i = 0; i < bits->ntype; i++) {
		type = &bits->type[i];
		if (type->name.n && (type->row.code == TYPE_CODE_STRUCT_NAMED || type->row.code == TYPE_CODE_OPAQUE))
			names.entry[names.n++] = (struct type_name){ row_text(arena, &type->name), (uint32_t)i };
	}
	qsort(names.entry, names.n, sizeof *names.entry, compare_names);
	return names;
}

/* One node !{!"type name", i32 aspect, ...}.  Skips types that the module does not have. */
static int
read_type(struct types *types, const struct nodes *nodes, const struct type_names *names, uint32_t node,
	  const char *named, size_t which)
{
	struct arena *arena = types->aspects->arena;
	const struct type_name *found;
	struct aspect_list list;
	const char *name;
	uint32_t *operand;
	size_t n, wrong;

	operand = nodes_operands(nodes, arena, node, &n);
	name = n >= 2 ? nodes_string(nodes, arena, operand[0]) : NULL;
	if (!name) {
		diag(DIAG_ERROR, "malformed '!%s': operand %zu is not a type name with aspect numbers", named, which);
		return -1;
	}
	if (!aspects_of_node(types->aspects, nodes, node, 1, &list, &wrong)) {
		diag(DIAG_ERROR, "malformed '!%s' of type '%s': operand %zu is not an aspect number", named, name, wrong);
		return -1;
	}
	found = bsearch(&(struct type_name){ name, 0 }, names->entry, names->n, sizeof *names->entry, compare_names);
	if (found && list.n)
		types->of[found->type] = types_union(types, types->of[found->type], add_entry(types, list));
	return 0;
}

static int
read_types(struct types *types, const struct bitmodule *bits, const char *named)
{
	struct nodes nodes = { .bits = bits };
	struct type_names names;
	uint32_t *node;
	size_t n, i;

	node = nodes_named(bits, types->aspects->arena, named, &n);
	if (!n)
		return 0;
	names = list_names(types->aspects->arena, bits);
	for (i = 0; i < n; i++)
		if (read_type(types, &nodes, &names, node[i], named, i))
			return -1;
	return 0;
}

/* --- what follows for all types ---------------------------------------------------------- */

/* A depth-first walk with its own stack: a chain of structs may be as deep as memory allows. */
struct type_walk {
	struct types *types;
	const struct bitmodule *bits;
	uint8_t *seen;		/* by type: visited */
	uint32_t *path, *next;	/* types on the way down, and the next part of each */
	size_t depth;
	uint8_t *kind;		/* of the operands of one type */
};

static void
enter(struct type_walk *walk, uint32_t type)
{
	walk->seen[type] = 1;
	walk->path[walk->depth] = type;
	walk->next[walk->depth++] = 0;
}

/* Joins the aspects of the innermost type's parts; true when it enters a part that was not visited.  Pointers have no parts. */
static bool
look_at_parts(struct type_walk *walk)
{
	uint32_t type = walk->path[walk->depth - 1], *next = &walk->next[walk->depth - 1], *of = walk->types->of, part;
	const struct bitrow *row = &walk->bits->type[type].row;
	struct bitrecord record = bitrow_record(row);

	if (row->code == TYPE_CODE_OPAQUE_POINTER || !record_kinds(TYPE_BLOCK_ID_NEW, &record, walk->kind))
		return false;
	for (; *next < row->n; ++*next) {
		part = (uint32_t)row->op[*next];
		if (walk->kind[*next] != OPERAND_TYPE || part >= walk->bits->ntype)
			continue;
		if (!walk->seen[part]) {
			enter(walk, part);
			return true;	/* continue with this type later */
		}
		of[type] = types_union(walk->types, of[type], of[part]);
	}
	return false;
}

static void
compute(struct type_walk *walk, uint32_t type)
{
	for (enter(walk, type); walk->depth;)
		if (!look_at_parts(walk))
			walk->depth--;
}

static void
compute_all(struct types *types, const struct bitmodule *bits)
{
	struct arena *arena = types->aspects->arena;
	size_t n = bits->ntype + 1, widest = 1, i;
	struct type_walk walk = { .types = types, .bits = bits };

	for (i = 0; i < bits->ntype; i++)
		if (bits->type[i].row.n > widest)
			widest = bits->type[i].row.n;
	walk.seen = arena_calloc(arena, n, sizeof *walk.seen);
	walk.path = arena_alloc(arena, n * sizeof *walk.path);
	walk.next = arena_alloc(arena, n * sizeof *walk.next);
	walk.kind = arena_alloc(arena, widest);
	for (i = 0; i < bits->ntype; i++)
		if (!walk.seen[i])
			compute(&walk, (uint32_t)i);
}

int
types_read(struct types *types, struct aspects *aspects, const struct program *program)
{
	const struct bitmodule *bits = &program->bits;
	uint32_t *fp64 = arena_alloc(aspects->arena, sizeof *fp64), entry;
	size_t i;

	memset(types, 0, sizeof *types);
	types->aspects = aspects;
	types->ntype = bits->ntype;
	types->of = arena_calloc(aspects->arena, bits->ntype + 1, sizeof *types->of);
	add_entry(types, (struct aspect_list){ 0, NULL });
	if (read_types(types, bits, METADATA_TYPES_WITH_ASPECTS) || read_types(types, bits, METADATA_TYPES_WITH_ASPECTS_OLD))
		return -1;
	/* The front end does not list double. */
	*fp64 = aspects->fp64;
	entry = add_entry(types, (struct aspect_list){ 1, fp64 });
	for (i = 0; i < bits->ntype; i++)
		if (bits->type[i].row.code == TYPE_CODE_DOUBLE)
			types->of[i] = entry;
	compute_all(types, bits);
	return 0;
}
