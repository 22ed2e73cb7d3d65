/*
 * Modules of many kernels are optimized and compiled in parts, by processes that
 * run at the same time.  Which kernel is in which part depends on the module
 * alone, so that every machine writes the same bytes.
 */
#ifndef MUX_PARTS_H
#define MUX_PARTS_H

#include "mux/compilation.h"

/*
 * A part has at least so many kernels, of so many instructions together; more where there would be too many parts,
 * of which each reads the names of all kernels.
 */
enum { PART_KERNELS = 8, PART_CODE = 4000, MAX_PARTS = 32 };

/* How many parts the module has: 1 when it is compiled as a whole. */
size_t parts_count(const struct compilation *c);

/*
 * Compiles the parts, as many at a time as jobs says (0: as there are
 * processors), with compile(), which makes an object file of what it is given,
 * in so many processes, or in this one if jobs is 1.  Gives the object files.  Reports and
 * returns -1.  The first part has the table, which the module must not have yet.
 */
int parts_compile(struct compilation *c, unsigned jobs, int (*compile)(struct compilation *c, const char *object),
		  const char ***object, size_t *n);

#endif
