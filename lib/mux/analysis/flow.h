/*
 * The blocks of a kernel's function with their edges, and its slots.  After LLVM's
 * reg2mem values pass from block to block only through allocas, the slots; so
 * blocks can be copied anywhere as long as the slots are carried along.
 */
#ifndef MUX_FLOW_H
#define MUX_FLOW_H

#include "base/ptrmap.h"
#include "mux/compilation.h"

struct slot {
	LLVMValueRef alloca;
	LLVMTypeRef type;
	uint64_t size;
	unsigned align;
	bool in_memory;		/* its address is used: every work-item needs its own */
	unsigned nstore;
	LLVMValueRef stored;	/* by the last store found */
	bool remat;		/* its only store is an expression that can be computed anywhere */
	bool uniform;		/* the same for all work-items that run together */
	bool hard_uniform;	/* the same for all work-items of the group, and kept once for them */
	bool frozen;		/* always counts as divergent */
	bool strided;		/* has an unknown stride in a soft loop (stride.h) */
	/* A slot to which a masked loop adds: at the loop's head it is start, plus step in each round. */
	int advances_at;	/* the head, -1: none */
	LLVMValueRef start, step;
	LLVMTypeRef step_type;	/* of an address: the type of the step elements that it advances over */
};

/*
 * A masked loop whose only test compares an advancing slot with a uniform limit.
 * The slot grows by one from lane to lane, so that the lanes that stay are the
 * first ones of those that ran.
 */
struct queue {
	int slot;
	int test;		/* the block that ends in the test */
	unsigned stay;		/* its successor for lanes that stay */
	bool stepped;		/* the slot's value of the next round is compared */
	bool is_signed, or_equal;	/* lanes < limit, or <= limit, stay */
	LLVMValueRef limit;
};

struct block {
	LLVMBasicBlockRef block;
	int *succ, *pred;
	int nsucc, npred;
	uint64_t *live_in, *use, *def;	/* bit sets of slots */
	bool divergent;		/* some work-items run it while others of the group do not */
	bool guard;		/* only a divergent branch, decided for a chunk (soft.h) */
	int hard;		/* the number of the barrier before it, 0: none */
	bool of_sub_group;	/* that barrier is one of sub-groups */
	bool soft;		/* a soft boundary is before it */
	struct queue *queue;	/* of the head of a masked loop; NULL: lanes leave in any order */
	bool uniform_head;	/* head of a loop that all work-items iterate together */
	int mask_exit;		/* head of a masked loop: the block where its work-items meet again; else -1 */
	bool whole;		/* head of a loop that is not cut out: its boundaries would copy too much code */
	bool piece;		/* a later piece of a long block (pieces.h) */
};

struct flow {
	struct compilation *c;
	struct kernel *kernel;
	LLVMValueRef function;
	struct block *block;
	int nblock;
	struct slot *slot;
	int nslot, words;
	struct ptrmap block_index, slot_index;
	struct ptrmap divergent;	/* set of instructions */
	bool by_row;			/* then of those that differ in a row, whose ids differ in dimension 0 alone; else in the group */
	bool leaves_early;		/* work-items that run together may return, or go elsewhere, while others go on to a barrier */
	bool waits;			/* a work-item may wait for one before it: they run in their order */
	int nloop;			/* blocks that an edge goes back to */
	int *idom, *ipdom;		/* immediate (post-)dominator of each block, -1: none */
};

static inline bool
bit_test(const uint64_t *set, int i)
{
	return set[i >> 6] >> (i & 63) & 1;
}

static inline void
bit_set(uint64_t *set, int i)
{
	set[i >> 6] |= UINT64_C(1) << (i & 63);
}

/*
 * Describes the function in its current state; earlier marks are dropped.  Slots
 * in the set keep are carried even if they could be recomputed.
 */
void flow_build(struct flow *flow, struct compilation *c, struct kernel *kernel, const struct ptrmap *keep);
/* Finds again which slots live where, after a change of slots that are carried. */
void flow_find_liveness(struct flow *flow);
/* The slot at that address, or NULL. */
struct slot *flow_slot(const struct flow *flow, LLVMValueRef address);
/* It is carried between blocks as a value: neither in memory nor rematerialized. */
static inline bool
slot_is_carried(const struct slot *slot)
{
	return !slot->in_memory && !slot->remat;
}
/* The value of a load, followed through slots that are stored to once. */
LLVMValueRef flow_stored_value(const struct flow *flow, LLVMValueRef value);
/* The same, through slots alone whose value is computed again. */
LLVMValueRef flow_computed_value(const struct flow *flow, LLVMValueRef value);
/* The address is of memory, not of a slot that is kept as a value. */
bool flow_is_memory(const struct flow *flow, LLVMValueRef address);
/* The instruction does something that others may see: it must be done, and not twice. */
bool flow_has_effect(const struct flow *flow, LLVMValueRef inst);
/*
 * The value is an expression that can be computed anywhere: of constants, parameters and queries, and of the instructions
 * in the set known, if there is one.
 */
bool flow_is_remat(const struct flow *flow, LLVMValueRef value, const struct ptrmap *known);
/* The predicate after swapping the operands: > for <. */
LLVMIntPredicate predicate_swapped(LLVMIntPredicate pred);
/* The inverse predicate: >= for <. */
LLVMIntPredicate predicate_inverted(LLVMIntPredicate pred);
/* Block a dominates block b. */
bool flow_dominates(const struct flow *flow, int a, int b);

/*
 * dominators.c: the immediate dominator of each of the n nodes of a graph as
 * an arena array; -1 for roots and unreachable nodes.  root[] marks the entries of
 * the graph; for post-dominators pass reversed edges.
 */
struct edges {
	int n;
	const int *const *succ, *const *pred;
	const int *nsucc, *npred;
	const bool *root;
};
int *immediate_dominators(struct arena *arena, const struct edges *edges);

#endif
