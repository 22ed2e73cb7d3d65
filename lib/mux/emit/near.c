#include "mux/emit/near.h"

#include "mux/emit/trim.h"
#include "mux/lower/builtin.h"

enum {
	MAX_DEPTH = 8,		/* of an expression that is looked at */
	MUST_FIT = 2 * (MUX_MAX_WORK_GROUP + 1),	/* between a number that is near and the largest int */
};

/* A kernel's sums, while they are found. */
struct search {
	struct near *near;
	const struct hard *hard;
	LLVMValueRef all;	/* what has been found is near */
};

static bool
is_of_row(enum builtin builtin)
{
	switch (builtin) {
	case BUILTIN_LOCAL_ID: case BUILTIN_GLOBAL_ID: case BUILTIN_GROUP_ID: case BUILTIN_LOCAL_SIZE:
	case BUILTIN_GLOBAL_SIZE: case BUILTIN_NUM_GROUPS: case BUILTIN_GLOBAL_OFFSET:
		return true;
	default:
		return false;
	}
}

/* A query of an id or size of dimension 0; BUILTIN_NONE: something else. */
static enum builtin
query_of_row(LLVMValueRef value)
{
	enum builtin builtin = builtin_called(value);
	LLVMValueRef dimension;

	if (!is_of_row(builtin))
		return BUILTIN_NONE;
	dimension = LLVMGetOperand(value, 0);
	return LLVMIsAConstantInt(dimension) && LLVMConstIntGetZExtValue(dimension) == 0 ? builtin : BUILTIN_NONE;
}

/* The value takes ids and sizes of dimension 0 and parameters, and is the same in all rows of the group but for x. */
static bool
is_of_first_row(struct entry *entry, LLVMValueRef value, int depth)
{
	int i;

	value = flow_stored_value(entry->flow, value);
	if (!LLVMIsAInstruction(value))
		return true;
	if (depth == 0)
		return false;
	if (LLVMIsALoadInst(value))
		return entry_parameter(entry, value) != NULL;
	if (LLVMIsACallInst(value))
		return query_of_row(value) != BUILTIN_NONE;
	if (trim_is_open_shift(value))
		return false;
	for (i = 0; i < LLVMGetNumOperands(value); i++)
		if (!is_of_first_row(entry, LLVMGetOperand(value, (unsigned)i), depth - 1))
			return false;
	return true;
}

/* --- sums -------------------------------------------------------------------- */

/* An id that differs along a row, or its lower 32 bits: where ids are near, both grow by one. */
static bool
is_id_in_row(const struct flow *flow, LLVMValueRef value)
{
	enum builtin builtin;

	value = flow_stored_value(flow, value);
	while (LLVMIsATruncInst(value) || LLVMIsASExtInst(value) || LLVMIsAZExtInst(value)) {
		if (LLVMGetIntTypeWidth(LLVMTypeOf(value)) < 32)
			return false;
		value = flow_stored_value(flow, LLVMGetOperand(value, 0));
	}
	builtin = query_of_row(value);
	return builtin == BUILTIN_LOCAL_ID || builtin == BUILTIN_GLOBAL_ID;
}

/* An id and something that the row shares and LLVM does not know. */
static bool
is_sum(const struct flow *flow, LLVMValueRef value)
{
	LLVMValueRef other;
	unsigned i;

	if (!LLVMIsAInstruction(value) || LLVMGetInstructionOpcode(value) != LLVMAdd)
		return false;
	for (i = 0; i < 2; i++) {
		other = LLVMGetOperand(value, 1 - i);
		if (is_id_in_row(flow, LLVMGetOperand(value, i)) && !LLVMIsAConstant(other) && !ptrmap_has(&flow->divergent, other))
			return true;
	}
	return false;
}

/* The number where it is near: LLVM knows the bounds. */
static LLVMValueRef
bounded(struct search *s, LLVMValueRef number, int64_t least)
{
	LLVMBuilderRef b = s->hard->entry->c->builder;
	LLVMTypeRef type = LLVMTypeOf(number);
	LLVMValueRef low = LLVMConstInt(type, (uint64_t)least, 1), high = LLVMConstInt(type, (UINT64_C(1) << 31) - MUST_FIT, 0), is;

	if (least) {
		is = LLVMBuildICmp(b, LLVMIntSGE, number, low, "near");
		s->all = s->all ? LLVMBuildAnd(b, s->all, is, "") : is;
		number = LLVMBuildSelect(b, is, number, low, "");
	}
	is = LLVMBuildICmp(b, least ? LLVMIntSLT : LLVMIntULT, number, high, "near");
	s->all = s->all ? LLVMBuildAnd(b, s->all, is, "") : is;
	return LLVMBuildSelect(b, is, number, high, "");
}

