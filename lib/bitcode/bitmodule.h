/*
 * The tables of one module of bitcode, read once: types, attributes, global
 * values, constants, metadata, and the positions of the functions' bodies.  Rows
 * have the form of the file, so that any of them can be written again.
 */
#ifndef BITCODE_BITMODULE_H
#define BITCODE_BITMODULE_H

#include "records.h"

/* A record of a table. */
struct bitrow {
	unsigned abbrev;
	uint32_t code, n;
	const uint64_t *op;
};

/* Changes an operand of a row that the caller has made. */
static inline void
bitrow_set(const struct bitrow *row, size_t i, uint64_t value)
{
	((uint64_t *)row->op)[i] = value;
}

/* A block that is copied without being parsed, as whole words. */
struct bitspan {
	const uint8_t *byte;	/* NULL: the module has none */
	size_t len;
	unsigned width;
};

/* A block of the module that holds rows: how its records are packed. */
struct bitform {
	unsigned width;
	struct bitabbrevs abbrevs;	/* BLOCKINFO's first */
};

enum bitglobal_kind { BITGLOBAL_VARIABLE, BITGLOBAL_FUNCTION, BITGLOBAL_ALIAS, BITGLOBAL_IFUNC };

/* The operand with the offset of the partition's name in rows of that kind; the next one is the name's length. */
static inline size_t
bitglobal_partition(enum bitglobal_kind kind)
{
	static const uint8_t place[] = { VARIABLE_PARTITION, FUNCTION_PARTITION, 11, 7 };

	return place[kind];
}

/* A global value; its number in the file is its index. */
struct bitglobal {
	enum bitglobal_kind kind;
	struct bitrow row;
	const char *name;		/* in the file's string table, not terminated */
	size_t len;
	uint32_t body;			/* of a defined function; otherwise BITMODULE_NONE */
	const struct bitrow *attachment;	/* metadata of variables and declarations; NULL: none */
};

/* A struct's name is a record of its own before it; its code is 0 without a name. */
struct bittype_row {
	struct bitrow row, name;
};

struct bitconstant {
	uint32_t type;
	struct bitrow row;
};

/* A list of metadata with a name. */
struct bitnamed {
	struct bitrow name, row;
};

#define BITMODULE_NONE UINT32_MAX

struct bitmodule {
	const uint8_t *bytes;
	struct arena *arena;
	struct bitreader reader;	/* knows BLOCKINFO; copy it to read a body */
	struct bitblock block;		/* the module's */
	struct bitspan identification, kinds, bundle_tags, sync_scopes;
	uint32_t kinds_end;		/* kinds of metadata are numbered below it, without gaps */
	const char *names;		/* the string table; not terminated */
	size_t names_len;
	struct bitform form, types_form, attributes_form, groups_form, constants_form, metadata_form;

	struct bittype_row *type;	/* by number */
	struct bittypes types;		/* the same types, for record_function_kinds() */
	size_t ntype;
	struct bitrow *group, *attributes;	/* attributes[i] is list i + 1 */
	size_t ngroup, nattributes;
	struct bitrow *head;		/* facts about the module: version, triple, ..., GC and section names */
	size_t nhead;
	struct bitrow *comdat;		/* comdat[i] is number i + 1 */
	size_t ncomdat;
	struct bitglobal *global;
	size_t nglobal;
	struct bitconstant *constant;	/* constant[i] is value number nglobal + i */
	size_t nconstant;
	struct bitblock *body;		/* of the defined functions, in the order of their records */
	uint32_t *owner;		/* the function of each body */
	size_t nbody;

	const char **string;		/* metadata numbers 0 to nstring - 1 */
	uint32_t *string_len;
	size_t nstring;
	struct bitrow *node;		/* node[i] is metadata number nstring + i */
	size_t nnode;
	struct bitnamed *named;
	size_t nnamed;

