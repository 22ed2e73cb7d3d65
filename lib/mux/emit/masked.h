/*
 * Masked loads and stores as code generation gets them right.  LLVM 22 stores a lane alone, of a value that it has
 * truncated, with the bits that it had before (llvm-project issue 179489).  With AVX-512 it accesses eight bytes as
 * sixteen, under a mask whose upper half it clears; where it keeps that mask on the stack it forgets to, and accesses up to
 * eight bytes more.
 */
#ifndef MUX_MASKED_H
#define MUX_MASKED_H

#include "mux/compilation.h"

/*
 * In an optimized module, makes masked stores of one lane, of integers, plain stores of it, and masked accesses of eight
 * bytes two of four.
 */
void masked_repair(struct compilation *c);

#endif
