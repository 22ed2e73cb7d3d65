#include "mux/analysis/uniform.h"

#include "mux/lower/builtin.h"

/* The value differs between work-items. */
static bool
is_divergent(const struct flow *flow, LLVMValueRef value)
{
	return LLVMIsAInstruction(value) && ptrmap_has(&flow->divergent, value);
}

bool
uniform_branch_is_divergent(const struct flow *flow, int block)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(flow->block[block].block);

	if (flow->block[block].nsucc < 2)
		return false;
	return is_divergent(flow, LLVMIsABranchInst(end) ? LLVMGetCondition(end) : LLVMGetOperand(end, 0));
}

static bool
any_operand_diverges(const struct flow *flow, LLVMValueRef instruction)
{
	int i;

	for (i = 0; i < LLVMGetNumOperands(instruction); i++)
		if (is_divergent(flow, LLVMGetOperand(instruction, (unsigned)i)))
			return true;
	return false;
}

static bool
load_diverges(const struct flow *flow, LLVMValueRef load)
{
	struct slot *slot = flow_slot(flow, LLVMGetOperand(load, 0));

	if (slot && slot->remat)
		return is_divergent(flow, slot->stored);
	if (slot && !slot->in_memory)
		return !slot->uniform;
	if (LLVMGetVolatile(load) || LLVMIsAtomic(load))
		return true;
	return is_divergent(flow, LLVMGetOperand(load, 0));
}

static bool
call_diverges(const struct flow *flow, LLVMValueRef call)
{
	enum builtin builtin = builtin_called(call);
	LLVMValueRef callee = call_target(call), dimension;

	/* With sub-groups of several work-items it is these that run together. */
	if ((builtin == BUILTIN_SUB_GROUP_ID || builtin == BUILTIN_SUB_GROUP_SIZE) && flow->kernel->lanes > 1)
		return false;
	if (flow->by_row && (builtin == BUILTIN_LOCAL_ID || builtin == BUILTIN_GLOBAL_ID)) {
		dimension = LLVMGetOperand(call, 0);
		return !LLVMIsAConstantInt(dimension) || LLVMConstIntGetZExtValue(dimension) == 0;
	}
	if (builtin_is_divergent(builtin))
		return true;
	if (!builtin && (!callee || !LLVMGetIntrinsicID(callee)))
		return true;
	return any_operand_diverges(flow, call);
}

static bool
instruction_diverges(const struct flow *flow, LLVMValueRef instruction)
{
	switch (LLVMGetInstructionOpcode(instruction)) {
	case LLVMAlloca:
	case LLVMAtomicRMW:
	case LLVMAtomicCmpXchg:
		return true;
	case LLVMLoad:
		return load_diverges(flow, instruction);
	case LLVMCall:
		return call_diverges(flow, instruction);
	case LLVMStore:
	case LLVMFence:
		return false;
	default:
		return any_operand_diverges(flow, instruction);
	}
}

/* A store makes its slot divergent if the value or the block is divergent. */
static bool
spoil_slot(struct flow *flow, struct block *block, LLVMValueRef store)
{
	struct slot *slot = flow_slot(flow, LLVMGetOperand(store, 1));

	if (!slot || !slot->uniform)
		return false;
	if (!block->divergent && !is_divergent(flow, LLVMGetOperand(store, 0)))
		return false;
	slot->uniform = false;
	return true;
}

static bool
spoil_values(struct flow *flow)
{
	struct block *block;
	bool changed = false;
	LLVMValueRef i;

	for (block = flow->block; block < flow->block + flow->nblock; block++)
		for (i = LLVMGetFirstInstruction(block->block); i; i = LLVMGetNextInstruction(i)) {
			if (!ptrmap_has(&flow->divergent, i) && instruction_diverges(flow, i)) {
				ptrmap_set(&flow->divergent, i, true);
				changed = true;
			}
			if (LLVMIsAStoreInst(i))
				changed |= spoil_slot(flow, block, i);
		}
	return changed;
}

/* Marks the blocks from a divergent branch on up to the block end (-1: all), past barriers or up to them; true if it passes one. */
static bool
mark_up_to(const struct flow *flow, int branch, int end, bool barriers, uint8_t *mark, int *stack)
{
	const struct block *block = &flow->block[branch];
	uint8_t *seen = arena_calloc(flow->c->arena, (size_t)flow->nblock, 1);
	bool hard = false;
	int n = 1, k, to;

	stack[0] = branch;
	while (n) {
		block = &flow->block[stack[--n]];
		for (k = 0; k < block->nsucc; k++) {
			to = block->succ[k];
			if (to == end || seen[to] || (!barriers && flow->block[to].hard))
				continue;
			seen[to] = mark[to] = 1;
			hard |= flow->block[to].hard;
			stack[n++] = to;
		}
	}
	return hard;
}

/*
 * Marks the blocks between a divergent branch and its post-dominator.  Where some work-items wait at a barrier in
 * between, others come to the post-dominator without them: they have left early, and LLVM made their return a
 * branch to a later one.
 */
static void
mark_influence(const struct flow *flow, int branch, uint8_t *mark, int *stack)
{
	if (mark_up_to(flow, branch, flow->ipdom[branch], true, mark, stack))
		mark_up_to(flow, branch, -1, false, mark, stack);
}

static bool
spoil_blocks(struct flow *flow)
{
	size_t n = (size_t)flow->nblock;
	uint8_t *mark = arena_calloc(flow->c->arena, n, 1);
	int *stack = arena_calloc(flow->c->arena, n, sizeof *stack), i;
	bool changed = false;

	for (i = 0; i < flow->nblock; i++)
		if (!flow->block[i].guard && uniform_branch_is_divergent(flow, i))
			mark_influence(flow, i, mark, stack);
	for (i = 0; i < flow->nblock; i++)
		if (mark[i] && !flow->block[i].divergent) {
			flow->block[i].divergent = true;
			changed = true;
		}
	return changed;
}

void
uniform_find(struct flow *flow)
{
	bool changed = true;
	int i;

	ptrmap_init(&flow->divergent, flow->c->arena, 0);
	for (i = 0; i < flow->nblock; i++)
		flow->block[i].divergent = false;
	for (i = 0; i < flow->nslot; i++)
		flow->slot[i].uniform = !flow->slot[i].in_memory && !flow->slot[i].frozen;
	while (changed) {
		changed = spoil_values(flow);
		changed |= spoil_blocks(flow);
	}
}
