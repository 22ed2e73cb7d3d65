/*
 * Writing a module with new numbers: some of its types, values, metadata and
 * functions in their old order, and new rows after them.
 * bitcut.h takes parts of a module this way, bitpatch.h adds metadata.
 *
 * A plan maps every number of the old module to a new one.  Kept rows may mention
 * only kept ones; bodies are renumbered record by record without being
 * interpreted.
 */
#ifndef BITCODE_BITPLAN_H
#define BITCODE_BITPLAN_H

#include "bitmodule.h"

/* Old numbers to new ones. */
struct bitnumbers {
	uint32_t *number;	/* [old]: the new one, BITMODULE_NONE when it is not kept */
	uint32_t room;		/* how many old ones there are */
	uint32_t *kept;		/* the old ones that are kept, ascending */
	uint32_t n;
};

struct bitplan_string {
	const char *text;
	size_t len;
};

/*
 * A minimal body: one instruction, and metadata.  Numbers are old ones; those of
 * nodes inside the function follow the module's, strings first.
 */
struct bitplan_bare {
	struct bitrow attachment;	/* (kind, node)... */
	struct bitplan_string *string;
	struct bitrow *node;
	uint32_t nstring, nnode;
};

/* A kept global value in the new module. */
struct bitplan_global {
	struct bitrow row;	/* with new numbers, but the old offset of its name */
	const struct bitrow *attachment;	/* its metadata with old numbers, when it has no body; NULL: none */
	bool with_body;
	const struct bitplan_bare *bare;	/* in place of its body; NULL: none */
};

/* Metadata of a function. */
struct bitplan_attachment {
	uint32_t kind, node;	/* node: new number, BITMODULE_NONE: remove the function's metadata of that kind */
};

struct bitplan {
	const struct bitmodule *module;
	struct bitnumbers type, value, node;	/* value: global values, then constants; node: strings, then nodes */
	struct bitplan_global *global;		/* in the order of value.kept */
	uint32_t nglobal, nstring;		/* kept ones of value and of node */
	uint32_t *attributes;			/* [old list]: the new number + 1, 0: no attributes */
	/* Lists of groups, groups (types in old numbers), comdats: all that the new module has. */
	struct bitrow *list, *group, *comdat;
	uint32_t nlist, ngroup, ncomdat;
	/* New rows, with new numbers, after the kept ones; strings come after kept strings, before kept nodes. */
	struct bitrow *new_type, *new_node;
	struct bitconstant *new_constant;
	struct bitplan_string *new_string;
	uint32_t nnew_type, nnew_node, nnew_constant, nnew_string;
	/* In place of kept nodes, with new numbers: [place in node.kept]; NULL: none. */
	const struct bitrow **changed;
	/* Lists with names; their rows have new numbers. */
	struct bitnamed *named;
	uint32_t nnamed;
	/* New kinds of metadata, numbered from first_kind, after the module's. */
	const char **new_kind;
	uint32_t nnew_kind, first_kind;
	/*
	 * The metadata that the global value with that new number gets: *n of them,
	 * in the scratch arena.  NULL: all keep theirs.
	 */
	const struct bitplan_attachment *(*attach)(void *user, uint32_t global, struct arena *scratch, size_t *n);
	void *user;
	/* Check the bodies while writing: they were not checked before. */
	bool check;
	/* New number of an empty tuple, for required metadata that is not kept. */
	uint32_t empty;
};

/* The first number after all new rows. */
uint32_t bitplan_count(const struct bitnumbers *numbers, uint32_t nnew);
/* A copy of the row (of that block) with new numbers, in the arena. */
struct bitrow bitplan_renumber(const struct bitplan *plan, struct arena *arena, unsigned block, const struct bitrow *row);
/*
 * Appends the module, complete bitcode with its header, to what the writer has,
 * which ends at a word.  Returns -1 when a kept row mentions one that is not kept
 * or does not exist.  scratch is used during the call only.
 */
int bitplan_write(const struct bitplan *plan, struct arena *scratch, struct bitwriter *writer);

#endif
