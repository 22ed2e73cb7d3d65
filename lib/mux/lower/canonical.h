/*
 * The canonical form of a module: one function per kernel, of mux builtins and LLVM
 * instructions.  All that later stages need to know is in the module, so it can be
 * written, changed by passes, read and compiled on: kernels are the functions with
 * the attribute "mux-kernel"="entry-point", in the order of the module, and
 * !mux_layout has their parameters.  (ComputeMux compiler specification,
 * "Function Attributes")
 */
#ifndef MUX_CANONICAL_H
#define MUX_CANONICAL_H

#include "mux/compilation.h"

/* Writes what is known of the kernels into the module. */
void canonical_note(struct compilation *c);
/* The module is in that form. */
bool canonical_is(LLVMModuleRef module);
/* Reads what canonical_note() wrote.  Reports metadata that does not fit its function; -1. */
int canonical_find(struct compilation *c);

#endif
