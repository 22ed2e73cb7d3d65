#include "mux/regions/stride.h"

#include "mux/lower/builtin.h"

enum { MAX_DEPTH = 8 };	/* of an expression that is analysed */

static LLVMValueRef
operand_of(const struct flow *flow, LLVMValueRef value, int i)
{
	return flow_stored_value(flow, LLVMGetOperand(value, (unsigned)i));
}

/* The value differs between work-items of a row, whose ids differ in dimension 0 alone. */
static bool
differs_in_row(const struct flow *flow, LLVMValueRef value, int depth)
{
	enum builtin builtin = builtin_called(value);
	int i;

	if (builtin == BUILTIN_LOCAL_ID || builtin == BUILTIN_GLOBAL_ID) {
		value = LLVMGetOperand(value, 0);
		return !LLVMIsAConstantInt(value) || LLVMConstIntGetZExtValue(value) == 0;
	}
	if (builtin)
		return builtin_is_divergent(builtin);
	for (i = 0; depth > 0 && LLVMIsAInstruction(value) && i < LLVMGetNumOperands(value); i++)
		if (differs_in_row(flow, operand_of(flow, value, i), depth - 1))
			return true;
	return false;
}

/* A number that differs along a row times one that does not and is not known. */
static bool
is_product(const struct flow *flow, LLVMValueRef value)
{
	LLVMValueRef left = operand_of(flow, value, 0), right = operand_of(flow, value, 1);
	bool left_differs = differs_in_row(flow, left, MAX_DEPTH), right_differs = differs_in_row(flow, right, MAX_DEPTH);

	return left_differs != right_differs && !LLVMIsAConstant(left_differs ? right : left);
}

static bool
has_product(const struct flow *flow, LLVMValueRef value, int depth)
{
	int i;

	if (depth <= 0 || !LLVMIsAInstruction(value) || LLVMIsACallInst(value))
		return false;
	if (LLVMGetInstructionOpcode(value) == LLVMMul && is_product(flow, value))
		return true;
	for (i = 0; i < LLVMGetNumOperands(value); i++)
		if (has_product(flow, operand_of(flow, value, i), depth - 1))
			return true;
	return false;
}

bool
stride_is_unknown(const struct flow *flow, LLVMValueRef value)
{
	return has_product(flow, value, MAX_DEPTH);
}

/* The slots that live at the head of a soft loop; over_barrier: those that live at a barrier instead. */
static uint64_t *
find_live(const struct flow *flow, bool over_barrier)
{
	uint64_t *live = arena_calloc(flow->c->arena, (size_t)flow->words, sizeof *live);
	const struct block *block;
	int w;

	for (block = flow->block; block < flow->block + flow->nblock; block++)
		for (w = 0; w < flow->words; w++)
			if (over_barrier ? block->hard : block->uniform_head || block->mask_exit >= 0)
				live[w] |= block->live_in[w];
	return live;
}

void
stride_carry(struct flow *flow)
{
	bool *computed = arena_calloc(flow->c->arena, (size_t)flow->nslot, sizeof *computed), any = false;
	const uint64_t *in_loop, *over_barrier;
	struct slot *slot;
	int i;

	for (i = 0; i < flow->nslot; i++) {
		slot = &flow->slot[i];
		slot->strided = !slot->in_memory && slot->nstore == 1 && stride_is_unknown(flow, slot->stored);
		computed[i] = slot->strided && slot->remat;
		slot->remat &= !computed[i];
		any |= slot->strided;
	}
	if (!any)
		return;
	flow_find_liveness(flow);
	in_loop = find_live(flow, false);
	over_barrier = find_live(flow, true);
	for (i = 0; i < flow->nslot; i++) {
		slot = &flow->slot[i];
		slot->strided &= bit_test(in_loop, i) && !(computed[i] && (slot->frozen || bit_test(over_barrier, i)));
		slot->remat |= computed[i] && !slot->strided;
	}
	flow_find_liveness(flow);
}
