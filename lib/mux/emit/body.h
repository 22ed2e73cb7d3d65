/*
 * The code of one work-item between two boundaries: a copy of the region's
 * blocks inside a loop over work-items.  Slots become local variables of the
 * loop's body, read from their homes at its start and written back at its end.
 */
#ifndef MUX_BODY_H
#define MUX_BODY_H

#include "mux/emit/entry.h"

enum body_kind {
	BODY_PLAIN,	/* on to the next barrier */
	BODY_SOFT,	/* on to the next soft boundary */
	BODY_VOTE,	/* the condition of a guard, counted in vote */
};

/*
 * The state of a chunk of work-items between soft regions of one hard region;
 * indexed by slot or by block, NULL where unused.
 */
struct chunk {
	LLVMValueRef *array;	/* divergent slots: one element per lane */
	LLVMValueRef *scalar;	/* uniform slots */
	LLVMValueRef *active;	/* of heads of masked loops: which lanes still run, an i32 each */
	LLVMValueRef *advance;	/* slots that advance in a masked loop: variable, how far all lanes are */
	unsigned width;		/* lanes there is room for */
	bool wide;		/* more than fit into registers: all in memory */
	bool aligned;		/* its first work-item's x is a multiple of width */
	LLVMValueRef next;	/* variable: the soft region to go to, 0 leaves the chunk */
	int *number;		/* of the soft region that starts at a block */
};

/* The branch at the end of block always goes to successor number way. */
struct decision {
	int block;
	unsigned way;
	const struct decision *next;	/* one more of another block, or NULL */
};

struct body {
	struct entry *entry;
	struct item item;
	enum body_kind kind;
	int start;
	const bool *modified;		/* slots that the hard region writes */
	const LLVMValueRef *advanced;	/* masked: how far slots that advance are, NULL for others */
	/* The slot that grows by one from lane to lane and does not wrap there: its value in lane 0.  NULL: none. */
	LLVMValueRef row_first;
	int row_slot;
	bool row_is_signed;
	const LLVMValueRef *uniform_in;	/* values of slots that all work-items share at the start */
	struct chunk *chunk;		/* NULL: not in a chunk */
	bool from_chunk;		/* slots that were modified come from the chunk */
	LLVMBasicBlockRef latch;	/* the block after the body */
	/* Of loops over work-items of a row: the branch to it; what they share may be computed before it.  Else NULL. */
	LLVMValueRef before;
	LLVMValueRef vote;		/* variable: counts true conditions, or lanes that go on */
	const struct decision *decision;	/* NULL: none */
	const struct segment *segment;	/* of the row, that the loop is over (segment.h); or NULL */
	bool masked;			/* start is the head of a masked loop; one iteration of it */
	bool all_run;			/* masked: by all lanes */
	bool some_gone;			/* work-items that have returned, or wait at other boundaries, do nothing */
	int number;			/* then: of the boundary before the region */
	enum { RUNS_OFTEN, RUNS_FOR_REST, RUNS_SELDOM } runs;	/* how much code the loops inside are worth */
	/* When work-items may start at one of several blocks: these, and a variable with the block's index. */
	const int *entry_block;
	int nentry;
	LLVMValueRef entry_number;
};

/* Builds the body at the builder's place, in the loop's head. */
void body_build(const struct body *body);

#endif
