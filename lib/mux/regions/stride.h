/*
 * Offsets with an unknown stride: row * n.  Where LLVM sees one in a loop over lanes, it guesses that
 * n is 1 and leaves all other cases to scalar code.  That pays for a[i * step], as in BLAS, but not
 * within a loop of the kernel, where n is the length of a row.
 */
#ifndef MUX_STRIDE_H
#define MUX_STRIDE_H

#include "mux/analysis/flow.h"

/* The value has a product of a number that differs along a row and one that does not. */
bool stride_is_unknown(const struct flow *flow, LLVMValueRef value);
/* Marks slots with such values that live in soft loops; they are carried, and not computed again unless they live at a barrier. */
void stride_carry(struct flow *flow);

#endif
