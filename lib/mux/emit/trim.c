#include "mux/emit/trim.h"

#include "mux/emit/segment.h"
#include "mux/lower/builtin.h"

/*
 * The value in the row's first work-item, if it grows by one from each to the next
 * and cannot wrap: local ids are below 2^16, global ids below 2^63.  NULL for other
 * values.
 */
static LLVMValueRef
row_begin(const struct hard *hard, LLVMValueRef value)
{
	struct compilation *c = hard->entry->c;
	LLVMValueRef zero = const_int(c->i64, 0);
	struct item first = { .x = zero, .y = zero, .z = zero, .linear = zero };
	LLVMTypeRef type = LLVMTypeOf(value);
	LLVMValueRef dimension, begin;
	enum builtin builtin;

	value = flow_computed_value(hard->entry->flow, value);
	if (LLVMIsATruncInst(value) && type == c->i32) {
		value = flow_computed_value(hard->entry->flow, LLVMGetOperand(value, 0));
		if (builtin_called(value) != BUILTIN_LOCAL_ID)
			return NULL;
	}
	builtin = builtin_called(value);
	if (builtin == BUILTIN_LOCAL_ID || builtin == BUILTIN_GLOBAL_ID) {
		dimension = LLVMGetOperand(value, 0);
		if (!LLVMIsAConstantInt(dimension) || LLVMConstIntGetZExtValue(dimension))
			return NULL;
	} else {
		return NULL;
	}
	begin = entry_query(hard->entry, &first, value, dimension);
	return LLVMTypeOf(begin) == type ? begin : LLVMBuildTrunc(c->builder, begin, type, "");
}

LLVMValueRef
trim_divisor(LLVMBuilderRef b, LLVMOpcode opcode, LLVMValueRef dividend, LLVMValueRef divisor)
{
	LLVMTypeRef type = LLVMTypeOf(divisor);
	LLVMValueRef minus = LLVMConstAllOnes(type), one = LLVMConstNeg(minus), least, over;
	LLVMValueRef traps = LLVMBuildICmp(b, LLVMIntEQ, divisor, LLVMConstNull(type), "");

	if (opcode == LLVMSDiv || opcode == LLVMSRem) {
		least = LLVMConstNot(LLVMBuildLShr(b, minus, one, ""));
		over = LLVMBuildAnd(b, LLVMBuildICmp(b, LLVMIntEQ, dividend, least, ""),
				    LLVMBuildICmp(b, LLVMIntEQ, divisor, minus, ""), "");
		traps = LLVMBuildOr(b, traps, over, "");
	}
	return LLVMBuildSelect(b, traps, one, divisor, "");
}

/* Takes back what the instruction promises of its result: it is computed where the kernel may not come to it. */
static void
drop_promises(LLVMValueRef instruction)
{
	switch (LLVMGetInstructionOpcode(instruction)) {
	case LLVMAdd:
	case LLVMSub:
	case LLVMMul:
	case LLVMShl:
	case LLVMTrunc:
		LLVMSetNUW(instruction, 0);
		LLVMSetNSW(instruction, 0);
		break;
	case LLVMUDiv:
	case LLVMSDiv:
	case LLVMLShr:
	case LLVMAShr:
		LLVMSetExact(instruction, 0);
		break;
	case LLVMOr:
		LLVMSetIsDisjoint(instruction, 0);
		break;
	case LLVMZExt:
	case LLVMUIToFP:
		LLVMSetNNeg(instruction, 0);
		break;
	case LLVMICmp:
		LLVMSetICmpSameSign(instruction, 0);
		break;
	case LLVMGetElementPtr:
		LLVMGEPSetNoWrapFlags(instruction, 0);
		break;
	default:
		break;
	}
}

