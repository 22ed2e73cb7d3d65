/*
 * Merged words as code generation gets them right.  With AVX-512 LLVM 22 makes one masked instruction of 'c ? (x & ~K) | (t & K)
 * : t', as of a bit-field that is set under a test, and takes t for the constant K where it reads K from memory.
 */
#ifndef MUX_MERGES_H
#define MUX_MERGES_H

#include "mux/compilation.h"

/* In an optimized module, selects between vectors of merged words and what is merged choose before the words are merged. */
void merges_repair(struct compilation *c);

#endif
