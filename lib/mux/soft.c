#include "soft.h"

#include "uniform.h"

enum {
	MAX_TRIES = 64,		/* branches that are tried as guards */
	MAX_COPIES = 4000,	/* blocks that soft regions may copy */
};

/* A natural loop: its head and the set of its blocks. */
struct natural {
	int head;
	bool *body;
};

/* The loop with that head; false when no edge comes back to it. */
static bool
loop_find(const struct flow *flow, struct natural *loop, int head)
{
	size_t n = (size_t)flow->nblock;
	int *stack = arena_calloc(flow->c->arena, n, sizeof *stack), depth = 0, k, i;
	const struct block *block = &flow->block[head];

	*loop = (struct natural){ head, NULL };
	for (k = 0; k < block->npred; k++) {
		if (!flow_dominates(flow, head, block->pred[k]))
			continue;
		if (!loop->body) {
			loop->body = arena_calloc(flow->c->arena, n, sizeof *loop->body);
			loop->body[head] = true;
		}
		if (!loop->body[block->pred[k]]) {
			loop->body[block->pred[k]] = true;
			stack[depth++] = block->pred[k];
		}
	}
	while (depth) {
		block = &flow->block[stack[--depth]];
		for (k = 0; k < block->npred; k++) {
			i = block->pred[k];
			if (loop->body[i])
				continue;
			loop->body[i] = true;
			stack[depth++] = i;
		}
	}
	return loop->body != NULL;
}

/* All that meet at the block's end go the same way; a guard sees to that. */
static bool
leaves_together(const struct flow *flow, int block)
{
	return flow->block[block].guard || !uniform_branch_is_divergent(flow, block);
}

/* Work-items enter together, go round together and leave together, and none waits for the group. */
static bool
loop_is_uniform(const struct flow *flow, const struct natural *loop)
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

/* Where work-items that leave the loop one by one meet again: the nearest block that all of them pass; -1. */
static int
meeting_place(const struct flow *flow, const struct natural *loop)
{
	int place = flow->ipdom[loop->head];

	while (place != -1 && loop->body[place])
		place = flow->ipdom[place];
	return place;
}

/* Work-items that come from outside come together. */
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

/* One block of a masked iteration: it neither ends the kernel, nor waits, nor closes a loop inside. */
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

/* The meeting place of a loop that can be masked, -1 for others. */
static int
masked_place(const struct flow *flow, const struct natural *loop)
{
	int place = meeting_place(flow, loop);

	if (place == -1 || flow->c->options->no_masks)
		return -1;
	if (flow->block[place].divergent || flow->block[place].hard || !entered_together(flow, loop))
		return -1;
	return iteration_can_be_masked(flow, loop->head, place) ? place : -1;
}

/* Loops that would be vectorized across work-items as things stand. */
static int
count_loops(const struct flow *flow)
{
	struct natural loop;
	int n = 0, i;

	for (i = 0; i < flow->nblock; i++)
		if (loop_find(flow, &loop, i))
			n += loop_is_uniform(flow, &loop) || masked_place(flow, &loop) >= 0;
	return n;
}

static void
mark_uniform_loops(struct flow *flow)
{
	struct natural loop;
	struct block *block;
	int h, i, k;

	for (h = 0; h < flow->nblock; h++) {
		if (!loop_find(flow, &loop, h) || !loop_is_uniform(flow, &loop))
			continue;
		flow->block[h].soft = true;
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
		if (flow->block[h].soft || !loop_find(flow, &loop, h))
			continue;
		place = masked_place(flow, &loop);
		if (place < 0)
			continue;
		flow->block[h].mask_exit = place;
		flow->block[h].soft = true;
		flow->block[place].soft = true;
	}
}

/* A meeting place may have come to lie in the iteration of a loop marked before. */
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
 * Slots that a barrier finds different stay different: a chunk that starts
 * behind the barrier may hold work-items that no vote kept together.
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
	int i;

	flow_build(flow, c, kernel, &cut->keep);
	regions_mark(flow, cut);
	uniform_find(flow);
	for (i = 0; i < flow->nslot; i++)
		flow->slot[i].hard_uniform = flow->slot[i].uniform;
	freeze_slots(flow);
}

static bool
may_be_guard(const struct flow *flow, int block)
{
	const struct block *b = &flow->block[block];

	return LLVMIsABranchInst(LLVMGetBasicBlockTerminator(b->block)) && b->nsucc == 2 && !b->divergent &&
	       b->succ[0] != b->succ[1] && uniform_branch_is_divergent(flow, block);
}

/* Both ways behind the guard are taken by a chunk as a whole. */
static bool
guard_is_sound(const struct flow *flow, int block)
{
	const struct block *b = &flow->block[block];

	return !flow->block[b->succ[0]].divergent && !flow->block[b->succ[1]].divergent;
}

/* Makes those branches guards that let more loops be uniform; how many. */
static int
choose_guards(struct flow *flow)
{
	int loops = count_loops(flow), more, chosen = 0, tries = 0, i;

	for (i = 0; i < flow->nblock && tries < MAX_TRIES; i++) {
		if (!may_be_guard(flow, i))
			continue;
		tries++;
		flow->block[i].guard = true;
		uniform_find(flow);
		more = count_loops(flow);
		if (more > loops && guard_is_sound(flow, i)) {
			loops = more;
			chosen++;
			continue;
		}
		flow->block[i].guard = false;
		uniform_find(flow);
	}
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

static int
make_guards(struct flow *flow, const struct cut *cut, struct compilation *c, struct kernel *kernel)
{
	struct ptrmap guards;
	int i;

	if (c->options->no_guards || !choose_guards(flow))
		return 0;
	ptrmap_init(&guards, c->arena, 0);
	split_guards(flow, &guards);
	if (compilation_run_on_function(c, kernel->function, "reg2mem"))
		return -1;
	describe(flow, cut, c, kernel);
	for (i = 0; i < flow->nblock; i++)
		flow->block[i].guard = ptrmap_has(&guards, flow->block[i].block);
	uniform_find(flow);
	return 0;
}

static int
copies(const struct flow *flow, int start, bool soft)
{
	int n;

	regions_blocks(flow, start, soft, &n);
	return n;
}

/* Boundaries are only worth so much code. */
static void
limit_size(struct flow *flow)
{
	struct block *block;
	int total = 0, i;

	for (i = 0; i < flow->nblock && total <= MAX_COPIES; i++) {
		if (flow->block[i].soft)
			total += copies(flow, i, true);
		if (flow->block[i].guard)
			total += copies(flow, i, false);
	}
	if (total <= MAX_COPIES)
		return;
	for (block = flow->block; block < flow->block + flow->nblock; block++) {
		block->soft = block->guard = false;
		block->mask_exit = -1;
	}
}

int
soft_find(struct flow *flow, const struct cut *cut, struct compilation *c, struct kernel *kernel)
{
	describe(flow, cut, c, kernel);
	if (c->options->width == 1 || flow->nblock > MAX_COPIES / 4)
		return 0;
	if (make_guards(flow, cut, c, kernel))
		return -1;
	mark_guards(flow);
	mark_uniform_loops(flow);
	mark_masked_loops(flow);
	unmark_broken_masks(flow);
	limit_size(flow);
	return 0;
}
