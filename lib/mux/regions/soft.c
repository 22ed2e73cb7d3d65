#include "mux/regions/soft.h"

#include "mux/analysis/meet.h"
#include "mux/analysis/natural.h"
#include "mux/analysis/uniform.h"
#include "mux/lower/builtin.h"
#include "mux/regions/advance.h"
#include "mux/regions/pieces.h"
#include "mux/regions/stride.h"

enum {
	MAX_TRIES = 64,		/* branches that are tried as guards */
	MAX_GUARDS = 24,	/* that are made: compile time grows faster than their number */
	MAX_CHAIN = 6,		/* that are needed together for a loop */
	MAX_LOOPS = 48,		/* uniform ones that are cut out */
	MAX_BLOCKS = 1000,	/* of a kernel that has soft boundaries */
	MAX_CODE = 4000,	/* instructions that regions may have together, or 7/4 of those of the kernel */
	SMALL = 40,		/* instructions of a loop */
};

/* All work-items leave the block by the same edge; a guard ensures that. */
static bool
leaves_together(const struct flow *flow, int block)
{
	return flow->block[block].guard || !uniform_branch_is_divergent(flow, block);
}

/* The old value that an instruction expects or replaces is a constant, as that of a lock that is taken. */
static bool
takes_lock(LLVMValueRef instruction)
{
	LLVMAtomicRMWBinOp op;

	if (LLVMIsAAtomicCmpXchgInst(instruction))
		return LLVMIsAConstant(LLVMGetOperand(instruction, 1));
	if (!LLVMIsAAtomicRMWInst(instruction) || !LLVMIsAConstant(LLVMGetOperand(instruction, 1)))
		return false;
	op = LLVMGetAtomicRMWBinOp(instruction);
	return op == LLVMAtomicRMWBinOpXchg || op == LLVMAtomicRMWBinOpOr || op == LLVMAtomicRMWBinOpAnd;
}

/* Work-items leave the loop one by one, once they get a lock or read what another one writes. */
static bool
loop_waits(const struct flow *flow, const struct natural *loop)
{
	bool apart = false, locks = false, reads = false, exchanges = false;
	const struct block *block;
	LLVMValueRef instruction;
	int i, k;

	for (i = 0; i < flow->nblock; i++) {
		if (!loop->body[i])
			continue;
		block = &flow->block[i];
		for (k = 0; k < block->nsucc; k++)
			apart |= !loop->body[block->succ[k]] && !leaves_together(flow, i);
		for (instruction = LLVMGetFirstInstruction(block->block); instruction;
		     instruction = LLVMGetNextInstruction(instruction)) {
			locks |= takes_lock(instruction);
			reads |= LLVMIsALoadInst(instruction) && (LLVMIsAtomic(instruction) || LLVMGetVolatile(instruction));
			exchanges |= LLVMIsAAtomicCmpXchgInst(instruction) != NULL;
		}
	}
	return apart && (locks || (reads && !exchanges));
}

/*
 * A work-item that waits for another one of its chunk, which waits for it at a soft
 * boundary, waits forever; one after the other they need not wait.
 */
static bool
has_waiting_loop(const struct flow *flow)
{
	struct natural loop;
	int h;

	for (h = 0; h < flow->nblock; h++)
		if (natural_find(flow, &loop, h) && loop_waits(flow, &loop))
			return true;
	return false;
}

/*
 * Whether something in the kernel differs between its work-items, whose order decides the results of atomics.  In others, which
 * are single tasks as a rule, chunks gain nothing, and cost four times the compile time where a kernel is long.
 */
static bool
has_differences(LLVMValueRef function)
{
	LLVMBasicBlockRef block;
	LLVMValueRef i;

	for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
			if (LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i) || builtin_is_divergent(builtin_called(i)))
				return true;
	return false;
}

