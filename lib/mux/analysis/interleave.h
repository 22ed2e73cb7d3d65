/*
 * Accesses of structures side by side, in[3 * i], in[3 * i + 1] ..., are loaded as vectors and taken
 * apart.  LLVM 22 then moves loads to the first one of a structure and stores to the last one.  In
 * loops marked as parallel it does so past others of the same iteration that may be to the same memory.
 */
#ifndef MUX_INTERLEAVE_H
#define MUX_INTERLEAVE_H

#include "mux/analysis/flow.h"

enum { MAX_INTERLEAVE_PAIRS = 8 };

/* What work-items access of an array: elements of that size behind an address that all of them share. */
struct interleave_view {
	LLVMValueRef base, index;	/* index: NULL for 0 */
	uint64_t scale;
	bool is_narrow;			/* of the index, with what is added to it, the lower 32 bits count */
};

/* Two of them that must be apart. */
struct interleave_pair {
	struct interleave_view view, other;
	bool may_be_same;		/* one address for both is safe too */
};

/*
 * The arrays that must be apart: their bases by (most - least) bytes or more where index and scale are the same, else
 * all that is accessed.
 */
struct interleave {
	struct interleave_pair pair[MAX_INTERLEAVE_PAIRS];
	int n;
	int64_t least, most;		/* bytes from an element that are accessed */
	bool structures;		/* work-items lie further apart than one element */
};

/*
 * That changes nothing: between two boundaries no load and no store behind a store is to the same memory, if the arrays
 * that it sets are apart.
 */
bool interleave_is_safe(const struct flow *flow, struct interleave *found);

#endif
