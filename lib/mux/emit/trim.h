/*
 * Rows divided in two: a region whose first block ends in `if (id < bound)`, with
 * a uniform bound, needs no test in its loop.  The work-items below the bound take
 * one branch, the rest of the row the other.
 */
#ifndef MUX_TRIM_H
#define MUX_TRIM_H

#include "mux/emit/emit.h"

struct trim {
	unsigned inside, outside;	/* the successor of those below the bound, and of the others */
	LLVMValueRef bound;		/* 0 to the row's length */
	LLVMValueRef known;		/* a constant that is the bound of all rows which are as long; or NULL */
};

/* Finds the test and computes its bound, the same for all rows, at the builder's position; false without such a test. */
bool trim_find(struct trim *trim, const struct hard *hard);

/*
 * Code at the builder's position for a value of the kernel at the start of the hard
 * region: a uniform value (item NULL), or that of a work-item.  NULL when it is not
 * known there, or its expression is deeper than depth.
 */
enum {
	TRIM_DEPTH = 16,
	TRIM_MUST_FIT = 2 * (MUX_MAX_WORK_GROUP + 1),	/* between a row's first number and the largest int, if no work-item's is to wrap */
};
LLVMValueRef trim_value(const struct hard *hard, const struct item *item, LLVMValueRef value, int depth);

/*
 * The value that a value of the work-item has in all of the region, where minima and maxima are what is known of them
 * (segment.h); NULL when it changes there, or is not known.
 */
LLVMValueRef trim_steady_value(const struct hard *hard, const struct item *item, const struct segment *known, LLVMValueRef value);

static inline bool
trim_is_division(LLVMOpcode opcode)
{
	return opcode == LLVMUDiv || opcode == LLVMURem || opcode == LLVMSDiv || opcode == LLVMSRem;
}
/* A shift by a number that is not constant: LLVM's rules leave the result open where that is too large. */
static inline bool
trim_is_open_shift(LLVMValueRef value)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(value);

	return (opcode == LLVMShl || opcode == LLVMLShr || opcode == LLVMAShr) && !LLVMIsAConstantInt(LLVMGetOperand(value, 1));
}
/* The divisor, or 1 where the division would trap: it may be computed where the kernel does not come to it. */
LLVMValueRef trim_divisor(LLVMBuilderRef b, LLVMOpcode opcode, LLVMValueRef dividend, LLVMValueRef divisor);

/*
 * How many of the size (at least 1) numbers begin, begin + 1 ... are < limit, or
 * <= limit; they do not wrap.  size and the result are 64 bits wide.
 */
LLVMValueRef trim_count(struct compilation *c, LLVMValueRef size, LLVMValueRef begin, LLVMValueRef limit, bool is_signed,
			bool or_equal);

#endif
