/*
 * Parts of a module: a few functions and variables with all that they need
 * (types, constants, attributes, metadata) as a module of their own, bitcode
 * from bitcode.  What a part costs follows what it holds, not the module: a
 * part is written at the speed of its bytes.
 *
 * Metadata that says something of global values which the part does not hold
 * goes, with the tuples that hold it.  Compile units are those that the part's
 * debug information reaches, and they list only what it reaches besides.
 */
#ifndef BITCODE_BITCUT_H
#define BITCODE_BITCUT_H

#include "bitmodule.h"

struct bitcut_options {
	const char *drop;	/* a function attribute (a string) that parts do not have; NULL: none */
	const char *mark;	/* one that marked functions get; NULL: none */
	const char *by_name;	/* a named list of pairs whose second parts name functions: those of the part; NULL: none */
};

/* What a part holds of a global value. */
struct bitcut_global {
	uint32_t number;	/* in the module: variables, functions, aliases, in their order */
	bool declared;		/* of a function: without its body */
	bool marked;
	bool listed;		/* a list of global values (llvm.compiler.used): those of its members that the part holds */
	uint8_t linkage;	/* LINKAGE_EXTERNAL, LINKAGE_INTERNAL, or BITCUT_KEEP */
};

enum { BITCUT_KEEP = 0xff };

struct bitcut;

/*
 * Makes a module ready for cutting, which must outlive it, with what it needs
 * in the arena.  NULL, with *why set to what is not understood.
 */
struct bitcut *bitcut_new(struct arena *arena, const struct bitmodule *module, struct bitcut_options options,
			  const char **why);
/* Gives back what is not in the arena: the memory of the last part. */
void bitcut_free(struct bitcut *cut);
/*
 * Writes the part with these global values, ascending by number, behind what
 * the writer has.  All that they mention must be among them.  -1 when it is not.
 */
int bitcut_write(struct bitcut *cut, const struct bitcut_global *global, size_t n, struct bitwriter *writer);

/*
 * The module without the bodies of its functions, and without debug
 * information: each body is one instruction, with the function's other
 * metadata.  What a program says of itself can so be asked of LLVM in a tenth
 * of the time.  -1 when that cannot be (addresses of blocks).
 */
int bitcut_write_skeleton(struct bitcut *cut, struct bitwriter *writer);

/* --- what bodies say ------------------------------------------------------------- */

/* The global values that a function's body mentions, each once, *n of them; they are overwritten by the next call. */
const uint32_t *bitcut_mentions(struct bitcut *cut, uint32_t function, size_t *n);
/* The types of the functions that it calls through pointers, *n of them, likewise. */
const uint32_t *bitcut_indirect_calls(struct bitcut *cut, uint32_t function, size_t *n);
/* How many instructions it has. */
uint32_t bitcut_size(const struct bitcut *cut, uint32_t function);

#endif
