/*
 * Rows cut where remainders of ids begin again, as in
 *
 *     int x = i % w, y = i / w;
 *
 * Between two such places, in a segment, x grows with the id and y stays the same.  In a loop over one segment
 * LLVM sees consecutive addresses, where in one over the row it sees unknown ones.
 */
#ifndef MUX_SEGMENT_H
#define MUX_SEGMENT_H

#include "mux/emit/emit.h"

enum { SEGMENT_MAX_NUMBERS = 8 };

struct segment {
	struct {
		LLVMValueRef instruction;	/* of the kernel: a remainder or a quotient */
		LLVMValueRef first;		/* its value in the segment's first work-item */
		bool is_remainder, is_signed;
	} number[SEGMENT_MAX_NUMBERS];
	int n;
	LLVMValueRef index;			/* the work-item's number in the segment, 64 bits */
};

/*
 * Finds the remainders and quotients in the hard region of values that grow by one from each work-item of a row to the
 * next, by numbers that are the same in the row and not known to be small; bits and shifts only where they become part
 * of addresses.  False: none.
 */
bool segment_find(struct segment *segment, const struct hard *hard);

/* The number of the instruction in the list, -1: it is not there. */
int segment_number(const struct segment *segment, LLVMValueRef instruction);

/* Code at the builder's place for the segment that begins at x: sets first, and returns how many work-items it has, at least 1. */
LLVMValueRef segment_begin(struct segment *segment, const struct hard *hard, LLVMValueRef x);

/* Code at the builder's place for the instruction in the work-item number index; NULL for other instructions. */
LLVMValueRef segment_value(const struct segment *segment, struct compilation *c, LLVMValueRef instruction);

#endif
