#include "mux/emit/near.h"

#include "mux/emit/trim.h"
#include "mux/lower/builtin.h"

enum {
	MAX_DEPTH = 8,		/* of an expression that is looked at */
	MOST_ADDED = 1 << 14,	/* to a sum, as in i + 1 */
	MOST_SCALE = 1 << 12,	/* of a sum, as in 3 * i */
};

/* A kernel's sums, while they are found. */
struct search {
	struct near *near;
	const struct hard *hard;
	bool by_row;		/* in the sum that is looked at */
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

/* A query of an id or size in a dimension that is known, which is set; BUILTIN_NONE: something else. */
static enum builtin
query_in(LLVMValueRef value, uint64_t *dimension)
{
	enum builtin builtin = builtin_called(value);
	LLVMValueRef operand;

	if (!is_of_row(builtin))
		return BUILTIN_NONE;
	operand = LLVMGetOperand(value, 0);
	if (!LLVMIsAConstantInt(operand))
		return BUILTIN_NONE;
	*dimension = LLVMConstIntGetZExtValue(operand);
	return builtin;
}

/* The value takes ids, sizes and parameters, all of which the row's first work-item has. */
static bool
is_known_in_row(struct search *s, LLVMValueRef value, int depth)
{
	struct entry *entry = s->hard->entry;
	enum builtin builtin;
	uint64_t dimension;
	int i;

	value = flow_stored_value(entry->flow, value);
	if (!LLVMIsAInstruction(value))
		return true;
	if (depth == 0)
		return false;
	if (LLVMIsALoadInst(value))
		return entry_parameter(entry, value) != NULL;
	if (LLVMIsACallInst(value)) {
		builtin = query_in(value, &dimension);
		s->by_row |= dimension && (builtin == BUILTIN_LOCAL_ID || builtin == BUILTIN_GLOBAL_ID);
		return builtin != BUILTIN_NONE;
	}
	if (trim_is_open_shift(value))
		return false;
	for (i = 0; i < LLVMGetNumOperands(value); i++)
		if (!is_known_in_row(s, LLVMGetOperand(value, (unsigned)i), depth - 1))
			return false;
	return true;
}

/* --- sums -------------------------------------------------------------------- */

/* An id that differs along a row, or its lower 32 bits: where ids are near, both grow by one. */
static bool
is_id_in_row(const struct flow *flow, LLVMValueRef value)
{
	enum builtin builtin;
	uint64_t dimension;

	value = flow_stored_value(flow, value);
	while (LLVMIsATruncInst(value) || LLVMIsASExtInst(value) || LLVMIsAZExtInst(value)) {
		if (LLVMGetIntTypeWidth(LLVMTypeOf(value)) < 32)
			return false;
		value = flow_stored_value(flow, LLVMGetOperand(value, 0));
	}
	builtin = query_in(value, &dimension);
	return (builtin == BUILTIN_LOCAL_ID || builtin == BUILTIN_GLOBAL_ID) && !dimension;
}

/* An id, or such a sum, and something that the row shares and LLVM does not know; depth: so many sums of sums at most. */
static bool
is_sum_of(const struct flow *flow, LLVMValueRef value, int depth)
{
	LLVMValueRef other, inner;
	unsigned i;

	if (!LLVMIsAInstruction(value) || LLVMGetInstructionOpcode(value) != LLVMAdd)
		return false;
	for (i = 0; i < 2; i++) {
		other = LLVMGetOperand(value, 1 - i);
		if (LLVMIsAConstant(other) || ptrmap_has(&flow->divergent, other))
			continue;
		inner = flow_stored_value(flow, LLVMGetOperand(value, i));
		if (is_id_in_row(flow, inner))
			return true;
		if (LLVMIsATruncInst(inner) && LLVMTypeOf(inner) == flow->c->i32)
			inner = flow_stored_value(flow, LLVMGetOperand(inner, 0));
		if (depth > 0 && is_sum_of(flow, inner, depth - 1))
			return true;
	}
	return false;
}

static bool
is_sum(const struct flow *flow, LLVMValueRef value)
{
	enum { SUMS_OF_SUMS = 3 };	/* an offset, a row, a plane */

	return is_sum_of(flow, value, SUMS_OF_SUMS);
}

static int
number_of(const struct near *near, LLVMValueRef sum)
{
	int i = near->n;

	while (i-- > 0 && near->number[i].sum != sum)
		;
	return i;
}

/* The number of the sum, which may be new; -1: there are too many, or it is not known in a row's first work-item. */
static int
add_sum(struct search *s, LLVMValueRef value)
{
	struct near *near = s->near;
	int number = number_of(near, value);

	if (number >= 0)
		return number;
	if (near->n == MAX_NEAR || (LLVMGetIntTypeWidth(LLVMTypeOf(value)) != 32 && LLVMTypeOf(value) != s->hard->entry->c->i64))
		return -1;
	s->by_row = false;
	if (!is_known_in_row(s, value, MAX_DEPTH))
		return -1;
	near->by_row |= s->by_row;
	near->number[near->n].sum = value;
	near->number[near->n].positive = LLVMTypeOf(value) == s->hard->entry->c->i64;
	near->number[near->n].scale = 1;
	return near->n++;
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

/* An extension while it is read: of value, of which the lower 32 bits count. */
struct extension {
	LLVMValueRef value;
	bool is_signed;
	int64_t scale, add;
	unsigned shift;
};

static bool
constant_operand(LLVMValueRef inst, uint64_t *number)
{
	LLVMValueRef operand = LLVMGetOperand(inst, 1);

	*number = LLVMIsAConstantInt(operand) ? LLVMConstIntGetZExtValue(operand) : 0;
	return LLVMIsAConstantInt(operand);
}

bool
near_read_shifts(const struct flow *flow, LLVMValueRef inst, LLVMValueRef *value, int64_t *scale, unsigned *shift)
{
	LLVMValueRef up = flow_stored_value(flow, LLVMGetOperand(inst, 0));
	uint64_t right, left;

	if (!constant_operand(inst, &right) || right > 32 || (!is_opcode(up, LLVMShl) && !is_opcode(up, LLVMMul)) ||
	    !constant_operand(up, &left))
		return false;
	if (is_opcode(up, LLVMShl)) {
		if (left < 32 || left > 63)
			return false;
		left = UINT64_C(1) << left;
	}
	if (left & UINT32_MAX)
		return false;
	*scale = (int64_t)left >> 32;
	*shift = 32 - (unsigned)right;
	*value = LLVMGetOperand(up, 0);
	return true;
}

/* Reads an instruction that makes 64 bits of 32, also as "and x, 0xffffffff" and by shifts. */
static bool
read_extension(const struct flow *flow, LLVMValueRef inst, struct extension *e)
{
	uint64_t mask;

	*e = (struct extension){ .scale = 1 };
	if (LLVMTypeOf(inst) != flow->c->i64 || !LLVMGetNumOperands(inst))
		return false;
	e->is_signed = LLVMIsASExtInst(inst) || is_opcode(inst, LLVMAShr);
	if (is_opcode(inst, LLVMAShr) || is_opcode(inst, LLVMLShr))
		return near_read_shifts(flow, inst, &e->value, &e->scale, &e->shift);
	e->value = LLVMGetOperand(inst, 0);
	if (is_opcode(inst, LLVMAnd))
		return constant_operand(inst, &mask) && mask == UINT32_MAX;
	return (LLVMIsASExtInst(inst) || LLVMIsAZExtInst(inst)) && LLVMTypeOf(e->value) == flow->c->i32;
}

/* Takes constants that are added to the value, or scale it, apart. */
static void
read_scale(const struct flow *flow, struct extension *e)
{
	uint64_t number;
	int depth = MAX_DEPTH;
	int64_t by;

	for (e->value = flow_stored_value(flow, e->value); depth-- > 0;
	     e->value = flow_stored_value(flow, LLVMGetOperand(e->value, 0))) {
		if (LLVMIsATruncInst(e->value) && LLVMTypeOf(e->value) == flow->c->i32 &&
		    LLVMTypeOf(LLVMGetOperand(e->value, 0)) == flow->c->i64)
			continue;
		if (!is_opcode(e->value, LLVMAdd) && !is_opcode(e->value, LLVMMul) && !is_opcode(e->value, LLVMShl))
			return;
		if (!constant_operand(e->value, &number))
			return;
		by = LLVMConstIntGetSExtValue(LLVMGetOperand(e->value, 1));
		if (is_opcode(e->value, LLVMShl))
			by = number < 32 ? INT64_C(1) << number : MOST_ADDED;
		if (by <= -MOST_ADDED || by >= MOST_ADDED)
			return;
		if (is_opcode(e->value, LLVMAdd))
			e->add += by * e->scale;
		else
			e->scale *= by;
		if (e->scale <= 0 || e->scale > MOST_SCALE)
			return;
	}
}

/* Notes the instruction as an extension of an id or a sum; false: it is none. */
static bool
add_extension(struct search *s, LLVMValueRef inst)
{
	const struct flow *flow = s->hard->entry->flow;
	struct near *near = s->near;
	struct extension e;
	int of;

	if (near->nextension == MAX_EXTENSIONS || !read_extension(flow, inst, &e))
		return false;
	read_scale(flow, &e);
	if (e.scale <= 0 || e.scale > MOST_SCALE || e.add >= MOST_ADDED || e.add <= -MOST_ADDED || (!e.is_signed && e.add < 0) ||
	    (!is_sum(flow, e.value) && !is_id_in_row(flow, e.value)) || (of = add_sum(s, e.value)) < 0)
		return false;
	near->number[of].positive |= !e.is_signed;
	if (e.scale > near->number[of].scale)
		near->number[of].scale = e.scale;
	near->scaled |= e.scale > 1;
	near->extension[near->nextension].instruction = inst;
	near->extension[near->nextension].of = of;
	near->extension[near->nextension].scale = e.scale;
	near->extension[near->nextension].add = e.add;
	near->extension[near->nextension++].shift = e.shift;
	return true;
}

void
near_find(struct near *near, const struct hard *hard)
{
	struct search s = { .near = near, .hard = hard };
	const struct flow *flow = hard->entry->flow;
	LLVMValueRef inst;
	int i;

	for (i = 0; i < flow->nblock; i++)
		for (inst = LLVMGetFirstInstruction(flow->block[i].block); inst; inst = LLVMGetNextInstruction(inst))
			if (!add_extension(&s, inst) && extends_int(flow, inst))
				find_sums(&s, LLVMGetOperand(inst, 0), MAX_DEPTH);
}

/* --- their bounds -------------------------------------------------------------- */

/* The number where it and the scale times it are near: LLVM knows the bounds.  Adds to all whether they are. */
static LLVMValueRef
bounded(struct compilation *c, LLVMValueRef *all, LLVMValueRef number, int64_t least, int64_t scale)
{
	LLVMTypeRef type = LLVMTypeOf(number);
	LLVMValueRef low = LLVMConstInt(type, (uint64_t)(least / scale), 1), is;
	LLVMValueRef high = LLVMConstInt(type, (UINT64_C(1) << 31) / (uint64_t)scale - TRIM_MUST_FIT, 0);
	LLVMBuilderRef b = c->builder;

	if (least) {
		is = LLVMBuildICmp(b, LLVMIntSGE, number, low, "near");
		*all = LLVMBuildAnd(b, *all, is, "");
		number = LLVMBuildSelect(b, is, number, low, "");
	}
	is = LLVMBuildICmp(b, least ? LLVMIntSLT : LLVMIntULT, number, high, "near");
	*all = LLVMBuildAnd(b, *all, is, "");
	return LLVMBuildSelect(b, is, number, high, "");
}

LLVMValueRef
near_test(struct near *near, const struct hard *hard)
{
	struct compilation *c = hard->entry->c;
	LLVMValueRef zero = const_int(c->i64, 0), all = LLVMConstAllOnes(c->i1), start;
	const struct item first = { .x = zero, .y = near->by_row ? hard->y : zero, .z = near->by_row ? hard->z : zero, .linear = zero };
	int i;

	for (i = 0; i < 2; i++)
		near->first[i] = bounded(c, &all, hard->entry->first_id[0][i], 0, 1);
	for (i = 0; i < near->n; i++) {
		start = trim_value(hard, &first, near->number[i].sum, TRIM_DEPTH);
		if (start)
			start = bounded(c, &all, start, near->number[i].positive ? 0 : -(INT64_C(1) << 30), near->number[i].scale);
		near->number[i].start = start;
	}
	return all;
}

void
near_begin_at(struct near *near, const struct hard *hard, LLVMValueRef x)
{
	const struct item from = hard_item(hard, x, NULL, NULL);
	int i;

	for (i = 0; i < 2; i++)
		near->first[i] = hard->entry->first_id[0][i];
	for (i = 0; i < near->n; i++)
		if (near->number[i].start)
			near->number[i].start = trim_value(hard, &from, near->number[i].sum, TRIM_DEPTH);
	for (i = 0; i < near->nextension; i++)
		near->extension[i].start = trim_value(hard, &from, near->extension[i].instruction, TRIM_DEPTH);
}

/* --- values of a work-item ------------------------------------------------------- */

static LLVMValueRef
sum_value(const struct near *near, const struct item *item, struct compilation *c, int number, LLVMTypeRef type)
{
	bool positive = near->number[number].positive;
	LLVMValueRef start = near->number[number].start, sum;

	start = LLVMBuildIntCast2(c->builder, start, type, !positive, "");
	sum = LLVMBuildAdd(c->builder, start, LLVMBuildIntCast2(c->builder, near->behind ? near->behind : item->x, type, 0, ""), "");
	LLVMSetNSW(sum, 1);
	LLVMSetNUW(sum, positive);
	return sum;
}

/* The extension from its own start on. */
static LLVMValueRef
begun_value(const struct near *near, struct compilation *c, int i)
{
	uint64_t step = (uint64_t)near->extension[i].scale << near->extension[i].shift;
	LLVMValueRef value;

	if (!near->extension[i].start)
		return NULL;
	value = LLVMBuildNSWMul(c->builder, near->behind, const_int(c->i64, step), "");
	return LLVMBuildNSWAdd(c->builder, near->extension[i].start, value, "");
}

LLVMValueRef
near_value(const struct item *item, struct compilation *c, LLVMValueRef instruction)
{
	const struct near *near = item->near;
	LLVMValueRef value;
	int i, of;

	if (!near)
		return NULL;
	i = number_of(near, instruction);
	if (i >= 0 && near->number[i].start)
		return sum_value(near, item, c, i, LLVMTypeOf(instruction));
	for (i = 0; i < near->nextension && near->extension[i].instruction != instruction; i++)
		;
	if (i == near->nextension || !near->number[of = near->extension[i].of].start)
		return NULL;
	if (near->behind)
		return begun_value(near, c, i);
	value = sum_value(near, item, c, of, c->i64);
	if (near->extension[i].scale > 1)
		value = LLVMBuildNSWMul(c->builder, value, const_int(c->i64, (uint64_t)near->extension[i].scale), "");
	value = LLVMBuildNSWAdd(c->builder, value, LLVMConstInt(c->i64, (uint64_t)near->extension[i].add, 1), "");
	value = LLVMBuildShl(c->builder, value, const_int(c->i64, near->extension[i].shift), "");
	LLVMSetNSW(value, 1);
	return value;
}
