/*
 * Loops in which each lane writes along a row of its own, and reads along others.  Several rounds can be taken
 * together only if no round reads what another one writes, which pointers do not say: such a loop gets a copy, and
 * a test before both that the rows lie apart.
 */
#ifndef MUX_APART_H
#define MUX_APART_H

#include "mux/compilation.h"

/*
 * In an optimized module, gives loops of one block that may be such ones a block before them and one behind them, and
 * makes scatters of stores of all lanes, one by one.  Reports and returns -1.
 */
int apart_prepare(struct compilation *c);

/*
 * Divides the loops whose vectors are all gathered from rows, or scattered to them, by addresses that are split
 * (gather.h).  Where the rows lie apart, accesses of a loop that are not further from each other than ROW_UNROLL
 * rounds, or than one round as LLVM has left it, may change places: they have the same mark.  True if the pass
 * "loop-unroll" is wanted for some.
 */
bool apart_divide_loops(struct compilation *c);

/* The mark of an access of such a loop, the same for all of them; NULL for other instructions. */
LLVMValueRef apart_mark(struct compilation *c, LLVMValueRef instruction);

#endif