/* Work-items enter, iterate and leave together, and the loop has no barrier. */
static bool
runs_alike(const struct flow *flow, const struct natural *loop)
{
	const struct block *block;
	int i, k;

	if (flow->block[loop->head].divergent)
		return false;
	for (i = 0; i < flow->nblock; i++) {
		if (!loop->body[i])
			continue;
		block = &flow->block[i];
		if (block->hard)
			return false;
		for (k = 0; k < block->nsucc; k++)
			if (!loop->body[block->succ[k]] &&
			    (!leaves_together(flow, i) || flow->block[block->succ[k]].divergent))
				return false;
	}
	return true;
}

/* The nearest block that all work-items pass after leaving the loop one by one; -1 without one. */
static int
meeting_place(const struct flow *flow, const struct natural *loop)
{
	int place = flow->ipdom[loop->head];

	while (place != -1 && loop->body[place])
		place = flow->ipdom[place];
	return place;
}

/* Work-items enter the loop together. */
static bool
entered_together(const struct flow *flow, const struct natural *loop)
{
	const struct block *head = &flow->block[loop->head];
	int k;

	for (k = 0; k < head->npred; k++)
		if (!loop->body[head->pred[k]] &&
		    (flow->block[head->pred[k]].divergent || !leaves_together(flow, head->pred[k])))
			return false;
	return true;
}

/* The block can be part of a masked iteration: no return, no barrier, no inner loop's back edge. */
static bool
can_be_masked(const struct flow *flow, int i, int head, int place)
{
	const struct block *block = &flow->block[i];
	int k;

	if (block->hard || block->guard || (i != head && block->soft) || !block->nsucc)
		return false;
	for (k = 0; k < block->nsucc; k++)
		if (block->succ[k] != head && block->succ[k] != place && flow_dominates(flow, block->succ[k], i))
			return false;
	return true;
}

/* The blocks of one iteration up to head or place can all be masked. */
static bool
iteration_can_be_masked(const struct flow *flow, int head, int place)
{
	size_t n = (size_t)flow->nblock;
	int *stack = arena_calloc(flow->c->arena, n, sizeof *stack), depth = 1, i, k, to;
	bool *seen = arena_calloc(flow->c->arena, n, sizeof *seen);

	stack[0] = head;
	seen[head] = seen[place] = true;
	while (depth) {
		i = stack[--depth];
		if (!can_be_masked(flow, i, head, place))
			return false;
		for (k = 0; k < flow->block[i].nsucc; k++) {
			to = flow->block[i].succ[k];
			if (!seen[to])
				stack[depth++] = to;
			seen[to] = true;
		}
	}
	return true;
}

/* The address is of an element of a private array whose place is not known. */
static bool
is_place_in_array(const struct flow *flow, LLVMValueRef address)
{
	bool known = true;
	int i;

	for (address = flow_stored_value(flow, address); LLVMIsAGetElementPtrInst(address);
	     address = flow_stored_value(flow, LLVMGetOperand(address, 0)))
		for (i = 1; i < LLVMGetNumOperands(address); i++)
			known &= LLVMIsAConstant(LLVMGetOperand(address, (unsigned)i)) != NULL;
	return !known && LLVMIsAAllocaInst(address);
}

/* Each work-item goes its own way through an array of its own, as with a stack: lanes would only wait for each other. */
static bool
loop_indexes_arrays(const struct flow *flow, const struct natural *loop)
{
	LLVMValueRef k;
	int i;

	for (i = 0; i < flow->nblock; i++)
		for (k = loop->body[i] ? LLVMGetFirstInstruction(flow->block[i].block) : NULL; k; k = LLVMGetNextInstruction(k))
			if (LLVMIsAStoreInst(k) && is_place_in_array(flow, LLVMGetOperand(k, 1)))
				return true;
	return false;
}

/* A small loop that changes elements of an array of its own, where scattering them takes longer than all else. */
static bool
loop_scatters_slowly(const struct flow *flow, const struct natural *loop)
{
	return flow->c->slow_scatters && loop_indexes_arrays(flow, loop) && natural_code_size(flow, loop) <= SMALL;
}

static bool
loop_is_uniform(const struct flow *flow, const struct natural *loop)
{
	return runs_alike(flow, loop) && !loop_scatters_slowly(flow, loop);
}

