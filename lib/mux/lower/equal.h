/*
 * Values that are computed in the same way on both ways to a block.  LLVM hands them on by a phi.
 * A phi is kept for each work-item over a barrier; an expression of ids and parameters is
 * computed again behind it.
 */
#ifndef MUX_EQUAL_H
#define MUX_EQUAL_H

#include <llvm-c/Core.h>

/* Replaces phis of two equal expressions by the expression, if its operands are constants, parameters or of the first block. */
void equal_merge(LLVMValueRef function);

#endif
