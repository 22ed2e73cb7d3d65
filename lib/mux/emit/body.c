#include "mux/emit/body.h"
#include "mux/emit/near.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "base/diag.h"
#include "ir/irmeta.h"
#include "ir/irmodule.h"
#include "mux/analysis/variables.h"
#include "mux/emit/segment.h"
#include "mux/emit/span.h"
#include "mux/emit/trim.h"
#include "mux/lower/builtin.h"
#include "mux/lower/lower.h"
#include "mux/regions/advance.h"
#include "mux/regions/masks.h"
#include "mux/regions/regions.h"

enum { MANY_LOOPS = 24 };	/* in one kernel */

/* A body under construction. */
struct copy {
	const struct body *body;
	struct entry *entry;
	struct flow *flow;
	struct compilation *c;
	struct ptrmap value;		/* of the kernel -> in the copy */
	LLVMValueRef *local;		/* variable of each slot that is carried */
	LLVMValueRef *remat;		/* value of each slot that is computed again */
	LLVMValueRef *private;		/* address of each slot in memory */
	LLVMBasicBlockRef *block;	/* copies by block */
	LLVMBasicBlockRef *exit;	/* by target, the last one for returns */
	LLVMValueRef prologue_end;	/* values that do not depend on the path are computed before it */
	LLVMValueRef active;		/* masked: variable, whether this lane goes on */
	LLVMBasicBlockRef merged;	/* masked: the only exit block */
	bool *joined;			/* blocks that joined edges have taken up */
	struct copy *outside;		/* of what is computed before the loop (shared_division); NULL: nothing yet */
};

/* The element of a chunk's array that belongs to this lane. */
static LLVMValueRef
lane_element(struct copy *copy, LLVMValueRef array, LLVMTypeRef type)
{
	struct compilation *c = copy->c;
	LLVMValueRef index[2] = { const_int(c->i64, 0), copy->body->item.lane };
	LLVMTypeRef all = LLVMArrayType2(type, copy->body->chunk->width);

	return LLVMBuildInBoundsGEP2(c->builder, all, array, index, 2, "");
}

static LLVMValueRef
slot_in_chunk(struct copy *copy, int i)
{
	return lane_element(copy, copy->body->chunk->array[i], memory_type(copy->c, copy->flow->slot[i].type));
}

static LLVMValueRef remat_value(struct copy *copy, LLVMValueRef value);

/* The value in 64 bits of the slot that grows by one from lane to lane: LLVM sees that it does not wrap. */
static LLVMValueRef
row_value(struct copy *copy)
{
	LLVMValueRef first = copy->body->row_first, lane = copy->body->item.lane;
	LLVMBuilderRef b = copy->c->builder;

	first = LLVMBuildIntCast2(b, first, copy->c->i64, copy->body->row_is_signed, "");
	return copy->body->row_is_signed ? LLVMBuildNSWAdd(b, first, lane, "") : LLVMBuildNUWAdd(b, first, lane, "");
}

/* The value of a slot that advances: its start plus the current advance.  Stores the advance of the next round. */
static LLVMValueRef
advanced_value(struct copy *copy, int i)
{
	const struct slot *slot = &copy->flow->slot[i];
	LLVMValueRef start = remat_value(copy, slot->start), step = remat_value(copy, slot->step), way;
	LLVMBuilderRef b = copy->c->builder;

	way = copy->body->advanced[i];
	LLVMPositionBuilderBefore(b, copy->prologue_end);
	if (LLVMTypeOf(way) != LLVMTypeOf(step))
		step = LLVMBuildIntCast2(b, step, LLVMTypeOf(way), 1, "");
	LLVMBuildStore(b, LLVMBuildAdd(b, way, step, ""), copy->body->chunk->advance[i]);
	if (copy->body->row_first && copy->body->row_slot == i)
		return LLVMBuildIntCast2(b, row_value(copy), slot->type, 0, "");
	if (LLVMGetTypeKind(slot->type) == LLVMIntegerTypeKind)
		return LLVMBuildAdd(b, start, way, "");
	return LLVMBuildGEP2(b, slot->step_type, start, &way, 1, "");
}

/* The slot's value when the body starts. */
static LLVMValueRef
slot_read(struct copy *copy, int i)
{
	const struct body *body = copy->body;
	LLVMValueRef address;

	if (body->masked && body->advanced[i])
		return advanced_value(copy, i);
	if (body->uniform_in[i])
		return body->uniform_in[i];
	if (body->from_chunk && body->modified[i])
		address = slot_in_chunk(copy, i);
	else
		address = entry_context(copy->entry, i, body->item.linear);
	return memory_load(copy->c, copy->flow->slot[i].type, address, body->item.group);
}

/* Writes a slot's value to its home, for the code after a hard or a soft boundary. */
static void
slot_write_value(struct copy *copy, int i, LLVMValueRef value, bool hard)
{
	const struct slot *slot = &copy->flow->slot[i];
	const struct body *body = copy->body;
	LLVMBuilderRef b = copy->c->builder;

	if (hard && slot->hard_uniform)
		LLVMBuildStore(b, value, copy->entry->cell[i]);
	else if (hard)
		memory_store(copy->c, value, entry_context(copy->entry, i, body->item.linear), body->item.group);
	else if (slot->uniform)
		LLVMBuildStore(b, value, body->chunk->scalar[i]);
	else
		memory_store(copy->c, value, slot_in_chunk(copy, i), body->item.group);
}

static void
slot_write(struct copy *copy, int i, bool hard)
{
	slot_write_value(copy, i, LLVMBuildLoad2(copy->c->builder, copy->flow->slot[i].type, copy->local[i], ""), hard);
}

/* The slot has a value at that block which the region may have changed. */
static bool
is_carried_to(struct copy *copy, int i, int block)
{
	return slot_is_carried(&copy->flow->slot[i]) && copy->body->modified[i] &&
	       bit_test(copy->flow->block[block].live_in, i);
}

/* Where the work-item, or all that run together, goes on. */
static void
store_next(struct copy *copy, uint32_t rank)
{
	struct compilation *c = copy->c;
	struct entry *entry = copy->entry;
	LLVMValueRef address = entry->next;

	if (entry->item_next)
		address = LLVMBuildInBoundsGEP2(c->builder, c->i32, entry->item_next, (LLVMValueRef *)&copy->body->item.linear, 1, "");
	access_group_tag(c, LLVMBuildStore(c->builder, const_int(c->i32, rank), address),
			 entry->item_next ? copy->body->item.group : NULL);
}

