#include "mux/regions/columns.h"

#include "mux/lower/builtin.h"
#include "mux/regions/advance.h"
#include "mux/regions/regions.h"
#include "mux/regions/width.h"

enum {
	MAX_WIDTH = 64,		/* work-items in a chunk */
	MAX_BYTES = 256,	/* of what the work-items of a chunk keep in registers from round to round */
	MAX_CODE = 192,		/* instructions of all blocks */
	MAX_DEPTH = 8,		/* of an expression that is looked at */
	MAX_SHIFT = 32,		/* how clang extends an int id: up and down again */
};
#define UNKNOWN INT64_MIN

/* The value is computed from one that the rounds of the loop change for all work-items alike. */
static bool
changes(const struct flow *flow, const struct block *head, LLVMValueRef value, int depth)
{
	const struct slot *slot;
	int i;

	if (!LLVMIsAInstruction(value) || depth == 0 || LLVMIsACallInst(value))
		return false;
	if (LLVMIsALoadInst(value)) {
		slot = flow_slot(flow, LLVMGetOperand(value, 0));
		if (!slot)
			return false;
		if (slot->nstore > 1)
			return slot->uniform && bit_test(head->live_in, (int)(slot - flow->slot));
		return slot->nstore == 1 && changes(flow, head, slot->stored, depth - 1);
	}
	for (i = 0; i < LLVMGetNumOperands(value); i++)
		if (changes(flow, head, LLVMGetOperand(value, (unsigned)i), depth - 1))
			return true;
	return false;
}

/* What is added from each work-item of a row to the next; UNKNOWN: that is not found. */
static int64_t
growth(const struct flow *flow, LLVMValueRef value, const struct ptrmap *known, int depth)
{
	int64_t x, y, scale;

	value = flow_stored_value(flow, value);
	if (!LLVMIsAInstruction(value) || !ptrmap_has(&flow->divergent, value))
		return 0;
	if (ptrmap_has(known, value))
		return ptrmap_get(known, value);
	if (advance_grows_by_one(flow, value))
		return 1;
	if (depth == 0 || LLVMGetNumOperands(value) == 0 || LLVMIsACallInst(value) || LLVMIsALoadInst(value))
		return UNKNOWN;
	x = growth(flow, LLVMGetOperand(value, 0), known, depth - 1);
	if (x == UNKNOWN || LLVMIsASExtInst(value) || LLVMIsAZExtInst(value) || LLVMIsATruncInst(value))
		return x;
	if (LLVMGetNumOperands(value) != 2)
		return UNKNOWN;
	y = growth(flow, LLVMGetOperand(value, 1), known, depth - 1);
	if (y == UNKNOWN || (x == 0 && y == 0))
		return y;
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMGetElementPtr:
		scale = (int64_t)LLVMABISizeOfType(flow->c->layout, LLVMGetGEPSourceElementType(value));
		return __builtin_mul_overflow(y, scale, &y) || __builtin_add_overflow(x, y, &x) ? UNKNOWN : x;
	case LLVMAdd: case LLVMOr:
		return __builtin_add_overflow(x, y, &x) ? UNKNOWN : x;
	case LLVMSub:
		return __builtin_sub_overflow(x, y, &x) ? UNKNOWN : x;
	case LLVMMul:
		if (!LLVMIsAConstantInt(LLVMGetOperand(value, 1)) || LLVMGetIntTypeWidth(LLVMTypeOf(value)) > 64)
			return UNKNOWN;
		scale = LLVMConstIntGetSExtValue(LLVMGetOperand(value, 1));
		return __builtin_mul_overflow(x, scale, &x) ? UNKNOWN : x;
	case LLVMShl: case LLVMLShr: case LLVMAShr:
		if (!LLVMIsAConstantInt(LLVMGetOperand(value, 1)) || LLVMConstIntGetZExtValue(LLVMGetOperand(value, 1)) > MAX_SHIFT)
			return UNKNOWN;
		scale = INT64_C(1) << LLVMConstIntGetZExtValue(LLVMGetOperand(value, 1));
		if (LLVMGetInstructionOpcode(value) == LLVMShl)
			return __builtin_mul_overflow(x, scale, &x) ? UNKNOWN : x;
		return x % scale ? UNKNOWN : x / scale;
	default:
		return UNKNOWN;
	}
}