	/* private: while reading */
	unsigned rank;			/* of the last item, in the module's order */
	uint64_t at;			/* the start of the last record */
	uint64_t names_offset;		/* the recorded offset of the functions' offsets; 0: not recorded */
	uint64_t index_offset, nodes_begin;	/* the same for its index of metadata, in bits */
	uint64_t *node_at;		/* the positions of nodes, when there is an index */
	size_t nnode_at;
	uint64_t types_declared;
	uint64_t heads;			/* codes of the module's own records so far, as bits */
	bool written;			/* by LLVM, just now */
	struct bitrow pending_name;
	uint32_t pending_type;
	size_t bodies_read;
};

/*
 * Reads the tables.  The bytes stay the caller's and must outlive the module;
 * all else lives in the arena.  Returns NULL, or the reason as text: damaged
 * bitcode, another LLVM's, or a form that only old files have.  Reports nothing.  A module that another LLVM wrote can be read
 * after LLVM has read and written it.
 */
const char *bitmodule_read(struct bitmodule *module, struct arena *arena, const void *bytes, size_t len);
/*
 * The same for bytes that LLVM has just written in this process: they are not
 * damaged, so whether types, constants and metadata fit together is not checked.
 * A check that is stricter than LLVM then does not refuse a valid program.
 */
const char *bitmodule_read_written(struct bitmodule *module, struct arena *arena, const void *bytes, size_t len);

/* The row as a record, for writing or for its operands' kinds; its operands must not be changed. */
static inline struct bitrecord
bitrow_record(const struct bitrow *row)
{
	return (struct bitrecord){ .abbrev = row->abbrev, .code = row->code, .op = (uint64_t *)row->op, .n = row->n };
}

/* The name of a global value's or comdat's row, row->op[GLOBAL_NAME_LEN] bytes; NULL: outside the string table. */
const char *bitmodule_name(const struct bitmodule *module, const struct bitrow *row);

/* One attribute of a group; places are operands of the group's row. */
struct bitattribute {
	uint64_t form;		/* ATTRIBUTE_ENUM ... */
	uint64_t kind;		/* of one that is not a string */
	size_t begin, end;	/* all of it */
	size_t name, name_len;	/* of a string: one character an operand */
	size_t value, value_len;	/* of a string with value; the number or type of others */
};

/*
 * The attribute at *at, which starts at 2 and is advanced to the next.  False at
 * the end, and at an unknown form: then *at is not the row's length.
 */
bool bitattribute_next(const struct bitrow *group, size_t *at, struct bitattribute *attribute);
/* LLVM 22 has the attribute's kind in that form, and its type exists. */
bool bitattribute_is_sound(const struct bitmodule *module, const struct bitrow *group, const struct bitattribute *attribute);
/* A string attribute with that name. */
bool bitattribute_is(const struct bitrow *group, const struct bitattribute *attribute, const char *name);

/*
 * The value of a function's or variable's string attribute in the arena, ""
 * when it has no value, NULL when the list (its number + 1, 0: none) lacks it.
 */
const char *bitmodule_attribute(const struct bitmodule *module, struct arena *arena, uint64_t list, const char *name);

/* Strings of metadata. */
struct bitstrings {
	const char **text;	/* in the file, not terminated */
	uint32_t *len;
	size_t n;
};

/*
 * Reads METADATA_STRINGS, [count, where the characters begin] and a blob: lengths
 * as chunks of 6 bits, characters.  False when it is damaged.
 */
bool bitstrings_read(struct bitstrings *strings, struct arena *arena, const struct bitrecord *record);

/* The module's kinds of metadata, read one after the other: record is [number, character...]. */
struct bitkinds {
	struct bitreader reader;
	struct bitblock block;
	struct bitrecord record;
};

/* Starts before the first one.  What is read lives in the arena. */
struct bitkinds bitkinds_open(const struct bitmodule *module, struct arena *arena);
/* False at the end. */
bool bitkinds_next(struct bitkinds *kinds);
/* The metadata kind's number by its name; BITMODULE_NONE when the module does not know it. */
uint32_t bitmodule_kind(const struct bitmodule *module, const char *name);
/* The string that a metadata number is; NULL when it is a node. */
const char *bitmodule_string(const struct bitmodule *module, uint64_t number, size_t *len);

#endif