/* The value at the start of the hard region; with known, that it has anywhere in the region, if it is the same everywhere. */
static LLVMValueRef
value_at(const struct hard *hard, const struct item *item, const struct segment *known, LLVMValueRef value, int depth)
{
	const struct flow *flow = hard->entry->flow;
	LLVMValueRef operand, new, part[3];
	struct slot *slot;
	int n, i;

	if (LLVMIsAArgument(value))
		return ptrmap_pointer(&hard->entry->argument, value);
	if (!LLVMIsAInstruction(value))
		return value;
	n = LLVMGetNumOperands(value);
	if (depth == 0 || (!item && ptrmap_has(&flow->divergent, value)))
		return NULL;
	if (LLVMIsALoadInst(value)) {
		slot = flow_slot(flow, LLVMGetOperand(value, 0));
		if (!slot)
			return entry_parameter(hard->entry, value);
		if (slot->remat || (known && !slot->in_memory && slot->nstore == 1))
			return value_at(hard, item, known, slot->stored, depth - 1);
		i = (int)(slot - flow->slot);
		if (known && hard->modified[i])
			return NULL;
		return slot->in_memory || bit_test(flow->block[hard->start].def, i) ? NULL : hard->uniform_in[i];
	}
	if (known && (operand = segment_operand(known, value)))
		return value_at(hard, item, known, operand, depth - 1);
	if (LLVMIsACallInst(value)) {
		if (!builtin_is_query(builtin_called(value)) || (!item && builtin_is_divergent(builtin_called(value))))
			return NULL;
		operand = LLVMGetNumArgOperands(value) ? LLVMGetOperand(value, 0) : NULL;
		if (operand && !LLVMIsAConstantInt(operand))
			return NULL;
		return entry_query(hard->entry, item ? item : &(struct item){ .x = NULL }, value, operand);
	}
	if (n > 3 || !(LLVMIsABinaryOperator(value) || LLVMIsACastInst(value) || LLVMIsAICmpInst(value) ||
		       LLVMIsASelectInst(value) || LLVMIsAGetElementPtrInst(value)))
		return NULL;
	for (i = 0; i < n; i++)
		if (!(part[i] = value_at(hard, item, known, LLVMGetOperand(value, (unsigned)i), depth - 1)))
			return NULL;
	if (trim_is_division(LLVMGetInstructionOpcode(value)))
		part[1] = trim_divisor(hard->entry->c->builder, LLVMGetInstructionOpcode(value), part[0], part[1]);
	new = LLVMInstructionClone(value);
	for (i = 0; i < n; i++)
		LLVMSetOperand(new, (unsigned)i, part[i]);
	drop_promises(new);
	LLVMInsertIntoBuilder(hard->entry->c->builder, new);
	return new;
}

LLVMValueRef
trim_value(const struct hard *hard, const struct item *item, LLVMValueRef value, int depth)
{
	return value_at(hard, item, NULL, value, depth);
}

LLVMValueRef
trim_steady_value(const struct hard *hard, const struct item *item, const struct segment *known, LLVMValueRef value)
{
	return value_at(hard, item, known, value, TRIM_DEPTH);
}

LLVMValueRef
trim_count(struct compilation *c, LLVMValueRef size, LLVMValueRef begin, LLVMValueRef limit, bool is_signed, bool or_equal)
{
	LLVMBuilderRef b = c->builder;
	LLVMValueRef zero = const_int(c->i64, 0), one = const_int(c->i64, 1), below, many, least;

	if (LLVMTypeOf(begin) != c->i64) {
		begin = LLVMBuildIntCast2(b, begin, c->i64, is_signed, "");
		limit = LLVMBuildIntCast2(b, limit, c->i64, is_signed, "");
	}
	/* By maximum and minimum: for other choices LLVM makes two loops. */
	below = LLVMBuildICmp(b, is_signed ? LLVMIntSLT : LLVMIntULT, limit, begin, "");
	many = LLVMBuildSub(b, LLVMBuildSelect(b, below, begin, limit, ""), begin, "");
	least = or_equal ? LLVMBuildSub(b, size, one, "") : size;
	many = LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntULT, many, least, ""), many, least, "");
	return or_equal ? LLVMBuildSelect(b, below, zero, LLVMBuildAdd(b, many, one, ""), "below") : many;
}

