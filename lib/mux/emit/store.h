/*
 * Masked stores as code generation gets them right: LLVM 22 stores a lane alone, of a value that it has truncated,
 * with the bits that it had before (llvm-project issue 179489).
 */
#ifndef MUX_STORE_H
#define MUX_STORE_H

#include "mux/compilation.h"

/* Makes the masked stores of an optimized module that store one lane, of integers, stores of that one. */
void store_lone_lanes(struct compilation *c);

#endif