static void
leave_to_return(struct copy *copy)
{
	struct entry *entry = copy->entry;
	struct compilation *c = copy->c;
	LLVMBuilderRef b = c->builder;
	LLVMValueRef address;

	if (entry->item_next) {
		store_next(copy, 0);
	} else if (entry->gone) {
		address = LLVMBuildInBoundsGEP2(b, c->i8, entry->gone, (LLVMValueRef *)&copy->body->item.linear, 1, "");
		memory_store(c, const_int(c->i8, 1), address, copy->body->item.group);
		LLVMBuildStore(b, const_int(c->i1, 1), entry->any_gone);
	} else {
		LLVMBuildStore(b, const_int(c->i32, 0), entry->next);
	}
	if (copy->body->chunk)
		LLVMBuildStore(b, const_int(c->i32, 0), copy->body->chunk->next);
}

static void
leave_to_barrier(struct copy *copy, int target)
{
	LLVMBuilderRef b = copy->c->builder;

	store_next(copy, copy->entry->rank[copy->flow->block[target].hard]);
	if (copy->body->chunk)
		LLVMBuildStore(b, const_int(copy->c->i32, 0), copy->body->chunk->next);
}

static void
leave_to_soft(struct copy *copy, int target)
{
	struct chunk *chunk = copy->body->chunk;
	LLVMValueRef one = const_int(copy->c->i32, 1);

	if (copy->flow->block[target].mask_exit >= 0)
		memory_store(copy->c, one, lane_element(copy, chunk->active[target], copy->c->i32),
			     copy->body->item.group);
	LLVMBuildStore(copy->c->builder, const_int(copy->c->i32, (uint64_t)chunk->number[target]), chunk->next);
}

/*
 * The slot has no value at that soft boundary, but the chunk's variable of a uniform one may still have the
 * last round's: LLVM would see a value that passes from lane to lane, and makes no vectors of the loop then.
 */
static void
forget(struct copy *copy, int i)
{
	LLVMValueRef variable = copy->body->chunk->scalar[i];

	if (variable && copy->body->modified[i])
		LLVMBuildStore(copy->c->builder, LLVMGetPoison(copy->flow->slot[i].type), variable);
}

/* The block that ends the body for work-items that continue at target; nblock: return. */
static LLVMBasicBlockRef
exit_block(struct copy *copy, int target)
{
	LLVMBuilderRef b = copy->c->builder;
	LLVMBasicBlockRef here = LLVMGetInsertBlock(b);
	bool returns = target == copy->flow->nblock, hard;
	int i;

	if (copy->exit[target])
		return copy->exit[target];
	copy->exit[target] = entry_block(copy->entry, returns ? "return" : "leave");
	LLVMPositionBuilderAtEnd(b, copy->exit[target]);
	hard = returns || copy->flow->block[target].hard;
	for (i = 0; !returns && i < copy->flow->nslot; i++)
		if (is_carried_to(copy, i, target))
			slot_write(copy, i, hard);
		else if (!hard)
			forget(copy, i);
	if (returns)
		leave_to_return(copy);
	else if (hard)
		leave_to_barrier(copy, target);
	else
		leave_to_soft(copy, target);
	LLVMBuildBr(b, copy->body->latch);
	LLVMPositionBuilderAtEnd(b, here);
	return copy->exit[target];
}

/* The block after a masked loop where its lanes meet. */
static int
mask_exit(const struct copy *copy)
{
	return copy->flow->block[copy->body->start].mask_exit;
}

/* The masked iteration may leave a value of the slot behind: at the head, or where the loop's lanes meet. */
static bool
is_masked_slot(struct copy *copy, int i)
{
	const struct body *body = copy->body;
	const struct queue *queue = body->row_first ? copy->flow->block[body->start].queue : NULL;
	bool stays = queue && body->decision->way == queue->stay, leaves = queue && !stays;

	return (!leaves && is_carried_to(copy, i, body->start)) || (!stays && is_carried_to(copy, i, mask_exit(copy)));
}

/*
 * The only exit of a masked iteration: every slot is written back whether the
 * lane ran or not, so that LLVM gets selects instead of masked stores.
 */
static LLVMBasicBlockRef
merged_block(struct copy *copy)
{
	LLVMBuilderRef b = copy->c->builder;
	LLVMBasicBlockRef here = LLVMGetInsertBlock(b);
	const struct body *body = copy->body;
	LLVMValueRef active, sum;
	int i;

	if (copy->merged)
		return copy->merged;
	copy->merged = entry_block(copy->entry, "merged");
	LLVMPositionBuilderAtEnd(b, copy->merged);
	for (i = 0; i < copy->flow->nslot; i++)
		if (is_masked_slot(copy, i) && !copy->flow->slot[i].uniform && !body->advanced[i])
			slot_write(copy, i, false);
	if (!body->vote) {
		LLVMBuildBr(b, body->latch);
		LLVMPositionBuilderAtEnd(b, here);
		return copy->merged;
	}
	active = LLVMBuildLoad2(b, copy->c->i32, copy->active, "");
	memory_store(copy->c, active, lane_element(copy, body->chunk->active[body->start], copy->c->i32),
		     body->item.group);
	sum = LLVMBuildAdd(b, LLVMBuildLoad2(b, copy->c->i32, body->vote, ""), active, "");
	LLVMBuildStore(b, sum, body->vote);
	LLVMBuildBr(b, body->latch);
	LLVMPositionBuilderAtEnd(b, here);
	return copy->merged;
}

/* A lane that leaves a masked loop for good. */
static LLVMBasicBlockRef
leave_masked(struct copy *copy)
{
	LLVMBuilderRef b = copy->c->builder;
	LLVMBasicBlockRef here = LLVMGetInsertBlock(b), merged = merged_block(copy);
	LLVMBasicBlockRef leave = entry_block(copy->entry, "done");

	LLVMPositionBuilderAtEnd(b, leave);
	LLVMBuildStore(b, const_int(copy->c->i32, 0), copy->active);
	LLVMBuildBr(b, merged);
	LLVMPositionBuilderAtEnd(b, here);
	return leave;
}

