/*
 * Shared by the files of bitcut: cut-read.c opens a module, cut-mark.c finds what a
 * part needs, bitcut.c writes the part.
 */
#ifndef BITCODE_CUT_H
#define BITCODE_CUT_H

#include "bitcut.h"
#include "bitplan.h"

/* The table rows that a function's body mentions, each once: kinds and numbers, of all bodies one after another. */
struct needs {
	uint32_t *first;	/* [body], and one past the last */
	uint32_t *size;		/* [body]: instructions */
	struct need {
		uint32_t kind : 4, number : 28;
	} *need;
	size_t n, room;
};

/* Metadata inside a function, while it is being read. */
struct locals {
	struct bitstrings string;
	struct bitrow *node;
	size_t nnode;
	uint32_t nodes;		/* the module's: numbers of the function's begin here */
};

/* Where a list by name mentions a function. */
struct mention {
	uint32_t global, entry;
};

struct bitcut {
	const struct bitmodule *module;
	struct bitcut_options options;
	struct arena *arena;
	struct needs needs;
	struct bitplan_bare *bare;	/* [body]: its skeleton */
	/* Attributes without the dropped one; equal groups and lists are one. */
	struct bitrow *group;		/* [canonical group] */
	struct bitrow *list;		/* [canonical list]: canonical groups */
	uint32_t ngroup, nlist;
	uint32_t *list_of;		/* [list]: its canonical list + 1, 0: empty */
	uint8_t *addressed;		/* [global value]: the address of a block of it is somewhere */
	uint8_t *may_go;		/* [node]: mentions a global value */
	struct mention *mention;	/* of the list by name, by global */
	size_t nmention;
	uint32_t by_name;		/* that list's number, BITMODULE_NONE */

	/* Of the part being made. */
	struct bitplan plan;
	struct bitnumbers lists, groups;	/* canonical ones */
	struct bitnumbers old_lists;	/* the lists of which canonical ones were made */
	uint32_t *entry;		/* of the list by name: those that the part has */
	uint32_t nentry;
	bool needs_empty;		/* required metadata may have been dropped */
	uint32_t types_done, values_done, nodes_done;	/* marked ones (in kept) whose operands were marked */
	uint32_t *unit;			/* marked compile units */
	uint32_t nunit;
	struct arena scratch;
	uint32_t *answer;		/* the result of bitcut_mentions() */
	uint8_t *kind;
	size_t kind_room;
	bool bad;
};

/* The last one: the type of a call through a pointer. */
enum { NEED_TYPE, NEED_LIST, NEED_VALUE, NEED_NODE, NEED_INDIRECT };


/* --- numbers (cut-mark.c) ------------------------------------------------------- */

/* Room for so many old numbers, none marked. */
struct bitnumbers numbers_init(struct arena *arena, uint32_t room);
/* Clears all marks, in time proportional to their number. */
void numbers_reset(struct bitnumbers *numbers);
/* Gives new numbers to the marked ones, in the old order. */
void numbers_settle(struct bitnumbers *numbers);

/* True when it was not marked before. */
static inline bool
numbers_mark(struct bitnumbers *numbers, uint32_t number)
{
	if (numbers->number[number] != BITMODULE_NONE)
		return false;
	numbers->number[number] = 0;
	numbers->kept[numbers->n++] = number;
	return true;
}

static inline bool
numbers_has(const struct bitnumbers *numbers, uint32_t number)
{
	return numbers->number[number] != BITMODULE_NONE;
}

/* For qsort(). */
int compare_numbers(const void *a, const void *b);

/* --- what a part needs (cut-mark.c) ------------------------------------------------ */

/* The kinds of the row's operands, until the next call. */
uint8_t *kinds_of(struct bitcut *cut, unsigned block, const struct bitrow *row);
/* Marks what the row's operands mention. */
void mark_operands(struct bitcut *cut, unsigned block, const struct bitrow *row);
void mark_type(struct bitcut *cut, uint64_t number);
void mark_value(struct bitcut *cut, uint64_t number);
void mark_node(struct bitcut *cut, uint64_t number);
void mark_needs(struct bitcut *cut, uint32_t body);
/* The nodes of named lists, when all global values are marked. */
void mark_named(struct bitcut *cut, const struct bitcut_global *global, size_t n);
/* Marks everything that marked rows mention, transitively. */
void mark_rest(struct bitcut *cut);
/* Imported entities of marked units, when all else is marked. */
void mark_imports(struct bitcut *cut);
/* The constant mentions a global value that is not in the part. */
bool constant_is_gone(const struct bitcut *cut, uint64_t number, int depth);
/* The metadata of that number + 1 is in the part. */
bool is_marked(const struct bitcut *cut, uint64_t optional);

/* Operands of a compile unit that list its declarations. */
enum { UNIT_ENUMS = 9, UNIT_RETAINED = 10, UNIT_GLOBALS = 12, UNIT_IMPORTS = 13, UNIT_LISTS = 4 };
extern const unsigned unit_list[UNIT_LISTS];
/* The tuple that a unit's operand lists, NULL when there is none. */
const struct bitrow *unit_tuple(const struct bitcut *cut, uint32_t unit, unsigned operand);

/* --- metadata inside functions (cut-bare.c) ------------------------------------------------ */

/*
 * The function's own metadata, (kind, node)... of the record, without debug
 * information, and the nodes inside the function.  Its pointers are into the arena.
 */
void bare_read(struct bitplan_bare *bare, struct arena *arena, const struct locals *locals, const struct bitrecord *record);
/* Marks the module's rows that it mentions. */
void bare_mark(struct bitcut *cut, const struct bitplan_bare *bare);

/* --- attributes (cut-read.c) ------------------------------------------------------------ */

/* Finds equal groups and lists, without the attribute to drop. */
void read_lists(struct bitcut *cut);

/* --- rows ----------------------------------------------------------------------------- */

const struct bitrow *node_row(const struct bitcut *cut, uint64_t number);
/* The row's operands are that text. */
bool is_text(const struct bitrow *name, const char *text);

#endif
