/*
 * The range of the numbers that the work-items of a group compute for an index: where it is a sum of ids, and of ids
 * times what all of them share, the least and the greatest one are those of work-items at the group's corners.
 */
#ifndef MUX_RANGE_H
#define MUX_RANGE_H

#include "mux/emit/emit.h"

struct range {
	LLVMValueRef least, most;	/* of 64 bits */
	LLVMValueRef known;		/* they are right: no number of 32 bits has wrapped */
};

/* Code at the builder's position, before the group's rows, for the range of an index of 32 or 64 bits.  False: it is no such sum. */
bool range_find(struct range *range, const struct hard *hard, LLVMValueRef index);

#endif