static LLVMBasicBlockRef
edge_target(struct copy *copy, int target)
{
	if (copy->body->masked && target == copy->body->start)
		return merged_block(copy);
	if (copy->body->masked && target == mask_exit(copy))
		return leave_masked(copy);
	if (region_ends_at(copy->flow, target, copy->body->kind == BODY_SOFT))
		return exit_block(copy, target);
	return copy->block[target];
}

/* --- values ---------------------------------------------------------------- */

static LLVMValueRef
private_address(struct copy *copy, int i)
{
	LLVMBasicBlockRef here = LLVMGetInsertBlock(copy->c->builder);

	if (!copy->private[i]) {
		LLVMPositionBuilderBefore(copy->c->builder, copy->prologue_end);
		copy->private[i] = entry_context(copy->entry, i, copy->body->item.linear);
		LLVMPositionBuilderAtEnd(copy->c->builder, here);
	}
	return copy->private[i];
}

static LLVMValueRef
map_value(struct copy *copy, LLVMValueRef value)
{
	LLVMValueRef mapped;
	struct slot *slot;

	if (LLVMIsAArgument(value))
		return ptrmap_pointer(&copy->entry->argument, value);
	if (!LLVMIsAInstruction(value))
		return value;
	mapped = ptrmap_pointer(&copy->value, value);
	if (mapped)
		return mapped;
	slot = flow_slot(copy->flow, value);
	if (!slot || !slot->in_memory)
		bug("value of another block in kernel '%s'", copy->flow->kernel->name);
	return private_address(copy, (int)(slot - copy->flow->slot));
}

/* Drops metadata and flags that hold within one work-item but not between two. */
static void
remove_promises(struct copy *copy, LLVMValueRef instruction)
{
	static const char *const kinds[] = { "alias.scope", "noalias", "llvm.mem.parallel_loop_access", "llvm.loop" };
	size_t i;

	for (i = 0; i < sizeof kinds / sizeof *kinds; i++)
		LLVMSetMetadata(instruction,
				LLVMGetMDKindIDInContext(copy->c->context, kinds[i], (unsigned)strlen(kinds[i])), NULL);
	if (LLVMIsACallInst(instruction))
		LLVMRemoveCallSiteEnumAttribute(instruction, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
						attribute_kind("convergent"));
}

/* The place, inlined somewhere else in the kernel. */
static LLVMMetadataRef
inlined_again(struct copy *copy, LLVMMetadataRef place)
{
	LLVMMetadataRef at = LLVMDILocationGetInlinedAt(place);
	unsigned column = LLVMDILocationGetColumn(place);

	at = at ? inlined_again(copy, at) : NULL;
	return LLVMDIBuilderCreateDebugLocation(copy->c->context, LLVMDILocationGetLine(place), column + !at,
						LLVMDILocationGetScope(place), at);
}

/*
 * Debuggers stop in the first instruction of a line alone, in each inlined call of a function.  In code that each lane of
 * a divided chunk runs alone instructions have no line, since it seldom runs; those of chunks of more work-items than
 * usual, which run beside the usual ones, are of other inlined calls.
 */
static void
set_line(struct copy *copy, LLVMValueRef instruction)
{
	LLVMMetadataRef place = LLVMInstructionGetDebugLoc(instruction), at = place ? LLVMDILocationGetInlinedAt(place) : NULL;
	const struct chunk *chunk = copy->body->chunk;

	if (place && copy->body->nentry)
		place = LLVMDIBuilderCreateDebugLocation(copy->c->context, 0, 0, LLVMDILocationGetScope(place), at);
	else if (at && chunk && chunk->width > copy->c->options->width)
		place = inlined_again(copy, place);
	else
		return;
	LLVMInstructionSetDebugLoc(instruction, place);
}

/*
 * The load or store orders other accesses.  LLVM makes vectors of atomic loads that are said to be parallel, and a vector
 * orders nothing: other threads would see what is behind it in front of it.
 */
static bool
is_ordered(LLVMValueRef access)
{
	return LLVMGetOrdering(access) > LLVMAtomicOrderingMonotonic;
}

/* A copy of the instruction, with operands as map says: in the prologue when they are computed again, else here. */
static LLVMValueRef
clone(struct copy *copy, LLVMValueRef instruction, LLVMValueRef (*map)(struct copy *, LLVMValueRef))
{
	LLVMValueRef new, operand, mapped;
	unsigned n = (unsigned)LLVMGetNumOperands(instruction), i;

	if (map == remat_value)
		LLVMPositionBuilderBefore(copy->c->builder, copy->prologue_end);
	new = near_value(&copy->body->item, copy->c, instruction);
	if (new)
		return new;
	new = LLVMInstructionClone(instruction);
	for (i = 0; i < n; i++) {
		operand = LLVMGetOperand(instruction, i);
		if (!LLVMIsAInstruction(operand) && !LLVMIsAArgument(operand))
			continue;
		mapped = map(copy, operand);
		LLVMSetOperand(new, i, mapped);
	}
	if (map == remat_value)
		LLVMPositionBuilderBefore(copy->c->builder, copy->prologue_end);
	LLVMInsertIntoBuilder(copy->c->builder, new);
	remove_promises(copy, new);
	set_line(copy, new);
	if ((LLVMIsALoadInst(new) || LLVMIsAStoreInst(new)) && !is_ordered(new))
		access_group_tag(copy->c, new, copy->body->item.group);
	return new;
}

/* 64 bits that are 0, which LLVM does not see: those of the number of dimensions that no such number has. */
static LLVMValueRef
unknown_zero(struct copy *copy)
{
	enum { BEYOND_DIMENSIONS = 8 };

	return LLVMBuildLShr(copy->c->builder, copy->entry->work_dim, const_int(copy->c->i64, BEYOND_DIMENSIONS), "");
}

/*
 * A number of few bits (masks.h) of which LLVM does not see what it is: it has bits of an unknown number added, which are
 * 0.  In chunks that its period divides, what LLVM makes of the local id is right.
 */
static LLVMValueRef
hide_mask(struct copy *copy, LLVMValueRef i, LLVMValueRef value)
{
	const struct chunk *chunk = copy->body->chunk;
	struct compilation *c = copy->c;
	uint64_t period;

	if (!masks_is_marked(c, i, &period))
		return value;
	LLVMSetMetadata(value, irmeta_kind("mux.mask"), NULL);
	if (chunk && chunk->aligned && !chunk->wide && period && period % chunk->width == 0)
		return value;
	return LLVMBuildOr(c->builder, value, LLVMBuildIntCast2(c->builder, unknown_zero(copy), LLVMTypeOf(value), 0, ""), "");
}

