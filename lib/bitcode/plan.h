/*
 * Shared by the files of bitplan: bitplan.c writes the module's tables, plan-body.c
 * its functions.
 */
#ifndef BITCODE_PLAN_H
#define BITCODE_PLAN_H

#include "bitplan.h"

/* The state of writing a module. */
struct output {
	const struct bitplan *plan;
	const struct bitmodule *module;
	struct bitwriter *writer;
	struct arena *arena;
	struct bitabbrevs info[BITS_MAX_BLOCK];	/* BLOCKINFO as the new module has it */
	struct bitrecord record;		/* being made */
	uint8_t *kind;
	size_t kind_room;
	uint32_t values, nodes;			/* of the module, old and new: numbers of functions begin here */
	uint32_t new_values, new_nodes;
	uint32_t next;				/* old number of the function's next value */
	uint32_t most_value;			/* the greatest old number of its own values that the function mentions */
	uint64_t most_node;
	bool bad;
};

/* Room for the kinds of n operands. */
uint8_t *kind_room(struct output *out, size_t n);
/* Operands of these kinds get new numbers; what is relative counts from the next value. */
void renumber(struct output *out, struct bitrecord *record);
/* The same of a record of that block, whose kinds it finds. */
void renumber_in(struct output *out, unsigned block, struct bitrecord *record);
uint32_t new_value(struct output *out, uint64_t old);
/* The new number; optional: the number + 1, 0 for metadata that is not kept. */
uint64_t new_node(struct output *out, uint64_t old, bool optional);
/*
 * (kind, node)... after `first` operands that stay.  Drops nodes that are not kept;
 * appends more, which replaces attachments of its kinds.
 */
struct bitrecord join_attachments(struct output *out, const struct bitrecord *record, size_t first,
				  const struct bitplan_attachment *more, size_t nmore);
/* The width of a block's ids that has room for these abbreviations and one more; at least so many bits. */
unsigned width_for_abbrevs(const struct bitabbrevs *abbrevs, unsigned least);
/* Strings of metadata, in a block whose abbreviations these are; one is added when they have none for it. */
void put_strings(struct output *out, unsigned width, struct bitabbrevs *abbrevs, const struct bitplan_string *string, uint32_t n);

/* Writes the bodies of all kept functions (plan-body.c). */
void write_bodies(struct output *out);

#endif
