/*
 * Stores of three bytes as code generation gets them right.  LLVM 22 makes three stores of one of a truncated vector on
 * aarch64, and takes elements of 64 bits for ones of 32 there (llvm-project pull request 202039): the third byte is lost.
 */
#ifndef MUX_TRIPLES_H
#define MUX_TRIPLES_H

#include "mux/compilation.h"

/* In an optimized module for aarch64, makes stores of three bytes stores of one each. */
void triples_repair(struct compilation *c);

#endif
