/*
 * Private arrays that a loop of a known number of rounds goes over: p[d] for d below 9.  Unrolled, the
 * loop knows each place, and the arrays become values; else each work-item keeps them in memory,
 * where LLVM makes no vectors of them.  LLVM itself unrolls such loops only if they are short.
 */
#ifndef MUX_ARRAYS_H
#define MUX_ARRAYS_H

#include "mux/compilation.h"

/* Unrolls them in a kernel before reg2mem.  Reports and returns -1. */
int arrays_unroll(struct compilation *c, struct kernel *kernel);

#endif