/* All work-items that the loop is over come to the block. */
static bool
is_run_by_all(const struct copy *copy, const struct block *block)
{
	const struct body *body = copy->body;

	return block == &copy->flow->block[body->start] && !body->some_gone && !body->nentry && (!body->masked || body->all_run);
}

static bool
may_trap(LLVMValueRef i)
{
	return LLVMIsABinaryOperator(i) && trim_is_division(LLVMGetInstructionOpcode(i)) &&
	       LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMIntegerTypeKind && !LLVMIsAConstant(LLVMGetOperand(i, 1));
}

/* What the copy has before its loop: no work-item, so that of the row's begin stands for all. */
static struct copy *
outside_of(const struct copy *copy)
{
	struct arena *arena = copy->c->arena;
	struct copy *outside = arena_alloc(arena, sizeof *outside);
	struct body *body = arena_alloc(arena, sizeof *body);

	*body = *copy->body;
	body->segment = NULL;
	body->item.x = body->item.linear = const_int(copy->c->i64, 0);
	body->item.near = NULL;
	*outside = *copy;
	outside->body = body;
	outside->remat = arena_calloc(arena, (size_t)copy->flow->nslot, sizeof(LLVMValueRef));
	outside->prologue_end = body->before;
	return outside;
}

/*
 * A division of values that the work-items of the loop share, computed before it, where the kernel may not come to it;
 * NULL: other ones.
 */
static LLVMValueRef
shared_division(struct copy *copy, LLVMValueRef i)
{
	LLVMValueRef dividend = LLVMGetOperand(i, 0), divisor = LLVMGetOperand(i, 1);
	LLVMBasicBlockRef here = LLVMGetInsertBlock(copy->c->builder);
	const struct flow *flow = copy->flow;
	LLVMBuilderRef b = copy->c->builder;

	if (!copy->body->before || !span_is_same(flow, NULL, i) || !flow_is_remat(flow, dividend, NULL) ||
	    !flow_is_remat(flow, divisor, NULL))
		return NULL;
	if (!copy->outside)
		copy->outside = outside_of(copy);
	dividend = remat_value(copy->outside, dividend);
	divisor = remat_value(copy->outside, divisor);
	LLVMPositionBuilderBefore(b, copy->body->before);
	dividend = LLVMBuildFreeze(b, dividend, "");
	divisor = trim_divisor(b, LLVMGetInstructionOpcode(i), dividend, LLVMBuildFreeze(b, divisor, ""));
	i = LLVMBuildBinOp(b, LLVMGetInstructionOpcode(i), dividend, divisor, "");
	LLVMPositionBuilderAtEnd(b, here);
	return i;
}

/*
 * A division of values that the work-items share, all or those of a row or a segment: LLVM's vectorizer lets the first
 * lane alone do it, even where that one does not come to it and others do.  LLVM itself moves divisions behind branches.
 * So the divisor has bits of the work-item's number added, which are 0.
 */
static LLVMValueRef
hide_divisor(struct copy *copy, const struct block *block, LLVMValueRef i, LLVMValueRef division)
{
	LLVMBuilderRef b = copy->c->builder;
	LLVMValueRef divisor, zero;
	LLVMTypeRef type = LLVMTypeOf(i);

	if (!may_trap(i) || !may_trap(division))
		return division;
	if (is_run_by_all(copy, block) && copy->body->before && !span_is_same(copy->flow, copy->body->segment, i))
		return division;
	divisor = LLVMGetOperand(division, 1);
	LLVMPositionBuilderBefore(b, division);
	zero = LLVMBuildAnd(b, unknown_zero(copy), copy->body->item.linear, "");
	LLVMSetOperand(division, 1, LLVMBuildOr(b, divisor, LLVMBuildIntCast2(b, zero, type, 0, ""), ""));
	LLVMPositionBuilderAtEnd(b, LLVMGetInstructionParent(division));
	return division;
}

/*
 * The difference of two addresses that differ between work-items: LLVM 22's InstCombine makes wrong code of that of two
 * vectors of addresses with one base.  So the second one has bits of an unknown number added, which are 0.
 */
static LLVMValueRef
hide_address(struct copy *copy, LLVMValueRef i, LLVMValueRef difference)
{
	LLVMBuilderRef b = copy->c->builder;
	LLVMValueRef address;

	if (!is_opcode(i, LLVMSub) || !is_opcode(difference, LLVMSub) || !ptrmap_has(&copy->flow->divergent, i))
		return difference;
	address = LLVMGetOperand(difference, 1);
	if ((!LLVMIsAPtrToIntInst(LLVMGetOperand(difference, 0)) && !LLVMIsAPtrToIntInst(address)) || LLVMTypeOf(i) != copy->c->i64)
		return difference;
	LLVMPositionBuilderBefore(b, difference);
	LLVMSetOperand(difference, 1, LLVMBuildOr(b, address, unknown_zero(copy), ""));
	LLVMPositionBuilderAtEnd(b, LLVMGetInstructionParent(difference));
	return difference;
}

/* The slot's only value, computed in the prologue. */
static LLVMValueRef
remat_slot(struct copy *copy, struct slot *slot)
{
	int i = (int)(slot - copy->flow->slot);
	LLVMBasicBlockRef here;

	if (copy->remat[i])
		return copy->remat[i];
	here = LLVMGetInsertBlock(copy->c->builder);
	copy->remat[i] = remat_value(copy, slot->stored);
	LLVMPositionBuilderAtEnd(copy->c->builder, here);
	return copy->remat[i];
}

