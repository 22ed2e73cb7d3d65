#include "mux/regions/advance.h"

#include "mux/analysis/natural.h"
#include "mux/lower/builtin.h"
#include "mux/regions/stride.h"

enum { MAX_DEPTH = 8 };	/* of an expression that is analysed */

static int
block_of(const struct flow *flow, LLVMValueRef instruction)
{
	return (int)ptrmap_get(&flow->block_index, LLVMGetInstructionParent(instruction));
}

bool
advance_is_value_at_head(const struct flow *flow, const struct slot *slot, LLVMValueRef value, int head)
{
	LLVMValueRef i;

	value = flow_stored_value(flow, value);
	if (!LLVMIsALoadInst(value) || LLVMGetOperand(value, 0) != slot->alloca || block_of(flow, value) != head)
		return false;
	for (i = LLVMGetFirstInstruction(flow->block[head].block); i != value; i = LLVMGetNextInstruction(i))
		if (LLVMIsAStoreInst(i) && LLVMGetOperand(i, 1) == slot->alloca)
			return false;
	return true;
}

/* The step that the stored value adds to the slot's value at the head, in elements for addresses; NULL for other values. */
static LLVMValueRef
added_step(const struct flow *flow, const struct slot *slot, LLVMValueRef stored, int head)
{
	LLVMValueRef value = flow_stored_value(flow, stored);
	unsigned i;

	if (!LLVMIsAInstruction(value) || LLVMGetNumOperands(value) != 2 ||
	    (LLVMGetInstructionOpcode(value) != LLVMAdd && !LLVMIsAGetElementPtrInst(value)))
		return NULL;
	for (i = 0; i < 2; i++)
		if (advance_is_value_at_head(flow, slot, LLVMGetOperand(value, i), head))
			return i == 0 ? LLVMGetOperand(value, 1) : LLVMIsAGetElementPtrInst(value) ? NULL : LLVMGetOperand(value, 0);
	return NULL;
}

/* Every iteration passes the block. */
static bool
is_passed_by_all(const struct flow *flow, const struct natural *loop, int block)
{
	const struct block *head = &flow->block[loop->head];
	int k;

	for (k = 0; k < head->npred; k++)
		if (loop->body[head->pred[k]] && !flow_dominates(flow, block, head->pred[k]))
			return false;
	return true;
}

/* Finds a slot that advances by a uniform step in each round and is not used after the loop. */
static void
find_advance(struct flow *flow, struct slot *slot, const struct natural *loop)
{
	LLVMTypeKind kind = LLVMGetTypeKind(slot->type);
	LLVMValueRef user, inside = NULL, outside = NULL, step;
	LLVMUseRef use;

	/* Not a vector: clang may have vectorized the loop, and its counter. */
	if (kind != LLVMIntegerTypeKind && kind != LLVMPointerTypeKind)
		return;
	for (use = LLVMGetFirstUse(slot->alloca); use; use = LLVMGetNextUse(use)) {
		user = LLVMGetUser(use);
		if (LLVMIsAStoreInst(user) && loop->body[block_of(flow, user)])
			inside = user;
		else if (LLVMIsAStoreInst(user))
			outside = user;
	}
	if (!inside || !outside || !flow_is_remat(flow, LLVMGetOperand(outside, 0), NULL) ||
	    stride_is_unknown(flow, LLVMGetOperand(outside, 0)) ||
	    !is_passed_by_all(flow, loop, block_of(flow, inside)))
		return;
	step = added_step(flow, slot, LLVMGetOperand(inside, 0), loop->head);
	if (!step || ptrmap_has(&flow->divergent, step) || !flow_is_remat(flow, step, NULL))
		return;
	if (kind == LLVMPointerTypeKind)
		slot->step_type = LLVMGetGEPSourceElementType(flow_stored_value(flow, LLVMGetOperand(inside, 0)));
	slot->advances_at = loop->head;
	slot->start = LLVMGetOperand(outside, 0);
	slot->step = step;
}

static bool
grows_by_one(const struct flow *flow, LLVMValueRef value, int depth)
{
	LLVMValueRef dimension, left, right;
	enum builtin builtin;

	value = flow_stored_value(flow, value);
	builtin = builtin_called(value);
	if (builtin == BUILTIN_LOCAL_ID || builtin == BUILTIN_GLOBAL_ID) {
		dimension = LLVMGetOperand(value, 0);
		return LLVMIsAConstantInt(dimension) && LLVMConstIntGetZExtValue(dimension) == 0;
	}
	if (builtin == BUILTIN_LOCAL_LINEAR_ID)
		return true;
	if (!LLVMIsAInstruction(value) || depth == 0)
		return false;
	left = LLVMGetOperand(value, 0);
	if (LLVMIsATruncInst(value))
		return grows_by_one(flow, left, depth - 1);
	if (LLVMGetInstructionOpcode(value) != LLVMAdd)
		return false;
	right = LLVMGetOperand(value, 1);
	if (!ptrmap_has(&flow->divergent, right))
		return grows_by_one(flow, left, depth - 1);
	return !ptrmap_has(&flow->divergent, left) && grows_by_one(flow, right, depth - 1);
}

