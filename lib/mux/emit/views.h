/*
 * Whether the arrays of a kernel lie apart, which a group asks once: analysis/interleave says which ones, and what
 * is accessed of them.
 */
#ifndef MUX_VIEWS_H
#define MUX_VIEWS_H

#include "mux/analysis/interleave.h"
#include "mux/emit/emit.h"

/* Code at the builder's position, before the group's rows: all pairs are apart.  NULL where that is not known. */
LLVMValueRef views_test(const struct hard *hard, const struct interleave *interleave);

#endif
