/*
 * Where each lane reads along a row of its own, neighbouring elements of all rows are read one vector after the
 * other.  Processors load pieces of the rows and transpose them in registers faster than they gather elements.
 */
#ifndef MUX_TRANSPOSE_H
#define MUX_TRANSPOSE_H

#include "mux/compilation.h"

/*
 * In an optimized module, turns vectors whose lanes are loaded one by one, or gathered, into loads of rows and
 * shuffles: 2 or 4 vectors of one block, or as many as they have lanes, neighbours in memory for every lane, with
 * nothing between them that may write memory; scatters to rows that lie apart (apart.h) become stores of rows.
 * Unrolls small loops that go along such rows first; unrolls: others are to be unrolled too.  Reports and returns -1.
 */
int transpose_rows(struct compilation *c, bool unrolls);

#endif
