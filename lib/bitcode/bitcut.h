/*
 * Parts of a module: a few functions and variables with all that they need
 * (types, constants, attributes, metadata) as a module of their own, bitcode
 * from bitcode.  The cost of a part depends on its own size, not on the module's: a
 * part is written at the speed of its bytes.
 *
 * Metadata about global values that are not in the part is dropped, with the
 * tuples that contain it.  Compile units are those that the part's debug
 * information reaches, and they list only entities that it reaches too.
 */
#ifndef BITCODE_BITCUT_H
#define BITCODE_BITCUT_H

#include "bitmodule.h"

struct bitcut_options {
	const char *drop;	/* a function attribute (a string) that parts do not have; NULL: none */
	const char *mark;	/* one that marked functions get; NULL: none */
	const char *by_name;	/* a named list of pairs whose second parts name functions: keep those of the part; NULL: none */
};

/* A global value in a part. */
struct bitcut_global {
	uint32_t number;	/* in the module: variables, functions, aliases, in their order */
	bool declared;		/* a function without its body */
	bool marked;
	bool listed;		/* a list of global values (llvm.compiler.used): keep the members that are in the part */
	uint8_t linkage;	/* LINKAGE_EXTERNAL, LINKAGE_INTERNAL, or BITCUT_KEEP */
};

enum { BITCUT_KEEP = 0xff };

struct bitcut;

/*
 * Prepares a module for cutting, in the arena; the module must outlive the result.
 * NULL, with the reason in *why.
 */
struct bitcut *bitcut_new(struct arena *arena, const struct bitmodule *module, struct bitcut_options options,
			  const char **why);
/* Frees memory that is not in the arena: that of the last part. */
void bitcut_free(struct bitcut *cut);
/*
 * Appends the part with these global values, ascending by number, to what the
 * writer has.  All that they mention must be among them; otherwise -1.
 */
int bitcut_write(struct bitcut *cut, const struct bitcut_global *global, size_t n, struct bitwriter *writer);

/*
 * The module without the bodies of its functions, and without debug
 * information: each body is one instruction, with the function's other
 * metadata.  LLVM reads it in a tenth of the time, for questions about functions
 * and metadata.  -1 when impossible (addresses of blocks).
 */
int bitcut_write_skeleton(struct bitcut *cut, struct bitwriter *writer);

/* --- what bodies say ------------------------------------------------------------- */

/* The global values that a function's body mentions, each once, *n of them; valid until the next call. */
const uint32_t *bitcut_mentions(struct bitcut *cut, uint32_t function, size_t *n);
/* The types of the functions that it calls through pointers, *n of them, likewise. */
const uint32_t *bitcut_indirect_calls(struct bitcut *cut, uint32_t function, size_t *n);
/* The address of one of its blocks is somewhere in the module: whoever holds that must hold the body. */
bool bitcut_is_addressed(const struct bitcut *cut, uint32_t function);
/* How many instructions it has. */
uint32_t bitcut_size(const struct bitcut *cut, uint32_t function);

#endif
