/*
 * Accesses of structures side by side, in[3 * i], in[3 * i + 1] ..., are loaded as vectors and taken
 * apart.  LLVM 22 then moves loads to the first one of a structure and stores to the last one.  In
 * loops marked as parallel it does so past others of the same iteration that may be to the same memory.
 */
#ifndef MUX_INTERLEAVE_H
#define MUX_INTERLEAVE_H

#include "mux/analysis/flow.h"

/* That changes nothing: between two boundaries no load is behind a store, and stores are to different memory. */
bool interleave_is_safe(const struct flow *flow);

#endif
