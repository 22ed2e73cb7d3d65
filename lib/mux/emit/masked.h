/*
 * Masked stores as code generation gets them right.  LLVM 22 stores a lane alone, of a value that it has truncated,
 * with the bits that it had before (llvm-project issue 179489).  With AVX-512 it stores eight bytes as sixteen, under a
 * mask that it extends by zeros; where that mask lives on the stack it takes the extension for a copy, and writes what
 * lies behind.
 */
#ifndef MUX_STORE_H
#define MUX_STORE_H

#include "mux/compilation.h"

/*
 * Makes the masked stores of an optimized module that store one lane, of integers, stores of that one, and those of eight
 * bytes two of four.
 */
void store_masked(struct compilation *c);

#endif