/* The bound that a row has if it is long enough, where that is a constant and at least 2; or NULL. */
static LLVMValueRef
known_bound(struct compilation *c, LLVMValueRef begin, LLVMValueRef limit, bool is_signed, bool or_equal)
{
	int64_t first, last;

	if (!LLVMIsAConstantInt(begin) || !LLVMIsAConstantInt(limit))
		return NULL;
	first = is_signed ? LLVMConstIntGetSExtValue(begin) : (int64_t)LLVMConstIntGetZExtValue(begin);
	last = is_signed ? LLVMConstIntGetSExtValue(limit) : (int64_t)LLVMConstIntGetZExtValue(limit);
	if (last < 0 || last > MUX_MAX_WORK_GROUP || first < 0)
		return NULL;
	last += or_equal ? 1 : 0;
	return last - first >= 2 ? const_int(c->i64, (uint64_t)(last - first)) : NULL;
}

/* The comparison of integers at the end of the hard region's first block; NULL: there is none. */
static LLVMValueRef
trim_test(const struct hard *hard)
{
	const struct flow *flow = hard->entry->flow;
	const struct block *block = &flow->block[hard->start];
	LLVMValueRef end = LLVMGetBasicBlockTerminator(block->block), test;

	if (!LLVMIsABranchInst(end) || block->nsucc != 2 || block->succ[0] == block->succ[1])
		return NULL;
	test = flow_computed_value(flow, LLVMGetCondition(end));
	return LLVMIsAICmpInst(test) && LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(test, 0))) == LLVMIntegerTypeKind ? test : NULL;
}

/* Fills the trim from a comparison of the row's first number, which grows by one and does not wrap in it, with the limit. */
static bool
set_bound(struct trim *trim, const struct hard *hard, LLVMIntPredicate pred, LLVMValueRef begin, LLVMValueRef limit)
{
	bool is_signed, or_equal, above;

	if (pred == LLVMIntEQ || pred == LLVMIntNE) {
		/* id == 0 is id < 1; other numbers do not divide a row in two. */
		if (!LLVMIsNull(limit))
			return false;
		limit = const_int(LLVMTypeOf(limit), 1);
		pred = pred == LLVMIntEQ ? LLVMIntULT : LLVMIntUGE;
	}
	is_signed = pred >= LLVMIntSGT;
	above = pred == LLVMIntUGT || pred == LLVMIntUGE || pred == LLVMIntSGT || pred == LLVMIntSGE;
	or_equal = pred == LLVMIntULE || pred == LLVMIntUGT || pred == LLVMIntSLE || pred == LLVMIntSGT;
	trim->inside = above;
	trim->outside = !above;
	trim->known = known_bound(hard->entry->c, begin, limit, is_signed, or_equal);
	trim->bound = trim_count(hard->entry->c, hard->entry->local_size[0], begin, limit, is_signed, or_equal);
	return true;
}

bool
trim_find(struct trim *trim, const struct hard *hard)
{
	LLVMValueRef test = trim_test(hard), begin, limit;
	LLVMIntPredicate pred;

	if (!test)
		return false;
	pred = LLVMGetICmpPredicate(test);
	begin = row_begin(hard, LLVMGetOperand(test, 0));
	limit = LLVMGetOperand(test, 1);
	if (!begin) {
		begin = row_begin(hard, LLVMGetOperand(test, 1));
		limit = LLVMGetOperand(test, 0);
		pred = predicate_swapped(pred);
	}
	if (!begin || !(limit = trim_value(hard, NULL, limit, TRIM_DEPTH)))
		return false;
	return set_bound(trim, hard, pred, begin, limit);
}
