/*
 * A kernel's function taken apart: blocks with their edges, and slots.  After
 * LLVM's reg2mem no value crosses from one block to another except through an
 * alloca, the slot; so blocks can be copied anywhere as long as the slots are
 * carried along.
 */
#ifndef MUX_FLOW_H
#define MUX_FLOW_H

#include "compilation.h"
#include "base/ptrmap.h"

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
	bool hard_uniform;	/* the same for all work-items of the group */
	bool frozen;		/* never taken for uniform */
	/* Of what a masked loop adds to: at its head the slot is start, and step more in each round. */
	int advances_at;	/* the head, -1: none */
	LLVMValueRef start, step;
	LLVMTypeRef step_type;	/* of an address: what it goes over step times */
};

/*
 * How work-items leave a masked loop whose only test compares a slot that
 * advances with a limit that all share.  The slot grows by one from lane to
 * lane, so that those who stay are the first ones of those who ran.
 */
struct queue {
	int slot;
	int test;		/* the block that ends in the test */
	unsigned stay;		/* its successor for those who stay */
	bool stepped;		/* compared is what the slot will be in the next round */
	bool is_signed, or_equal;	/* stays who is < limit, or <= limit */
	LLVMValueRef limit;
};

struct block {
	LLVMBasicBlockRef block;
	int *succ, *pred;
	int nsucc, npred;
	uint64_t *live_in, *use, *def;	/* bit sets of slots */
	bool divergent;		/* some work-items run it while others of the group do not */
	bool guard;		/* nothing but a divergent branch that is voted upon (soft.h) */
	int hard;		/* the number of the barrier in front of it, 0: none */
	bool soft;		/* a soft boundary is in front of it */
	struct queue *queue;	/* of the head of a masked loop; NULL: lanes leave in any order */
	bool uniform_head;	/* head of a loop that all work-items go round together */
	int mask_exit;		/* head of a masked loop: where its work-items come together again; -1 */
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
	bool leaves_early;		/* work-items may return while others go on to a barrier */
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
 * Describes the function as it is now; marks of an earlier description are
 * gone.  Slots in the set keep are carried even if they could be computed again.
 */
void flow_build(struct flow *flow, struct compilation *c, struct kernel *kernel, const struct ptrmap *keep);
/* The slot at that address, NULL when it is none. */
struct slot *flow_slot(const struct flow *flow, LLVMValueRef address);
/* It is carried between blocks as a value: neither in memory nor rematerialized. */
static inline bool
slot_is_carried(const struct slot *slot)
{
	return !slot->in_memory && !slot->remat;
}
/* The value is an expression that can be computed anywhere: of constants, parameters and queries. */
bool flow_is_remat(const struct flow *flow, LLVMValueRef value);
/* What b ? a is when a ? b is pred: > for <. */
LLVMIntPredicate predicate_swapped(LLVMIntPredicate pred);
/* What is true when pred is false: >= for <. */
LLVMIntPredicate predicate_inverted(LLVMIntPredicate pred);
/* Block a dominates block b. */
bool flow_dominates(const struct flow *flow, int a, int b);

/*
 * dominators.c: the immediate dominator of each of the n nodes of a graph as
 * an arena array; -1 for roots and what no root reaches.  root[] marks where
 * the graph is entered; for post-dominators give edges the other way round.
 */
struct edges {
	int n;
	const int *const *succ, *const *pred;
	const int *nsucc, *npred;
	const bool *root;
};
int *immediate_dominators(struct arena *arena, const struct edges *edges);

#endif