static void
add_sum(struct search *s, LLVMValueRef value)
{
	LLVMValueRef zero = const_int(s->hard->entry->c->i64, 0), start;
	const struct item first = { .x = zero, .y = zero, .z = zero, .linear = zero };
	struct near *near = s->near;
	bool is_int = LLVMGetIntTypeWidth(LLVMTypeOf(value)) == 32;

	if (near->n == MAX_NEAR || near_number(near, value) >= 0 || (!is_int && LLVMTypeOf(value) != s->hard->entry->c->i64))
		return;
	if (!is_of_first_row(s->hard->entry, value, MAX_DEPTH) || !(start = trim_value(s->hard, &first, value, TRIM_DEPTH)))
		return;
	near->sum[near->n] = value;
	near->start[near->n++] = bounded(s, start, is_int ? -(INT64_C(1) << 30) : 0);
}

/* Finds sums in an expression whose lower 32 bits, or fewer, are all that counts. */
static void
find_sums(struct search *s, LLVMValueRef value, int depth)
{
	int i;

	value = flow_stored_value(s->hard->entry->flow, value);
	if (is_sum(s->hard->entry->flow, value)) {
		add_sum(s, value);
		return;
	}
	if (!LLVMIsAInstruction(value) || depth == 0)
		return;
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMAdd: case LLVMSub: case LLVMMul: case LLVMShl: case LLVMTrunc:
		for (i = 0; i < LLVMGetNumOperands(value); i++)
			find_sums(s, LLVMGetOperand(value, (unsigned)i), depth - 1);
		return;
	default:
		return;
	}
}

/* The instruction makes 64 bits of 32 with a sign, as clang does for addresses: up and down again, or at once. */
static bool
extends_int(const struct flow *flow, LLVMValueRef inst)
{
	LLVMValueRef up, by;

	if (LLVMIsASExtInst(inst))
		return LLVMGetTypeKind(LLVMTypeOf(inst)) == LLVMIntegerTypeKind;
	if (LLVMGetInstructionOpcode(inst) != LLVMAShr)
		return false;
	up = flow_stored_value(flow, LLVMGetOperand(inst, 0));
	if (!LLVMIsAInstruction(up) || LLVMGetInstructionOpcode(up) != LLVMShl)
		return false;
	by = LLVMGetOperand(up, 1);
	return LLVMIsAConstantInt(by) && LLVMConstIntGetZExtValue(by) >= 32;
}

LLVMValueRef
near_test(struct near *near, const struct hard *hard)
{
	struct search s = { .near = near, .hard = hard };
	const struct flow *flow = hard->entry->flow;
	LLVMValueRef inst;
	int i;

	for (i = 0; i < 2; i++)
		near->first[i] = bounded(&s, entry_first_id(hard->entry, 0, i), 0);
	for (i = 0; i < flow->nblock; i++)
		for (inst = LLVMGetFirstInstruction(flow->block[i].block); inst; inst = LLVMGetNextInstruction(inst))
			if (extends_int(flow, inst))
				find_sums(&s, LLVMGetOperand(inst, 0), MAX_DEPTH);
	return s.all;
}

int
near_number(const struct near *near, LLVMValueRef instruction)
{
	int i;

	for (i = 0; i < near->n; i++)
		if (near->sum[i] == instruction)
			return i;
	return -1;
}

LLVMValueRef
near_sum(const struct item *item, struct compilation *c, int number)
{
	LLVMValueRef start = item->near->start[number], x = LLVMBuildIntCast2(c->builder, item->x, LLVMTypeOf(start), 0, "");
	LLVMValueRef sum = LLVMBuildAdd(c->builder, start, x, "");

	LLVMSetNSW(sum, 1);
	LLVMSetNUW(sum, LLVMTypeOf(start) == c->i64);
	return sum;
}