/* The meeting place of a loop that can be masked, -1 for others. */
static int
masked_place(const struct flow *flow, const struct natural *loop)
{
	int place = meeting_place(flow, loop);

	if (place == -1 || flow->c->options->no_masks)
		return -1;
	if (flow->block[place].divergent || flow->block[place].hard || !entered_together(flow, loop))
		return -1;
	return iteration_can_be_masked(flow, loop->head, place) && !loop_indexes_arrays(flow, loop) ? place : -1;
}

static bool
loop_accesses_memory(const struct flow *flow, const struct natural *loop)
{
	LLVMValueRef instruction;
	int i;

	for (i = 0; i < flow->nblock; i++)
		for (instruction = loop->body[i] ? LLVMGetFirstInstruction(flow->block[i].block) : NULL; instruction;
		     instruction = LLVMGetNextInstruction(instruction)) {
			if ((LLVMIsALoadInst(instruction) && flow_is_memory(flow, LLVMGetOperand(instruction, 0))) ||
			    (LLVMIsAStoreInst(instruction) && flow_is_memory(flow, LLVMGetOperand(instruction, 1))))
				return true;
		}
	return false;
}

/* Loops that would be vectorized across work-items with the current guards. */
struct count {
	int all;
	int surely_faster;	/* those of them in which no lane waits for what another one loads */
};

static struct count
count_loops(const struct flow *flow)
{
	struct count count = { 0 };
	struct natural loop;
	bool uniform;
	int i;

	for (i = 0; i < flow->nblock; i++) {
		if (flow->block[i].whole || !natural_find(flow, &loop, i))
			continue;
		uniform = loop_is_uniform(flow, &loop);
		if (!uniform && masked_place(flow, &loop) < 0)
			continue;
		count.all++;
		count.surely_faster += uniform || !loop_accesses_memory(flow, &loop);
	}
	return count;
}

static void
mark_uniform_loops(struct flow *flow)
{
	struct natural loop;
	struct block *block;
	int n = 0, h, i, k;

	for (h = 0; h < flow->nblock && n < MAX_LOOPS; h++) {
		if (flow->block[h].whole || !natural_find(flow, &loop, h) || !loop_is_uniform(flow, &loop))
			continue;
		n++;
		flow->block[h].soft = flow->block[h].uniform_head = true;
		for (i = 0; i < flow->nblock; i++) {
			block = &flow->block[i];
			for (k = 0; loop.body[i] && k < block->nsucc; k++)
				if (!loop.body[block->succ[k]])
					flow->block[block->succ[k]].soft = true;
		}
	}
}

static void
mark_masked_loops(struct flow *flow)
{
	struct natural loop;
	int h, place;

	for (h = 0; h < flow->nblock; h++) {
		if (flow->block[h].soft || flow->block[h].whole || !natural_find(flow, &loop, h))
			continue;
		place = masked_place(flow, &loop);
		if (place < 0)
			continue;
		flow->block[h].mask_exit = place;
		flow->block[h].soft = true;
		flow->block[place].soft = true;
	}
}

/* Unmarks masked loops whose iterations cannot be masked any more: another loop's meeting place is in them. */
static void
unmark_broken_masks(struct flow *flow)
{
	bool changed = true;
	struct block *block;
	int h;

	while (changed) {
		changed = false;
		for (h = 0; h < flow->nblock; h++) {
			block = &flow->block[h];
			if (block->mask_exit < 0 || iteration_can_be_masked(flow, h, block->mask_exit))
				continue;
			block->mask_exit = -1;
			block->soft = false;
			changed = true;
		}
	}
}

static void
mark_guards(struct flow *flow)
{
	const struct block *block;

	for (block = flow->block; block < flow->block + flow->nblock; block++)
		if (block->guard) {
			flow->block[block - flow->block].soft = true;
			flow->block[block->succ[0]].soft = true;
			flow->block[block->succ[1]].soft = true;
		}
}

/*
 * Slots that are divergent at a barrier stay divergent: a chunk that starts after
 * the barrier may have work-items that no vote kept together.
 */
