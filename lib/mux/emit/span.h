/*
 * The part of a row in which the tests at the beginning of a region are known: bounds, and
 * comparisons that all of the row share, joined by "and" or one behind the other, as in
 *
 *     if (x > 0 && x < w - 1 && y > 0 && y < h - 1)
 *
 * The loop over this part has none of them, so LLVM makes plain vector code of it; another one,
 * over the rest of the row, has them all.
 */
#ifndef MUX_SPAN_H
#define MUX_SPAN_H

#include "mux/emit/segment.h"

enum { SPAN_MAX_TESTS = 4 };

struct span {
	struct decision decision[SPAN_MAX_TESTS];	/* each one leads to the next, the first one of a list */
	int ndecision;
	struct segment known;				/* minima and maxima that are what they are of */
	int ncomparison;				/* that the tests are made of */
	LLVMValueRef from, to;				/* from <= to <= the row's length; between them all decisions are right */
	LLVMValueRef exact;				/* an i1: outside some decision is wrong for each work-item; NULL: so it is */
};

/*
 * Finds the tests of the hard region and computes the part at the builder's place, which is in the loop over
 * rows; false without such tests that differ in the row: then the part is all of it.
 */
bool span_find(struct span *span, const struct hard *hard);

/* The same in the segment of n work-items that begins at x; from and to are numbers in it. */
bool span_find_in_segment(struct span *span, const struct hard *hard, const struct segment *segment, LLVMValueRef x, LLVMValueRef n);

/*
 * Behind the region's first test there are others that differ along a row, or minima and maxima that are what they are of
 * in most of it, and no work but behind all of them.
 */
bool span_goes_on(const struct hard *hard);

/* On that way from the block nothing is done: its work-items end there. */
bool span_ends(const struct flow *flow, int block, unsigned way);

/*
 * Whether the test at the end of the hard region's first block is as wanted for all of the n work-items from x on, in the
 * hard region's segment if it has one, n at least 1: an i1, computed at the builder's place.  It may be false where they are in fact all as wanted.
 * NULL: that takes a look at each of them.
 */
LLVMValueRef span_holds(const struct hard *hard, LLVMValueRef x, LLVMValueRef n, LLVMValueRef test, bool wanted);

/*
 * The value certainly grows by one from each work-item of a row to the next, modulo its width; it is the same in the row.
 * With a segment: in those rows alone whose remainders and quotients are as it says.
 */
bool span_grows_by_one(const struct flow *flow, const struct segment *segment, LLVMValueRef value);
bool span_is_same(const struct flow *flow, const struct segment *segment, LLVMValueRef value);

#endif
