#include "mux/regions/regions.h"

#include <llvm-c/DebugInfo.h>

#include "mux/analysis/variables.h"
#include "mux/lower/builtin.h"
#include "mux/lower/lower.h"
#include "mux/regions/arrays.h"
#include "mux/regions/backwards.h"
#include "mux/regions/differences.h"
#include "mux/regions/disjoint.h"
#include "mux/regions/elements.h"
#include "mux/regions/exchanges.h"
#include "mux/regions/masks.h"
#include "mux/regions/narrow.h"
#include "mux/regions/order.h"

/* SPIR-V's number of the scope: smaller numbers include other threads. */
enum { SCOPE_WORK_GROUP = 2 };

/* A barrier that orders memory for more than the work-group is a fence too. */
static void
fence_of_barrier(struct compilation *c, LLVMValueRef barrier)
{
	if (LLVMConstIntGetZExtValue(LLVMGetOperand(barrier, 1)) >= SCOPE_WORK_GROUP)
		return;
	LLVMPositionBuilderBefore(c->builder, barrier);
	LLVMBuildFence(c->builder, LLVMAtomicOrderingSequentiallyConsistent, 0, "");
}

static bool
is_boundary(LLVMValueRef instruction)
{
	enum builtin builtin = builtin_called(instruction);

	return builtin == BUILTIN_BARRIER || builtin == BUILTIN_SUB_GROUP_BARRIER || collective_is_call(instruction);
}