static LLVMValueRef
remat_value(struct copy *copy, LLVMValueRef value)
{
	LLVMValueRef dimension = NULL, mapped, new;
	struct slot *slot;

	if (!LLVMIsAInstruction(value))
		return map_value(copy, value);
	if (LLVMIsALoadInst(value) && (slot = flow_slot(copy->flow, LLVMGetOperand(value, 0))))
		return remat_slot(copy, slot);
	if (LLVMIsACallInst(value)) {
		if (LLVMGetNumArgOperands(value))
			dimension = remat_value(copy, LLVMGetOperand(value, 0));
		LLVMPositionBuilderBefore(copy->c->builder, copy->prologue_end);
		return entry_query(copy->entry, &copy->body->item, value, dimension);
	}
	if (LLVMIsALoadInst(value) && (mapped = entry_parameter(copy->entry, value)))
		return mapped;
	if (copy->body->segment) {
		if ((new = segment_operand(copy->body->segment, value)))
			return remat_value(copy, new);
		LLVMPositionBuilderBefore(copy->c->builder, copy->prologue_end);
		if ((new = segment_value(copy->body->segment, copy->c, value)))
			return new;
	}
	new = clone(copy, value, remat_value);
	return hide_mask(copy, value, new);
}

/* --- blocks ------------------------------------------------------------------ */

static void
copy_fence(struct copy *copy, LLVMValueRef call)
{
	enum { SCOPE_WORK_GROUP = 2 };
	LLVMAtomicOrdering ordering = semantics_ordering(LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1)));

	/* One thread runs the whole group, so its memory accesses are in order for all work-items. */
	if (LLVMConstIntGetZExtValue(LLVMGetOperand(call, 0)) >= SCOPE_WORK_GROUP ||
	    ordering == LLVMAtomicOrderingMonotonic)
		return;
	LLVMBuildFence(copy->c->builder, ordering, 0, "");
}

/* Builtins, and calls that a copy does not need; false: an ordinary call. */
static bool
copy_special_call(struct copy *copy, LLVMValueRef call)
{
	enum builtin builtin = builtin_called(call);
	LLVMValueRef callee = call_target(call), dimension = NULL;
	const char *name = callee ? irmodule_name(callee) : "";

	if (builtin == BUILTIN_FENCE) {
		copy_fence(copy, call);
		return true;
	}
	if (builtin_is_query(builtin)) {
		if (LLVMGetNumArgOperands(call))
			dimension = map_value(copy, LLVMGetOperand(call, 0));
		ptrmap_set_pointer(&copy->value, call, entry_query(copy->entry, &copy->body->item, call, dimension));
		return true;
	}
	return !strncmp(name, "llvm.lifetime.", 14) || !strncmp(name, "llvm.experimental.noalias", 25);
}

/* A load from a slot that has no address, or from a parameter; false: an ordinary load. */
static bool
copy_slot_load(struct copy *copy, LLVMValueRef load)
{
	struct slot *slot = flow_slot(copy->flow, LLVMGetOperand(load, 0));
	LLVMValueRef value;

	if (!slot) {
		value = entry_parameter(copy->entry, load);
		if (value)
			ptrmap_set_pointer(&copy->value, load, value);
		return value != NULL;
	}
	if (slot->in_memory)
		return false;
	if (slot->remat)
		value = remat_slot(copy, slot);
	else
		value = LLVMBuildLoad2(copy->c->builder, slot->type, copy->local[slot - copy->flow->slot], "");
	ptrmap_set_pointer(&copy->value, load, value);
	return true;
}

static bool
copy_slot_store(struct copy *copy, LLVMValueRef store)
{
	struct slot *slot = flow_slot(copy->flow, LLVMGetOperand(store, 1));
	LLVMValueRef value;

	if (!slot || slot->in_memory)
		return false;
	if (!slot->remat) {
		value = map_value(copy, LLVMGetOperand(store, 0));
		LLVMBuildStore(copy->c->builder, value, copy->local[slot - copy->flow->slot]);
	}
	return true;
}

/* A value of 64 bits that is known in them (row_value). */
static bool
copy_row_extension(struct copy *copy, LLVMValueRef i)
{
	const struct body *body = copy->body;

	if (!body->row_first || !(body->row_is_signed ? LLVMIsASExtInst(i) : LLVMIsAZExtInst(i)) ||
	    LLVMTypeOf(i) != copy->c->i64 ||
	    !advance_is_value_at_head(copy->flow, &copy->flow->slot[body->row_slot], LLVMGetOperand(i, 0), body->start))
		return false;
	ptrmap_set_pointer(&copy->value, i, row_value(copy));
	return true;
}

/* Loops of the kernel are unrolled only in code that runs often, and where there are few of them. */
static void
mark_inner_loop(struct copy *copy, const struct block *block, LLVMValueRef branch)
{
	int number = (int)(block - copy->flow->block), k;

	if (copy->body->runs == RUNS_OFTEN && copy->flow->nloop <= MANY_LOOPS)
		return;
	for (k = 0; k < block->nsucc; k++)
		if (flow_dominates(copy->flow, block->succ[k], number)) {
			LLVMSetMetadata(branch, loop_kind(copy->c), inner_loop_metadata(copy->c, copy->body->runs == RUNS_SELDOM));
			return;
		}
}

/* What is decided about the branch at the end of the block, or NULL. */
static const struct decision *
decision_of(const struct copy *copy, const struct block *block)
{
	const struct decision *decision = copy->body->decision;

	while (decision && block != &copy->flow->block[decision->block])
		decision = decision->next;
	return decision;
}

/* An edge to a soft boundary, and what slots have there: by slot, NULL for those that have no value. */
struct leaving {
	int between;		/* the block on the way, which only stores to slots; -1: none */
	int target;
	LLVMValueRef *value;
};

static LLVMValueRef
value_when_leaving(struct copy *copy, const struct leaving *leaving, int i)
{
	if (leaving->value[i])
		return leaving->value[i];
	return LLVMBuildLoad2(copy->c->builder, copy->flow->slot[i].type, copy->local[i], "");
}

/* The block only loads slots and stores to them, and goes on to one other. */
static bool
only_moves_slots(const struct copy *copy, int number)
{
	const struct block *block = &copy->flow->block[number];
	const struct slot *slot;
	LLVMValueRef i;

	if (block->npred != 1 || block->nsucc != 1)
		return false;
	for (i = LLVMGetFirstInstruction(block->block); !LLVMIsATerminatorInst(i); i = LLVMGetNextInstruction(i)) {
		if (!LLVMIsALoadInst(i) && !LLVMIsAStoreInst(i))
			return false;
		slot = flow_slot(copy->flow, LLVMGetOperand(i, LLVMIsAStoreInst(i) ? 1 : 0));
		if (!slot || slot->in_memory)
			return false;
	}
	return true;
}