static void
freeze_slots(struct flow *flow)
{
	int i, k;

	for (i = 0; i < flow->nslot; i++)
		for (k = 0; k < flow->nblock; k++)
			if (flow->block[k].hard && bit_test(flow->block[k].live_in, i) && !flow->slot[i].hard_uniform)
				flow->slot[i].frozen = true;
}

static void
describe(struct flow *flow, const struct cut *cut, struct compilation *c, struct kernel *kernel)
{
	bool leaves_early = flow->leaves_early;
	int i;

	flow_build(flow, c, kernel, &cut->keep);
	regions_mark(flow, cut);
	uniform_find(flow);
	for (i = 0; i < flow->nslot; i++)
		/* Sub-groups run one after the other, so each work-item has slots of its own. */
		flow->slot[i].hard_uniform = flow->slot[i].uniform && kernel->lanes == 1;
	freeze_slots(flow);
	for (i = 0; i < flow->nblock; i++)
		leaves_early |= flow->block[i].hard && flow->block[i].divergent;
	flow->leaves_early = leaves_early;
}

static bool
may_be_guard(const struct flow *flow, int block)
{
	const struct block *b = &flow->block[block];

	return LLVMIsABranchInst(LLVMGetBasicBlockTerminator(b->block)) && b->nsucc == 2 && !b->divergent &&
	       b->succ[0] != b->succ[1] && uniform_branch_is_divergent(flow, block);
}

/* After the guard both branches are taken by whole chunks. */
static bool
guard_is_sound(const struct flow *flow, int block)
{
	const struct block *b = &flow->block[block];

	return !flow->block[b->succ[0]].divergent && !flow->block[b->succ[1]].divergent;
}

/* Branches that are tried as guards together: each in what the one before it decides. */
struct trial {
	int branch[MAX_CHAIN];
	int n;
	struct count before;
};

/* The guards are worth it; several of them only for loops that are surely faster. */
static bool
trial_gains(const struct trial *trial, const struct count *now)
{
	if (trial->n == 1)
		return now->all > trial->before.all;
	return now->surely_faster > trial->before.surely_faster;
}

static void
set_guard(struct flow *flow, int block, bool guard)
{
	flow->block[block].guard = guard;
	uniform_find(flow);
}

static void
drop_trial(struct flow *flow, struct trial *trial)
{
	while (trial->n)
		flow->block[trial->branch[--trial->n]].guard = false;
	uniform_find(flow);
}

/* All guards of the trial decide for whole chunks, which come to them whole. */
static bool
trial_is_sound(const struct flow *flow, const struct trial *trial)
{
	int i, guard;

	for (i = 0; i < trial->n; i++) {
		guard = trial->branch[i];
		if (flow->block[guard].guard && (flow->block[guard].divergent || !guard_is_sound(flow, guard)))
			return false;
	}
	return true;
}

static bool
guards_are_sound(const struct flow *flow)
{
	int i;

	for (i = 0; i < flow->nblock; i++)
		if (flow->block[i].guard && (flow->block[i].divergent || !guard_is_sound(flow, i)))
			return false;
	return true;
}

/* Takes back those of the branches whose guards are not needed for that many loops; how many stay. */
static int
keep_trial(struct flow *flow, struct trial *trial, struct count now)
{
	int kept = trial->n, i;

	for (i = 0; i < trial->n - 1; i++) {
		set_guard(flow, trial->branch[i], false);
		if (count_loops(flow).all < now.all || !trial_is_sound(flow, trial))
			set_guard(flow, trial->branch[i], true);
		else
			kept--;
	}
	trial->n = 0;
	trial->before = now;
	return kept;
}

/*
 * Turns branches into guards if more loops become uniform; returns their number.  A loop may be behind
 * several branches, as with a bound for each dimension.
 */
static int
choose_guards(struct flow *flow)
{
	struct trial trial = { .before = count_loops(flow) };
	int chosen = 0, tries = 0, i;
	struct count now;

	for (i = 0; i < flow->nblock && tries < MAX_TRIES && chosen < MAX_GUARDS; i++) {
		if (trial.n && (trial.n == MAX_CHAIN || !flow_dominates(flow, trial.branch[trial.n - 1], i)))
			drop_trial(flow, &trial);
		if (!may_be_guard(flow, i))
			continue;
		tries++;
		trial.branch[trial.n++] = i;
		set_guard(flow, i, true);
		now = count_loops(flow);
		if (trial_gains(&trial, &now) && trial_is_sound(flow, &trial))
			chosen += keep_trial(flow, &trial, now);
	}
	drop_trial(flow, &trial);
	return chosen;
}

