/*
 * Numbers of 32 bits that grow by one from work-item to work-item: int i = get_global_id(0), or
 * the same from group, size and local id.  What a chunk adds to such a number could wrap, so
 * LLVM would ask in every chunk, and in every round of its loops, whether it does.  Chunks run
 * where it does not, and LLVM is told so.
 */
#ifndef MUX_NEAR_H
#define MUX_NEAR_H

#include "mux/emit/emit.h"

enum { MAX_NEAR = 4 };

struct near {
	LLVMValueRef first[2];		/* the first global id of a row, without and with the offset: known to be small */
	/* Sums of an id and what the row shares, which become addresses as numbers of 32 bits: what they are for its first work-item. */
	LLVMValueRef sum[MAX_NEAR], start[MAX_NEAR];
	int n;
};

/*
 * The global ids of the group and those sums fit into an int of 32 bits, with what a row can add to them: sets near to
 * values that LLVM knows to be so small, and which are right where the result is true.
 */
LLVMValueRef near_test(struct near *near, const struct hard *hard);
/* The number of the sum that the instruction is; -1: none. */
int near_number(const struct near *near, LLVMValueRef instruction);
/* Its value for the work-item. */
LLVMValueRef near_sum(const struct item *item, struct compilation *c, int number);

#endif