/* Finds the soft boundary that the edge to that block leads to; false: it leads elsewhere. */
static bool
find_leaving(const struct copy *copy, int to, struct leaving *leaving)
{
	*leaving = (struct leaving){ .between = -1, .target = to };
	if (!region_ends_at(copy->flow, to, true)) {
		if (!only_moves_slots(copy, to))
			return false;
		leaving->between = to;
		leaving->target = copy->flow->block[to].succ[0];
	}
	return copy->flow->block[leaving->target].soft && !copy->flow->block[leaving->target].hard &&
	       copy->flow->block[leaving->target].mask_exit < 0;
}

/* Computes the values that slots get on the way, without giving them to the slots. */
static void
move_slots(struct copy *copy, struct leaving *leaving)
{
	LLVMValueRef i, value;
	struct slot *slot;

	leaving->value = arena_calloc(copy->c->arena, (size_t)copy->flow->nslot, sizeof *leaving->value);
	if (leaving->between < 0)
		return;
	copy->joined[leaving->between] = true;
	i = LLVMGetFirstInstruction(copy->flow->block[leaving->between].block);
	for (; !LLVMIsATerminatorInst(i); i = LLVMGetNextInstruction(i)) {
		slot = flow_slot(copy->flow, LLVMGetOperand(i, LLVMIsAStoreInst(i) ? 1 : 0));
		if (LLVMIsAStoreInst(i)) {
			if (!slot->remat)
				leaving->value[slot - copy->flow->slot] = map_value(copy, LLVMGetOperand(i, 0));
			continue;
		}
		value = slot->remat ? remat_slot(copy, slot) : value_when_leaving(copy, leaving, (int)(slot - copy->flow->slot));
		ptrmap_set_pointer(&copy->value, i, value);
	}
}

/* The block on the way stores to the slot. */
static bool
is_moved_to(const struct copy *copy, const struct leaving *leaving, int slot)
{
	LLVMValueRef i;

	if (leaving->between < 0)
		return false;
	i = LLVMGetFirstInstruction(copy->flow->block[leaving->between].block);
	for (; !LLVMIsATerminatorInst(i); i = LLVMGetNextInstruction(i))
		if (LLVMIsAStoreInst(i) && LLVMGetOperand(i, 1) == copy->flow->slot[slot].alloca)
			return true;
	return false;
}

/* Both edges give the slots that live behind both of them the same values, and memory no work that one alone needs. */
static bool
can_join(struct copy *copy, const struct leaving *one, const struct leaving *other)
{
	const struct chunk *chunk = copy->body->chunk;
	bool here, there;
	int i;

	for (i = 0; i < copy->flow->nslot; i++) {
		here = is_carried_to(copy, i, one->target);
		there = is_carried_to(copy, i, other->target);
		if (here && there && (is_moved_to(copy, one, i) || is_moved_to(copy, other, i)))
			return false;
		if (here != there && chunk->wide && !copy->flow->slot[i].uniform)
			return false;
	}
	return true;
}

/*
 * A branch that all work-items take the same way, to soft boundaries both ways, ends each work-item's part without
 * a branch: what lives behind either of them is written.  Of a branch LLVM would make two loops over the lanes.
 * False, with nothing built, for other branches.
 */
static bool
join_edges(struct copy *copy, const struct block *block, LLVMValueRef end)
{
	struct chunk *chunk = copy->body->chunk;
	LLVMBuilderRef b = copy->c->builder;
	LLVMValueRef condition, next;
	struct leaving edge[2];
	int i, k;

	if (copy->body->kind != BODY_SOFT || copy->body->masked || copy->c->debugged || !LLVMIsABranchInst(end) ||
	    block->nsucc != 2 || ptrmap_has(&copy->flow->divergent, LLVMGetCondition(end)))
		return false;
	for (k = 0; k < 2; k++)
		if (!find_leaving(copy, block->succ[k], &edge[k]))
			return false;
	if (edge[0].target == edge[1].target || !can_join(copy, &edge[0], &edge[1]))
		return false;
	condition = map_value(copy, LLVMGetCondition(end));
	for (k = 0; k < 2; k++)
		move_slots(copy, &edge[k]);
	for (i = 0; i < copy->flow->nslot; i++) {
		for (k = 0; k < 2 && !is_carried_to(copy, i, edge[k].target); k++)
			;
		if (k < 2)
			slot_write_value(copy, i, value_when_leaving(copy, &edge[k], i), false);
		else
			forget(copy, i);
	}
	next = LLVMBuildSelect(b, condition, const_int(copy->c->i32, (uint64_t)chunk->number[edge[0].target]),
			       const_int(copy->c->i32, (uint64_t)chunk->number[edge[1].target]), "");
	LLVMBuildStore(b, next, chunk->next);
	LLVMBuildBr(b, copy->body->latch);
	return true;
}

static void
copy_terminator(struct copy *copy, const struct block *block, LLVMValueRef end)
{
	const struct decision *decision = decision_of(copy, block);
	LLVMBuilderRef b = copy->c->builder;
	LLVMBasicBlockRef target;
	LLVMValueRef new;
	int i;

	if (LLVMIsAReturnInst(end)) {
		target = exit_block(copy, copy->flow->nblock);
		LLVMBuildBr(b, target);
		return;
	}
	if (decision) {
		target = edge_target(copy, block->succ[decision->way]);
		LLVMBuildBr(b, target);
		return;
	}
	if (join_edges(copy, block, end))
		return;
	new = clone(copy, end, map_value);
	mark_inner_loop(copy, block, new);
	for (i = 0; i < block->nsucc; i++) {
		target = edge_target(copy, block->succ[i]);
		LLVMSetSuccessor(new, (unsigned)i, target);
	}
}

/* A guard's branch in a vote: counts the condition and goes on to the next lane. */
static void
copy_vote(struct copy *copy, LLVMValueRef end)
{
	LLVMValueRef condition = map_value(copy, LLVMGetCondition(end)), count;
	struct compilation *c = copy->c;

	condition = LLVMBuildZExt(c->builder, condition, c->i32, "");
	count = LLVMBuildLoad2(c->builder, c->i32, copy->body->vote, "");
	LLVMBuildStore(c->builder, LLVMBuildAdd(c->builder, count, condition, ""), copy->body->vote);
	LLVMBuildBr(c->builder, copy->body->latch);
}