/* Moves each guard's branch into a block of its own; guards holds these blocks. */
static void
split_guards(struct flow *flow, struct ptrmap *guards)
{
	struct compilation *c = flow->c;
	LLVMBasicBlockRef alone;
	LLVMValueRef branch;
	int i;

	for (i = 0; i < flow->nblock; i++) {
		if (!flow->block[i].guard)
			continue;
		alone = LLVMAppendBasicBlockInContext(c->context, flow->function, "guard");
		branch = LLVMGetBasicBlockTerminator(flow->block[i].block);
		LLVMInstructionRemoveFromParent(branch);
		LLVMPositionBuilderAtEnd(c->builder, alone);
		LLVMInsertIntoBuilder(c->builder, branch);
		LLVMPositionBuilderAtEnd(c->builder, flow->block[i].block);
		LLVMBuildBr(c->builder, alone);
		ptrmap_set(guards, alone, true);
	}
}

/* Makes guards, and pieces of long blocks, which become blocks of the function. */
static int
make_blocks(struct flow *flow, const struct cut *cut, struct compilation *c, struct kernel *kernel)
{
	bool by_row = flow->by_row, guarded = !c->options->no_guards && choose_guards(flow);
	struct ptrmap guards, pieces;
	int i;

	ptrmap_init(&guards, c->arena, 0);
	ptrmap_init(&pieces, c->arena, 0);
	if (guarded)
		split_guards(flow, &guards);
	if (!pieces_split(flow, &pieces) && !guarded)
		return 0;
	if (compilation_run_on_function(c, kernel->function, "reg2mem"))
		return -1;
	describe(flow, cut, c, kernel);
	for (i = 0; i < flow->nblock; i++) {
		flow->block[i].guard = ptrmap_has(&guards, flow->block[i].block);
		flow->block[i].piece = ptrmap_has(&pieces, flow->block[i].block);
	}
	flow->by_row = by_row;
	uniform_find(flow);
	return 0;
}

static bool
is_in_masked_loop(const struct flow *flow, int block)
{
	struct natural loop;
	int h;

	for (h = 0; h < flow->nblock; h++)
		if (flow->block[h].mask_exit >= 0 && natural_find(flow, &loop, h) && loop.body[block])
			return true;
	return false;
}

static void
mark_pieces(struct flow *flow)
{
	int i;

	for (i = 0; i < flow->nblock; i++)
		if (flow->block[i].piece && !flow->block[i].divergent && !is_in_masked_loop(flow, i))
			flow->block[i].soft = true;
}

static void
clear_boundaries(struct flow *flow)
{
	struct block *block;

	for (block = flow->block; block < flow->block + flow->nblock; block++) {
		block->soft = block->uniform_head = false;
		block->mask_exit = -1;
	}
}

static void
mark_boundaries(struct flow *flow)
{
	mark_guards(flow);
	mark_uniform_loops(flow);
	mark_masked_loops(flow);
	unmark_broken_masks(flow);
	mark_pieces(flow);
}

/* The instructions of the region that starts at each block, 0 for other blocks; of all of them in total, and of the kernel. */
struct sizes {
	int *region;
	int total, kernel;
};

static struct sizes
measure_regions(const struct flow *flow)
{
	struct sizes sizes = { .region = arena_calloc(flow->c->arena, (size_t)flow->nblock, sizeof *sizes.region) };
	int *block = arena_calloc(flow->c->arena, (size_t)flow->nblock, sizeof *block), *order, n, i, k;

	for (i = 0; i < flow->nblock; i++) {
		block[i] = regions_code_size(flow, &i, 1);
		sizes.kernel += block[i];
	}
	for (i = 0; i < flow->nblock; i++) {
		if (i && !region_ends_at(flow, i, true))
			continue;
		order = regions_blocks(flow, i, true, &n);
		for (k = 0; k < n; k++)
			sizes.region[i] += block[order[k]];
		sizes.total += sizes.region[i];
	}
	return sizes;
}

