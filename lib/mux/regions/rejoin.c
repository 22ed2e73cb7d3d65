#include "mux/regions/rejoin.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

/* Writes the blocks behind the loop that its edges lead to, one for each edge, if exits is there; returns how many. */
static size_t
write_exits(const struct flow *flow, const struct natural *loop, int *exits)
{
	size_t n = 0;
	int i, k;

	for (i = 0; i < flow->nblock; i++)
		for (k = 0; loop->body[i] && k < flow->block[i].nsucc; k++)
			if (!loop->body[flow->block[i].succ[k]]) {
				if (exits)
					exits[n] = flow->block[i].succ[k];
				n++;
			}
	return n;
}

static int *
loop_exits(const struct flow *flow, const struct natural *loop)
{
	size_t n = write_exits(flow, loop, NULL);
	int *exits = arena_calloc(flow->c->arena, n + 1, sizeof *exits);

	write_exits(flow, loop, exits);
	exits[n] = -1;
	return exits;
}

struct natural *
rejoin_loops(const struct flow *flow, int ***exits, int *n)
{
	size_t nblock = (size_t)flow->nblock;
	struct natural *loop = arena_calloc(flow->c->arena, nblock, sizeof *loop);
	int i;

	*exits = arena_calloc(flow->c->arena, nblock, sizeof **exits);
	for (*n = i = 0; i < flow->nblock; i++)
		if (natural_find(flow, &loop[*n], i)) {
			(*exits)[*n] = loop_exits(flow, &loop[*n]);
			++*n;
		}
	return loop;
}

/* The block leads back to the loop's head. */
static bool
is_end(const struct flow *flow, const struct natural *loop, int block)
{
	int k;

	for (k = 0; loop->body[block] && k < flow->block[block].nsucc; k++)
		if (flow->block[block].succ[k] == loop->head)
			return true;
	return false;
}

/* All work-items that go on in the loop come to the block once a round. */
static bool
is_once_a_round(const struct flow *flow, const struct natural *all, int n, const struct natural *loop, int block)
{
	int i;

	for (i = 0; i < n; i++)
		if (&all[i] != loop && all[i].body[block] && loop->body[all[i].head])
			return false;
	for (i = 0; i < flow->nblock; i++)
		if (is_end(flow, loop, i) && !flow_dominates(flow, block, i))
			return false;
	return true;
}

static bool
mixes_rounds(const struct flow *flow, const struct natural *all, int n, const struct natural *loop)
{
	const struct block *block;
	int i;

	for (i = 0; i < flow->nblock; i++) {
		block = &flow->block[i];
		if (loop->body[i] && block->hard && block->of_sub_group && block->divergent &&
		    !is_once_a_round(flow, all, n, loop, i))
			return true;
	}
	return false;
}

/* Makes the edges back to the head go through a block behind a boundary. */
static void
cut_end(const struct flow *flow, struct cut *cut, const struct natural *loop)
{
	struct compilation *c = flow->c;
	LLVMBasicBlockRef head = flow->block[loop->head].block, place;
	LLVMValueRef end = NULL;
	unsigned k;
	int i;

	place = LLVMInsertBasicBlockInContext(c->context, head, "round.end");
	LLVMMoveBasicBlockAfter(place, head);
	for (i = 0; i < flow->nblock; i++) {
		if (!is_end(flow, loop, i))
			continue;
		end = LLVMGetBasicBlockTerminator(flow->block[i].block);
		for (k = 0; k < LLVMGetNumSuccessors(end); k++)
			if (LLVMGetSuccessor(end, k) == head)
				LLVMSetSuccessor(end, k, place);
	}
	LLVMPositionBuilderAtEnd(c->builder, place);
	LLVMSetCurrentDebugLocation2(c->builder, LLVMInstructionGetDebugLoc(end));
	LLVMBuildBr(c->builder, head);
	LLVMSetCurrentDebugLocation2(c->builder, NULL);
	cut->n++;
	cut->collective[cut->n].of_sub_group = true;
	ptrmap_set(&cut->number, place, (uint32_t)cut->n);
}

/* Room for so many more boundaries. */
static void
make_room(struct cut *cut, struct arena *arena, int more)
{
	size_t n = (size_t)cut->n + 1;
	struct collective *collective = arena_calloc(arena, n + (size_t)more, sizeof *collective);
	enum schedule *schedule = arena_calloc(arena, n + (size_t)more, sizeof *schedule);

	memcpy(collective, cut->collective, n * sizeof *collective);
	memcpy(schedule, cut->schedule, n * sizeof *schedule);
	cut->collective = collective;
	cut->schedule = schedule;
}

bool
rejoin_cut(const struct flow *flow, struct cut *cut)
{
	struct natural *loop;
	int **exits, n, i, before = cut->n;

	if (flow->kernel->lanes == 1 || !flow->leaves_early)
		return false;
	loop = rejoin_loops(flow, &exits, &n);
	make_room(cut, flow->c->arena, n);
	for (i = 0; i < n; i++)
		if (mixes_rounds(flow, loop, n, &loop[i]))
			cut_end(flow, cut, &loop[i]);
	return cut->n > before;
}