static void
copy_instruction(struct copy *copy, const struct block *block, LLVMValueRef i)
{
	LLVMValueRef value;

	if (LLVMIsAAllocaInst(i))
		return;
	if (LLVMIsATerminatorInst(i)) {
		if (copy->body->kind == BODY_VOTE)
			copy_vote(copy, i);
		else
			copy_terminator(copy, block, i);
		return;
	}
	if ((LLVMIsALoadInst(i) && copy_slot_load(copy, i)) || (LLVMIsAStoreInst(i) && copy_slot_store(copy, i)) ||
	    (LLVMIsACallInst(i) && copy_special_call(copy, i)) || copy_row_extension(copy, i))
		return;
	if (copy->body->segment && (value = segment_operand(copy->body->segment, i))) {
		ptrmap_set_pointer(&copy->value, i, map_value(copy, value));
		return;
	}
	value = copy->body->segment ? segment_value(copy->body->segment, copy->c, i) : NULL;
	if (!value && may_trap(i))
		value = shared_division(copy, i);
	if (!value)
		value = hide_mask(copy, i, hide_address(copy, i, hide_divisor(copy, block, i, clone(copy, i, map_value))));
	ptrmap_set_pointer(&copy->value, i, value);
}

/* --- variables of the source --------------------------------------------------- */

/*
 * The value of an instruction of another block: its slot's, if that has no other.
 * Code that is optimised gets no loads that debuggers alone want.
 */
static LLVMValueRef
value_from_slot(struct copy *copy, const struct block *block, LLVMValueRef value)
{
	int i;

	if (!copy->flow->kernel->debugged)
		return NULL;
	for (i = 0; i < copy->flow->nslot; i++) {
		struct slot *slot = &copy->flow->slot[i];

		if (slot->nstore != 1 || slot->stored != value || slot->in_memory)
			continue;
		if (slot->remat)
			return remat_slot(copy, slot);
		if (copy->local[i] && bit_test(block->live_in, i))
			return LLVMBuildLoad2(copy->c->builder, slot->type, copy->local[i], "");
	}
	return NULL;
}

/* The address of a variable that each work-item has in memory. */
static LLVMValueRef
address_of(struct copy *copy, LLVMValueRef alloca)
{
	struct slot *slot = flow_slot(copy->flow, alloca);
	int i = (int)(slot - copy->flow->slot);

	if (!slot || !slot->in_memory)
		return NULL;
	return copy->flow->kernel->debugged ? private_address(copy, i) : copy->private[i];
}

/* What the record's value is in the copy, NULL: not known. */
static LLVMValueRef
described_value(struct copy *copy, const struct block *block, LLVMValueRef value)
{
	struct slot *slot;

	if (!value || LLVMIsAConstant(value))
		return value;
	if (LLVMIsAArgument(value))
		return ptrmap_pointer(&copy->entry->argument, value);
	if (!LLVMIsAInstruction(value))
		return NULL;
	if (LLVMIsAAllocaInst(value))
		return address_of(copy, value);
	if (LLVMGetInstructionParent(value) != block->block)
		return value_from_slot(copy, block, value);
	/* What is loaded from a slot at the start of the block is described before. */
	slot = LLVMIsALoadInst(value) && !ptrmap_has(&copy->value, value) ? flow_slot(copy->flow, LLVMGetOperand(value, 0)) : NULL;
	if (slot && copy->local[slot - copy->flow->slot])
		return LLVMBuildLoad2(copy->c->builder, slot->type, copy->local[slot - copy->flow->slot], "");
	return ptrmap_pointer(&copy->value, value);
}

/* Keeps the value in memory, where the debugger finds it until the variable has another one. */
static void
write_to_home(struct copy *copy, const struct record *record, LLVMValueRef value, LLVMBasicBlockRef here)
{
	struct piece *piece = value && record->expression->home ? record_piece(copy->c, record) : NULL;
	LLVMTypeRef type;

	if (piece)
		value = record_convert(copy->c, record, value, NULL);
	type = value ? memory_type(copy->c, LLVMTypeOf(value)) : NULL;
	if (piece && !piece->home)
		piece->home = entry_alloca(copy->entry, type, "variable");
	if (!piece || LLVMGetAllocatedType(piece->home) != type) {
		record_write(copy->c, record, value, here);
		return;
	}
	if (LLVMTypeOf(value) == copy->c->i1)
		value = LLVMBuildZExt(copy->c->builder, value, copy->c->i8, "");
	LLVMSetVolatile(LLVMBuildStore(copy->c->builder, value, piece->home), 1);
	record_write_home(copy->c, record, piece->home, here);
}

/* A branch to a barrier has the records of the code behind it, which are there too (variables.h). */
static void
copy_records(struct copy *copy, const struct block *block, LLVMValueRef instruction)
{
	LLVMBasicBlockRef here = LLVMGetInsertBlock(copy->c->builder);
	LLVMDbgRecordRef from = LLVMGetFirstDbgRecord(instruction);
	LLVMValueRef value;
	struct record record;

	if (LLVMIsATerminatorInst(instruction) && block->nsucc == 1 && copy->flow->block[block->succ[0]].hard)
		return;
	for (; from; from = LLVMGetNextDbgRecord(from)) {
		if (!record_read(copy->c, from, &record))
			continue;
		value = described_value(copy, block, record.value);
		LLVMPositionBuilderAtEnd(copy->c->builder, here);
		if (copy->flow->kernel->debugged)
			write_to_home(copy, &record, value, here);
		else
			record_write(copy->c, &record, value, here);
	}
}

static void
copy_block(struct copy *copy, int number)
{
	const struct block *block = &copy->flow->block[number];
	LLVMValueRef i;

	if (copy->joined[number]) {
		LLVMDeleteBasicBlock(copy->block[number]);
		return;
	}
	for (i = LLVMGetFirstInstruction(block->block); i; i = LLVMGetNextInstruction(i)) {
		LLVMPositionBuilderAtEnd(copy->c->builder, copy->block[number]);
		if (copy->c->variables && copy->body->kind != BODY_VOTE)
			copy_records(copy, block, i);
		copy_instruction(copy, block, i);
	}
}

/* --- the body ------------------------------------------------------------------ */