/* Room for the barriers of the kernel, numbers from 1. */
static void
make_room(struct cut *cut, struct compilation *c, struct kernel *kernel)
{
	LLVMBasicBlockRef block;
	LLVMValueRef i;
	size_t n = 1;

	for (block = LLVMGetFirstBasicBlock(kernel->function); block; block = LLVMGetNextBasicBlock(block))
		for (i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
			n += is_boundary(i);
	cut->collective = arena_calloc(c->arena, n, sizeof *cut->collective);
	cut->schedule = arena_calloc(c->arena, n, sizeof *cut->schedule);
}

static void
open_collective(struct cut *cut, struct compilation *c, const struct kernel *kernel, LLVMValueRef call)
{
	struct collective *collective = &cut->collective[cut->n];

	collective_open(collective, c, kernel, call);
	ptrmap_set(&cut->keep, collective->in, true);
	if (collective->index)
		ptrmap_set(&cut->keep, collective->index, true);
}

/* Moves all instructions after the barrier into a new block, deletes the barrier and numbers the block. */
static void
split_behind(struct cut *cut, struct compilation *c, const struct kernel *kernel, LLVMBasicBlockRef block,
	     LLVMValueRef barrier)
{
	LLVMBasicBlockRef follower = LLVMGetNextBasicBlock(block), tail;
	LLVMValueRef i, next;
	size_t fallen = 0;

	if (follower)
		tail = LLVMInsertBasicBlockInContext(c->context, follower, "behind");
	else
		tail = LLVMAppendBasicBlockInContext(c->context, LLVMGetBasicBlockParent(block), "behind");
	cut->n++;
	cut->collective[cut->n].of_sub_group =
		collective_is_of_sub_group(barrier) || builtin_called(barrier) == BUILTIN_SUB_GROUP_BARRIER;
	if (collective_is_call(barrier))
		open_collective(cut, c, kernel, barrier);
	else if (builtin_called(barrier) == BUILTIN_BARRIER)
		fence_of_barrier(c, barrier);
	for (i = LLVMGetNextInstruction(barrier); i; i = next) {
		next = LLVMGetNextInstruction(i);
		variables_move(c, i, tail, &fallen);
	}
	/* The branch has the barrier's line, for what is said of it later. */
	LLVMPositionBuilderAtEnd(c->builder, block);
	LLVMSetCurrentDebugLocation2(c->builder, LLVMInstructionGetDebugLoc(barrier));
	LLVMBuildBr(c->builder, tail);
	LLVMSetCurrentDebugLocation2(c->builder, NULL);
	LLVMInstructionEraseFromParent(barrier);
	ptrmap_set(&cut->number, tail, (uint32_t)cut->n);
}

/* Loops from the size of sub-groups to 1 become a row of exchanges by numbers that are known. */
static int
unroll_exchanges(struct compilation *c, const struct kernel *kernel)
{
	static const char passes[] = "instcombine<no-verify-fixpoint>,loop(indvars,loop-unroll-full),early-cse,simplifycfg";

	const uint32_t *size = kernel->reqd_wg_size;
	uint64_t items = (uint64_t)size[0] * size[1] * size[2];

	if (kernel->lanes == 1 || !lower_known_subgroups(kernel->function, kernel->lanes, items && items % kernel->lanes == 0) ||
	    kernel->debugged)
		return 0;
	return compilation_run_on_function(c, kernel->function, passes);
}

int
regions_cut(struct cut *cut, struct compilation *c, struct kernel *kernel)
{
	LLVMBasicBlockRef block;
	struct ptrmap one_way;
	LLVMValueRef i;

	*cut = (struct cut){ .n = 0 };
	ptrmap_init(&cut->number, c->arena, 0);
	ptrmap_init(&cut->keep, c->arena, 0);
	if (kernel->debugged)
		variables_repeat(c, kernel->function, is_boundary);
	if (unroll_exchanges(c, kernel))
		return -1;
	if (!kernel->debugged) {
		exchanges_join(c, kernel);
		if (arrays_unroll(c, kernel) || elements_choose(c, kernel))
			return -1;
		if (disjoint_mark(c, kernel->function))
			return -1;
		differences_split(c, kernel->function);
		narrow_counters(c, kernel->function);
		masks_mark(c, kernel->function);
	}
	backwards_find(c, kernel, &one_way);
	if (compilation_run_on_function(c, kernel->function, "dce,reg2mem"))
		return -1;
	if (c->sub_groups && kernel->lanes == 1)
		lower_lone_subgroups(c, kernel->function);
	make_room(cut, c, kernel);
	for (block = LLVMGetFirstBasicBlock(kernel->function); block; block = LLVMGetNextBasicBlock(block))
		for (i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
			if (is_boundary(i)) {
				if (order_read_schedule(c, kernel, i, &cut->schedule[cut->n + 1]))
					return -1;
				if (ptrmap_has(&one_way, i))
					cut->schedule[cut->n + 1] = (enum schedule)ptrmap_get(&one_way, i);
				split_behind(cut, c, kernel, block, i);
				break;	/* the rest is in the next block now */
			}
	if (cut->n)
		kernel->flags |= MUX_KERNEL_BARRIERS;
	return compilation_run_on_function(c, kernel->function, "reg2mem");
}

void
regions_mark(struct flow *flow, const struct cut *cut)
{
	uint32_t number;
	int i;

	for (i = 0; i < flow->nblock; i++) {
		number = ptrmap_get(&cut->number, flow->block[i].block);
		flow->block[i].hard = number == PTRMAP_NONE ? 0 : (int)number;
		flow->block[i].of_sub_group = cut->collective[flow->block[i].hard].of_sub_group;
	}
	for (i = 1; i <= cut->n; i++)
		collective_mark(&cut->collective[i], flow);
}

int
regions_code_size(const struct flow *flow, const int *order, int n)
{
	LLVMValueRef i;
	int size = 0, k;

	for (k = 0; k < n; k++)
		for (i = LLVMGetFirstInstruction(flow->block[order[k]].block); i; i = LLVMGetNextInstruction(i))
			size++;
	return size;
}

int *
regions_blocks(const struct flow *flow, int start, bool soft, int *n)
{
	return regions_blocks_from(flow, &start, 1, soft, n);
}

int *
regions_blocks_from(const struct flow *flow, const int *start, int nstart, bool soft, int *n)
{
	int *order = arena_calloc(flow->c->arena, (size_t)flow->nblock, sizeof *order), i, k, to;
	bool *seen = arena_calloc(flow->c->arena, (size_t)flow->nblock, sizeof *seen);
	const struct block *block;

	for (*n = 0; *n < nstart; (*n)++) {
		seen[start[*n]] = true;
		order[*n] = start[*n];
	}
	for (i = 0; i < *n; i++) {
		block = &flow->block[order[i]];
		for (k = 0; k < block->nsucc; k++) {
			to = block->succ[k];
			if (seen[to] || region_ends_at(flow, to, soft))
				continue;
			seen[to] = true;
			order[(*n)++] = to;
		}
	}
	return order;
}
