/*
 * What is known of some numbers in a part of a row, which hides that addresses are consecutive there:
 *
 *     int x = i % w, y = i / w, left = max(x - 1, 0), right = x < w - 1 ? x + 1 : x;
 *
 * In a segment, between two places where the remainder begins again, x grows with the id and y stays the same; where
 * x is not 0, left is x - 1; before the last x, right is x + 1.  In a loop over such a part LLVM sees consecutive addresses, where in one over the row it
 * sees unknown ones.
 */
#ifndef MUX_SEGMENT_H
#define MUX_SEGMENT_H

#include "mux/emit/emit.h"

enum { SEGMENT_MAX_NUMBERS = 16 };

enum number_kind { NUMBER_REMAINDER, NUMBER_QUOTIENT, NUMBER_SHARED, NUMBER_CLAMPED, NUMBER_TEST };

struct segment {
	struct {
		LLVMValueRef instruction;	/* of the kernel: a division, a minimum or a maximum, or a comparison; or x - x / n * n */
		LLVMValueRef division;		/* it, or the one in it */
		enum number_kind kind;
		bool is_signed;
		LLVMValueRef first;		/* remainders, quotients and shared ones: the value in the segment's first work-item */
		/* Minima, maxima and comparisons: the operand, or the constant, that they are where (operand pred limit); else NULL. */
		LLVMValueRef value, operand, limit;
		LLVMIntPredicate pred;
	} number[SEGMENT_MAX_NUMBERS];
	int n;
	LLVMValueRef begin;			/* x of its first work-item */
	LLVMValueRef index;			/* the work-item's number in the segment, 64 bits */
};

/*
 * Finds the minima, maxima and comparisons in the hard region that become part of addresses, of a value that grows by
 * one from each work-item of a row to the next and one that is the same in the row.  Comparisons only choose between
 * neighbours.
 */
void segment_find_clamped(struct segment *segment, const struct hard *hard);

/*
 * Adds the remainders and quotients in the hard region of values that grow by one from each work-item of a row to the
 * next, by numbers that are the same in the row and not known to be small; bits and shifts only where they become part
 * of addresses.  False: none.
 */
bool segment_find(struct segment *segment, const struct hard *hard);

/* Adds the divisions in the hard region of what is the same in the segment, as in x = i % w, y = i / w % h, z = i / w / h. */
void segment_find_shared(struct segment *segment, const struct hard *hard);

/* What is added to each division from each work-item of the segment to the next: 1 or 0. */
void segment_growth(const struct segment *segment, struct ptrmap *growth);

/* The number of the instruction in the list, -1: it is not there. */
int segment_number(const struct segment *segment, LLVMValueRef instruction);

/* Code at the builder's place for the segment that begins at x: sets begin and first, and returns how many work-items it has, at least 1. */
LLVMValueRef segment_begin(struct segment *segment, const struct hard *hard, LLVMValueRef x);

/*
 * Code behind it: whether all remainders are so small that no work-item's goes over the end of an int.  LLVM knows this
 * bound from then on; where the result is false, they are wrong.
 */
LLVMValueRef segment_bound(struct segment *segment, struct compilation *c);

/* The minimum or maximum is that operand of it, the comparison that constant; NULL for other instructions. */
LLVMValueRef segment_operand(const struct segment *segment, LLVMValueRef instruction);

/* Code at the builder's place for the division in the work-item number index; NULL for other instructions. */
LLVMValueRef segment_value(const struct segment *segment, struct compilation *c, LLVMValueRef instruction);

#endif