/* The slot's value matters in the block: the code has it, or it may have changed before, or a debugger wants it. */
static bool
is_mentioned(const struct copy *copy, const struct block *block, int i)
{
	if (bit_test(block->use, i) || bit_test(block->def, i))
		return true;
	return bit_test(block->live_in, i) && (copy->body->modified[i] || copy->c->debugged);
}

/* Slots that the region's blocks mention get variables; what only lives through it stays where it is. */
static void
declare_locals(struct copy *copy, const int *order, int n)
{
	int i, k;

	for (i = 0; i < copy->flow->nslot; i++) {
		if (!slot_is_carried(&copy->flow->slot[i]))
			continue;
		for (k = 0; k < n && !is_mentioned(copy, &copy->flow->block[order[k]], i); k++)
			;
		if (k < n || (copy->body->masked && is_masked_slot(copy, i)))
			copy->local[i] = entry_alloca(copy->entry, copy->flow->slot[i].type, "slot");
	}
}

/* The slot has a value when the body starts. */
static bool
is_live_at_begin(struct copy *copy, int i)
{
	const struct body *body = copy->body;
	int k;

	for (k = 0; k < body->nentry; k++)
		if (bit_test(copy->flow->block[body->entry_block[k]].live_in, i))
			return true;
	return bit_test(copy->flow->block[body->start].live_in, i) || (body->masked && is_masked_slot(copy, i));
}

static void
read_slots(struct copy *copy)
{
	int i;

	for (i = 0; i < copy->flow->nslot; i++) {
		if (!copy->local[i])
			continue;
		if (is_live_at_begin(copy, i))
			LLVMBuildStore(copy->c->builder, slot_read(copy, i), copy->local[i]);
	}
}

/* A lane that has left a masked loop runs only the exit. */
static void
begin_masked(struct copy *copy, LLVMBasicBlockRef prologue)
{
	const struct body *body = copy->body;
	struct compilation *c = copy->c;
	LLVMValueRef active, goes_on;

	copy->active = entry_alloca(copy->entry, c->i32, "active");
	if (body->all_run) {
		LLVMBuildStore(c->builder, const_int(c->i32, 1), copy->active);
		merged_block(copy);
		LLVMPositionBuilderAtEnd(c->builder, prologue);
		copy->prologue_end = LLVMBuildBr(c->builder, copy->block[body->start]);
		return;
	}
	active = memory_load(c, c->i32, lane_element(copy, body->chunk->active[body->start], c->i32), body->item.group);
	LLVMBuildStore(c->builder, active, copy->active);
	goes_on = LLVMBuildICmp(c->builder, LLVMIntNE, active, const_int(c->i32, 0), "");
	merged_block(copy);
	LLVMPositionBuilderAtEnd(c->builder, prologue);
	copy->prologue_end = LLVMBuildCondBr(c->builder, goes_on, copy->block[body->start], copy->merged);
}

/* Continues at the block whose number the variable has. */
static void
begin_anywhere(struct copy *copy)
{
	const struct body *body = copy->body;
	struct compilation *c = copy->c;
	LLVMValueRef number = LLVMBuildLoad2(c->builder, c->i32, body->entry_number, "");
	int i;

	copy->prologue_end = LLVMBuildSwitch(c->builder, number, copy->block[body->entry_block[0]], (unsigned)body->nentry);
	for (i = 1; i < body->nentry; i++)
		LLVMAddCase(copy->prologue_end, const_int(c->i32, (uint64_t)i), copy->block[body->entry_block[i]]);
}

/* Continues at the prologue, for work-items that are here. */
static void
skip_gone(struct copy *copy, LLVMBasicBlockRef prologue)
{
	const struct body *body = copy->body;
	LLVMValueRef gone = entry_is_absent(copy->entry, body->item.linear, copy->entry->rank[body->number], body->item.group);

	LLVMBuildCondBr(copy->c->builder, gone, body->latch, prologue);
}

static void
begin(struct copy *copy, const int *order, int n)
{
	LLVMBuilderRef b = copy->c->builder;
	LLVMBasicBlockRef prologue = entry_block(copy->entry, "item");
	int i;

	if (copy->body->some_gone)
		skip_gone(copy, prologue);
	else
		LLVMBuildBr(b, prologue);
	LLVMPositionBuilderAtEnd(b, prologue);
	for (i = 0; i < n; i++)
		copy->block[order[i]] = entry_block(copy->entry, "copy");
	declare_locals(copy, order, n);
	if (copy->body->masked)
		begin_masked(copy, prologue);
	else if (copy->body->nentry)
		begin_anywhere(copy);
	else
		copy->prologue_end = LLVMBuildBr(b, copy->block[copy->body->start]);
	if (copy->c->variables)
		variables_forget(copy->c, copy->prologue_end);
	LLVMPositionBuilderBefore(b, copy->prologue_end);
	read_slots(copy);
}

static struct copy
copy_of(const struct body *body)
{
	struct flow *flow = body->entry->flow;
	struct copy copy = { .body = body, .entry = body->entry, .flow = flow, .c = flow->c };
	size_t nslot = (size_t)flow->nslot, nblock = (size_t)flow->nblock;

	ptrmap_init(&copy.value, flow->c->arena, 0);
	copy.local = arena_calloc(flow->c->arena, nslot, sizeof(LLVMValueRef));
	copy.remat = arena_calloc(flow->c->arena, nslot, sizeof(LLVMValueRef));
	copy.private = arena_calloc(flow->c->arena, nslot, sizeof(LLVMValueRef));
	copy.block = arena_calloc(flow->c->arena, nblock, sizeof(LLVMBasicBlockRef));
	copy.joined = arena_calloc(flow->c->arena, nblock, sizeof(bool));
	copy.exit = arena_calloc(flow->c->arena, nblock + 1, sizeof(LLVMBasicBlockRef));
	return copy;
}

void
body_build(const struct body *body)
{
	struct copy copy = copy_of(body);
	const int *order = &body->start;
	int n = 1, i;

	if (body->nentry)
		order = regions_blocks_from(copy.flow, body->entry_block, body->nentry, false, &n);
	else if (body->kind != BODY_VOTE)
		order = regions_blocks(copy.flow, body->start, body->kind == BODY_SOFT, &n);
	begin(&copy, order, n);
	for (i = 0; i < n; i++)
		copy_block(&copy, order[i]);
}
