/*
 * Atomic operations on memory that one thread sees: that of a work-group, whose
 * work-items one thread runs.  They stay atomic while kernels are cut, since no other
 * work-item may run between their load and their store.
 */
#ifndef MUX_ALONE_H
#define MUX_ALONE_H

#include "mux/compilation.h"

/*
 * Replaces exchanges, arithmetic and comparisons of a single thread by a load and a
 * store.  These stay monotonic, so that no loop around them becomes vector code.
 */
void alone_expand(struct compilation *c);

#endif
