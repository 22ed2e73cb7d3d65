/*
 * Accesses of structures side by side, in[3 * i], in[3 * i + 1] ..., are loaded as vectors and taken
 * apart.  LLVM 22 then moves loads to the first one of a structure and stores to the last one.  In
 * loops marked as parallel it does so past others of the same iteration that may be to the same memory.
 */
#ifndef MUX_INTERLEAVE_H
#define MUX_INTERLEAVE_H

#include "mux/analysis/flow.h"

enum { MAX_INTERLEAVE_PAIRS = 8 };

/* Two arrays, given by addresses that all work-items share. */
struct interleave_pair {
	LLVMValueRef base, other;
	bool may_be_same;		/* one array for both is safe too */
};

/* The arrays that must be apart, each pair by (most - least) bytes or more. */
struct interleave {
	struct interleave_pair pair[MAX_INTERLEAVE_PAIRS];
	int n;
	int64_t least, most;		/* bytes from a base, but for indices, that are accessed */
	bool structures;		/* work-items lie further apart than one element */
};

/*
 * That changes nothing: between two boundaries no load and no store behind a store is to the same memory, if the arrays
 * that it sets are apart.
 */
bool interleave_is_safe(const struct flow *flow, struct interleave *found);

#endif