bool
advance_grows_by_one(const struct flow *flow, LLVMValueRef value)
{
	return grows_by_one(flow, value, MAX_DEPTH);
}

/* The only block with edges out of the loop, passed in each round; -1 if there are others. */
static int
only_exit(const struct flow *flow, const struct natural *loop)
{
	int exit = -1, i, k;

	for (i = 0; i < flow->nblock; i++)
		for (k = 0; loop->body[i] && k < flow->block[i].nsucc; k++) {
			if (loop->body[flow->block[i].succ[k]])
				continue;
			if (exit != -1)
				return -1;
			exit = i;
		}
	return exit != -1 && is_passed_by_all(flow, loop, exit) ? exit : -1;
}

/* The value is the slot's at the head, or one step further (*stepped). */
static bool
is_of_slot(const struct flow *flow, const struct slot *slot, LLVMValueRef value, int head, bool *stepped)
{
	*stepped = added_step(flow, slot, value, head) == slot->step;
	return *stepped || advance_is_value_at_head(flow, slot, value, head);
}

/* Fills the queue from the test; stays: it is true for lanes that stay. */
static bool
read_test(const struct flow *flow, struct queue *queue, LLVMValueRef test, bool stays, int head)
{
	const struct slot *slot = &flow->slot[queue->slot];
	LLVMIntPredicate pred;
	bool right;

	if (!LLVMIsAICmpInst(test))
		return false;
	right = is_of_slot(flow, slot, LLVMGetOperand(test, 1), head, &queue->stepped);
	if (!right && !is_of_slot(flow, slot, LLVMGetOperand(test, 0), head, &queue->stepped))
		return false;
	queue->limit = LLVMGetOperand(test, right ? 0 : 1);
	pred = LLVMGetICmpPredicate(test);
	if (right)
		pred = predicate_swapped(pred);
	if (!stays)
		pred = predicate_inverted(pred);
	queue->is_signed = pred == LLVMIntSLT || pred == LLVMIntSLE;
	queue->or_equal = pred == LLVMIntULE || pred == LLVMIntSLE;
	return queue->is_signed || queue->or_equal || pred == LLVMIntULT;
}

static void
find_queue(struct flow *flow, const struct natural *loop)
{
	int exit = only_exit(flow, loop), i;
	struct queue queue = { 0 };
	LLVMValueRef end;
	bool stays;

	if (exit == -1)
		return;
	end = LLVMGetBasicBlockTerminator(flow->block[exit].block);
	if (!LLVMIsABranchInst(end) || flow->block[exit].nsucc != 2)
		return;
	stays = loop->body[flow->block[exit].succ[0]];
	queue.test = exit;
	queue.stay = stays ? 0 : 1;
	for (i = 0; i < flow->nslot; i++) {
		queue.slot = i;
		if (flow->slot[i].advances_at != loop->head || LLVMGetTypeKind(flow->slot[i].type) != LLVMIntegerTypeKind ||
		    !read_test(flow, &queue, flow_stored_value(flow, LLVMGetCondition(end)), stays, loop->head) ||
		    ptrmap_has(&flow->divergent, queue.limit) || !flow_is_remat(flow, queue.limit, NULL) ||
		    !advance_grows_by_one(flow, flow->slot[i].start))
			continue;
		flow->block[loop->head].queue = arena_alloc(flow->c->arena, sizeof queue);
		*flow->block[loop->head].queue = queue;
		return;
	}
}

void
advance_find(struct flow *flow)
{
	struct natural loop;
	struct slot *slot;
	int h, i;

	for (h = 0; h < flow->nblock; h++) {
		if (flow->block[h].mask_exit < 0 || !natural_find(flow, &loop, h))
			continue;
		for (i = 0; i < flow->nslot; i++) {
			slot = &flow->slot[i];
			if (slot_is_carried(slot) && slot->nstore == 2 && !slot->frozen &&
			    bit_test(flow->block[h].live_in, i) &&
			    !bit_test(flow->block[flow->block[h].mask_exit].live_in, i))
				find_advance(flow, slot, &loop);
		}
		find_queue(flow, &loop);
	}
}

