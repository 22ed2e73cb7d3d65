/*
 * Values that are computed in the same way on all ways to a block.  LLVM, of which redundant code
 * takes none away there, hands them on by a phi; so they would be kept for each work-item over a
 * barrier, where ids and parameters are at hand to compute them again.
 */
#ifndef MUX_EQUAL_H
#define MUX_EQUAL_H

#include <llvm-c/Core.h>

/* Phis of equal expressions of parameters and what the function's first block has become such an expression. */
void equal_merge(LLVMValueRef function);

#endif