/* The instructions of the regions that start at the loop's boundaries. */
static int
cost_of_loop(const struct flow *flow, const struct sizes *sizes, const struct natural *loop)
{
	const struct block *head = &flow->block[loop->head];
	int cost = sizes->region[loop->head], i, k;

	if (!head->uniform_head)
		return cost + sizes->region[head->mask_exit];
	for (i = 0; i < flow->nblock; i++)
		for (k = 0; loop->body[i] && k < flow->block[i].nsucc; k++)
			if (!loop->body[flow->block[i].succ[k]])
				cost += sizes->region[flow->block[i].succ[k]];
	return cost;
}

/* The head of the loop that has the least code for what cutting it out costs; -1 without one. */
static int
least_worth(const struct flow *flow, const struct sizes *sizes)
{
	double worth, least = 0;
	struct natural loop;
	int found = -1, h;

	for (h = 0; h < flow->nblock; h++) {
		if ((!flow->block[h].uniform_head && flow->block[h].mask_exit < 0) || !natural_find(flow, &loop, h))
			continue;
		worth = (double)natural_code_size(flow, &loop) / cost_of_loop(flow, sizes, &loop);
		if (found >= 0 && worth >= least)
			continue;
		found = h;
		least = worth;
	}
	return found;
}

/* Takes back the guards that no loop needs which is still cut out. */
static void
drop_guards(struct flow *flow)
{
	int all = count_loops(flow).all, i;

	for (i = 0; i < flow->nblock; i++) {
		if (!flow->block[i].guard)
			continue;
		set_guard(flow, i, false);
		if (all && (count_loops(flow).all < all || !guards_are_sound(flow)))
			set_guard(flow, i, true);
	}
}

/* Does not cut out the loop that gains least for its copies, nor guards it any more; false once all copies are within limits. */
static bool
drop_loop(struct flow *flow)
{
	struct sizes sizes = measure_regions(flow);
	int head;

	if (sizes.total <= MAX_CODE || sizes.total <= sizes.kernel / 4 * 7)
		return false;
	head = least_worth(flow, &sizes);
	if (head >= 0)
		flow->block[head].whole = true;
	clear_boundaries(flow);
	drop_guards(flow);
	mark_boundaries(flow);
	return head >= 0;
}

static bool
has_guards(const struct flow *flow)
{
	int i;

	for (i = 0; i < flow->nblock; i++)
		if (flow->block[i].guard)
			return true;
	return false;
}

/*
 * Every boundary copies the code behind it, up to the next ones: loops are dropped until that is not too much.
 * Each time all loops are looked at anew, in memory that is freed again: of hundreds it would be gigabytes.
 */
static void
limit_size(struct flow *flow)
{
	struct arena *arena = flow->c->arena, scratch;
	bool more = true, guarded;

	while (more) {
		arena_init(&scratch);
		flow->c->arena = &scratch;
		guarded = has_guards(flow);
		more = drop_loop(flow);
		flow->c->arena = arena;
		arena_free(&scratch);
		if (guarded)
			uniform_find(flow);
	}
}

int
soft_find(struct flow *flow, const struct cut *cut, struct compilation *c, struct kernel *kernel)
{
	flow->leaves_early = false;
	describe(flow, cut, c, kernel);
	if (kernel->lanes > 1)
		return 0;
	if (meet_check(flow))
		return -1;
	flow->waits = has_waiting_loop(flow);
	if (c->options->width == 1 || kernel->debugged || flow->nblock > MAX_BLOCKS || !has_differences(kernel->function)
	    || flow->waits)
		return 0;
	if (!cut->n) {
		flow->by_row = true;
		uniform_find(flow);
	}
	if (make_blocks(flow, cut, c, kernel))
		return -1;
	mark_boundaries(flow);
	limit_size(flow);
	stride_carry(flow);
	advance_find(flow);
	return 0;
}