static bool
is_of_neighbours(const struct flow *flow, LLVMValueRef load, const struct ptrmap *known)
{
	return growth(flow, LLVMGetOperand(load, 0), known, MAX_DEPTH) ==
	       (int64_t)LLVMABISizeOfType(flow->c->layout, LLVMTypeOf(load));
}

/* Some load behind the head is of another row in each round. */
static bool
reads_rows(const struct flow *flow, const int *order, int n, const struct ptrmap *known, int head)
{
	LLVMValueRef inst, address;
	int k;

	for (k = 0; k < n; k++) {
		if (!flow_dominates(flow, head, order[k]))
			continue;
		for (inst = LLVMGetFirstInstruction(flow->block[order[k]].block); inst; inst = LLVMGetNextInstruction(inst)) {
			if (!LLVMIsALoadInst(inst))
				continue;
			address = LLVMGetOperand(inst, 0);
			if (flow_is_memory(flow, address) && is_of_neighbours(flow, inst, known) &&
			    changes(flow, &flow->block[head], address, MAX_DEPTH))
				return true;
		}
	}
	return false;
}

uint64_t
columns_kept_bytes(const struct flow *flow, const int *order, int n)
{
	const struct slot *slot;
	uint64_t most = 1, bytes;
	int k;

	for (k = 0; k < n; k++) {
		if (!flow->block[order[k]].soft)
			continue;
		bytes = 0;
		for (slot = flow->slot; slot < flow->slot + flow->nslot; slot++)
			if (slot_is_carried(slot) && !slot->uniform && bit_test(flow->block[order[k]].live_in, (int)(slot - flow->slot)))
				bytes += slot->size;
		if (bytes > most)
			most = bytes;
	}
	return most;
}

/* No work-item has done anything when it comes to the guard, and comes there once. */
static bool
is_first(const struct flow *flow, const int *order, int n, int guard)
{
	bool *seen = arena_calloc(flow->c->arena, (size_t)flow->nblock, sizeof *seen);
	int *stack = arena_calloc(flow->c->arena, (size_t)flow->nblock + 1, sizeof *stack), depth = 0, i, k;
	LLVMValueRef inst;

	for (i = 0; i < flow->nblock; i++)
		seen[i] = true;
	for (i = 0; i < n; i++)
		seen[order[i]] = false;
	for (i = guard;; i = stack[--depth]) {
		for (k = 0; k < flow->block[i].npred && i != order[0]; k++) {
			if (flow->block[i].pred[k] == guard)
				return false;
			if (seen[flow->block[i].pred[k]])
				continue;
			seen[flow->block[i].pred[k]] = true;
			stack[depth++] = flow->block[i].pred[k];
		}
		for (inst = LLVMGetFirstInstruction(flow->block[i].block); inst; inst = LLVMGetNextInstruction(inst))
			if (flow_has_effect(flow, inst))
				return false;
		if (!depth)
			return true;
	}
}

bool
columns_grows_by(const struct flow *flow, LLVMValueRef value, const struct ptrmap *known, int64_t *by)
{
	*by = growth(flow, value, known, MAX_DEPTH);
	return *by != UNKNOWN;
}

bool
columns_grows_evenly(const struct flow *flow, LLVMValueRef value, const struct ptrmap *known)
{
	int64_t by;

	return columns_grows_by(flow, value, known, &by);
}

bool
columns_guards_are_first(const struct flow *flow, const int *order, int n)
{
	int k;

	for (k = 0; k < n; k++)
		if (flow->block[order[k]].guard && !is_first(flow, order, n, order[k]))
			return false;
	return true;
}

bool
columns_may_stop(const struct flow *flow, const int *order, int n)
{
	int k;

	for (k = 0; k < n; k++)
		if (flow->block[order[k]].mask_exit >= 0)
			return false;
	return columns_guards_are_first(flow, order, n);
}

unsigned
columns_width(const struct flow *flow, const int *order, int n, const struct ptrmap *known)
{
	unsigned width = MAX_WIDTH, usual = flow->c->options->width;
	bool found = false;
	int k;

	for (k = 0; k < n && !found; k++)
		found = flow->block[order[k]].uniform_head && reads_rows(flow, order, n, known, order[k]);
	if (!found || !columns_may_stop(flow, order, n) || width_of_chunks(flow, order, n) != usual || regions_code_size(flow, order, n) > MAX_CODE)
		return 0;
	while (width > usual && columns_kept_bytes(flow, order, n) * width > MAX_BYTES)
		width /= 2;
	return width > usual ? width : 0;
}
