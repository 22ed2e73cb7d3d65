#include "mux/emit/segment.h"

#include <string.h>

#include "ir/irmodule.h"
#include "mux/emit/span.h"
#include "mux/emit/trim.h"

enum {
	MAX_DEPTH = 8,
	LEAST_BITS = 6,		/* of a constant divisor: shorter segments gain nothing */
	MOST_BITS = 30,		/* longer ones neither: a row has hardly ever two of them */
	EDGE = 1 << LEAST_BITS,	/* constant limits of indices below it are at the row's beginning */
};

static bool
read_clamp(LLVMValueRef call, LLVMIntPredicate *pred)
{
	LLVMValueRef callee = LLVMIsACallInst(call) ? call_target(call) : NULL;
	const char *name = callee ? irmodule_name(callee) : "";

	if (!strncmp(name, "llvm.smin.i", 11))
		*pred = LLVMIntSLE;
	else if (!strncmp(name, "llvm.umin.i", 11))
		*pred = LLVMIntULE;
	else if (!strncmp(name, "llvm.smax.i", 11))
		*pred = LLVMIntSGE;
	else if (!strncmp(name, "llvm.umax.i", 11))
		*pred = LLVMIntUGE;
	else
		return false;
	return true;
}

/* A type that ids are computed with. */
static bool
is_index(LLVMTypeRef type)
{
	unsigned width = LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;

	return width == 32 || width == 64;
}

/* The value becomes part of an address, through slots too. */
static bool
reaches_address(const struct flow *flow, LLVMValueRef value, int depth)
{
	LLVMIntPredicate pred;
	LLVMValueRef user;
	LLVMUseRef use;

	for (use = LLVMGetFirstUse(value); use && depth; use = LLVMGetNextUse(use)) {
		user = LLVMGetUser(use);
		if (LLVMIsAGetElementPtrInst(user))
			return true;
		if (LLVMIsAStoreInst(user)) {
			user = LLVMGetOperand(user, 1);
			if (user == value || !flow_slot(flow, user))
				continue;
		} else if (LLVMIsALoadInst(user) ? !flow_slot(flow, value)
						 : !LLVMIsABinaryOperator(user) && !LLVMIsACastInst(user) && !LLVMIsASelectInst(user) &&
							   !read_clamp(user, &pred)) {
			continue;
		}
		if (reaches_address(flow, user, depth - 1))
			return true;
	}
	return false;
}

/* The bits of the divisor by which "and" computes a remainder or what is below it, or a shift a quotient; 0: other operations. */
static unsigned
bits_of(LLVMValueRef instruction)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
	LLVMValueRef operand = LLVMGetOperand(instruction, 1);
	unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(instruction)), n = 0;
	uint64_t number;

	if (!LLVMIsAConstantInt(operand))
		return 0;
	number = LLVMConstIntGetZExtValue(operand);
	if (opcode == LLVMLShr || opcode == LLVMAShr)
		return number < width ? (unsigned)number : 0;
	if (opcode != LLVMAnd || !number)
		return 0;
	/* 0...01...1 is of a remainder, x...x10...0 leaves the bits of a quotient. */
	if (number & 1)
		number = number & (number + 1) ? 0 : ~number;
	for (; number && !(number & 1); number >>= 1)
		n++;
	return n < width ? n : 0;
}

/* The division in x - x / n * n, as LLVM writes the remainder beside a quotient; other instructions as they are. */
static LLVMValueRef
division_in(const struct flow *flow, LLVMValueRef instruction)
{
	LLVMValueRef product, division, left, right;
	unsigned i;

	if (!is_opcode(instruction, LLVMSub))
		return instruction;
	product = flow_stored_value(flow, LLVMGetOperand(instruction, 1));
	for (i = 0; i < 2 && is_opcode(product, LLVMMul); i++) {
		division = flow_stored_value(flow, LLVMGetOperand(product, i));
		if (!is_opcode(division, LLVMSDiv) && !is_opcode(division, LLVMUDiv))
			continue;
		left = LLVMGetOperand(division, 0);
		right = LLVMGetOperand(division, 1);
		if (flow_stored_value(flow, left) == flow_stored_value(flow, LLVMGetOperand(instruction, 0)) &&
		    flow_stored_value(flow, right) == flow_stored_value(flow, LLVMGetOperand(product, 1 - i)))
			return division;
	}
	return instruction;
}

/* The instruction, whose division that is, is a remainder or a quotient that begins again, or changes, seldom enough. */
static bool
is_number(const struct hard *hard, const struct segment *segment, LLVMValueRef instruction)
{
	const struct flow *flow = hard->entry->flow;
	LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
	LLVMValueRef left, right;

	if (!trim_is_division(opcode) && opcode != LLVMAnd && opcode != LLVMLShr && opcode != LLVMAShr)
		return false;
	if (!is_index(LLVMTypeOf(instruction)))
		return false;
	left = LLVMGetOperand(instruction, 0);
	right = LLVMGetOperand(instruction, 1);
	if (!trim_is_division(opcode) && (bits_of(instruction) < LEAST_BITS || bits_of(instruction) > MOST_BITS))
		return false;
	if (LLVMIsAConstantInt(right) && trim_is_division(opcode) && LLVMConstIntGetZExtValue(right) >> LEAST_BITS == 0)
		return false;
	/* A division costs more than what it is for; a mask or a shift only counts where it makes addresses unknown. */
	return span_grows_by_one(flow, segment, left) && span_is_same(flow, segment, right) &&
	       (trim_is_division(opcode) || reaches_address(flow, instruction, MAX_DEPTH));
}

int
segment_number(const struct segment *segment, LLVMValueRef instruction)
{
	int i = segment->n;

	while (i-- > 0 && segment->number[i].instruction != instruction)
		;
	return i;
}

static bool
is_low_mask(LLVMValueRef instruction)
{
	return is_opcode(instruction, LLVMAnd) && LLVMConstIntGetZExtValue(LLVMGetOperand(instruction, 1)) & 1;
}

/* Those that are 0 or 1 at the edge of a row, or its length: of other minima and maxima most of the row would be outside. */
static bool
is_at_edge(LLVMValueRef limit, LLVMIntPredicate pred)
{
	bool is_maximum = pred == LLVMIntSGE || pred == LLVMIntUGE;

	return !LLVMIsAConstantInt(limit) || (LLVMConstIntGetSExtValue(limit) < EDGE) == is_maximum;
}

/* What the value is of without the constants that are added to it, and their sum, modulo 2^64. */
static LLVMValueRef
base_of(const struct flow *flow, LLVMValueRef value, uint64_t *offset)
{
	LLVMValueRef number;
	int depth = MAX_DEPTH;

	*offset = 0;
	for (value = flow_computed_value(flow, value); depth-- > 0; value = flow_computed_value(flow, LLVMGetOperand(value, 0))) {
		if (!is_opcode(value, LLVMAdd) && !is_opcode(value, LLVMSub))
			break;
		number = LLVMGetOperand(value, 1);
		if (!LLVMIsAConstantInt(number) || LLVMGetIntTypeWidth(LLVMTypeOf(number)) > 64)
			break;
		*offset += (is_opcode(value, LLVMAdd) ? 1 : UINT64_MAX) * (uint64_t)LLVMConstIntGetSExtValue(number);
	}
	return value;
}

/* The value is a few more or less than of, which grows along the row, or less by limit (sets less), or the same in the row. */
static bool
is_near(const struct flow *flow, const struct segment *segment, LLVMValueRef value, LLVMValueRef of, LLVMValueRef limit, bool *less)
{
	uint64_t a, b;

	if (span_is_same(flow, segment, value))
		return true;
	value = flow_computed_value(flow, value);
	if (is_opcode(value, LLVMSub) && base_of(flow, LLVMGetOperand(value, 1), &a) == base_of(flow, limit, &b) && a == b) {
		*less = true;
		value = LLVMGetOperand(value, 0);
	}
	return base_of(flow, value, &a) == base_of(flow, of, &b) && (a - b < EDGE || b - a < EDGE);
}

static bool
is_few(LLVMValueRef value)
{
	int64_t number = LLVMIsAConstantInt(value) ? LLVMConstIntGetSExtValue(value) : EDGE;

	return number < EDGE && number > -EDGE;
}

/* A number that may well be in the middle of a row: a part of another one. */
static bool
is_middle(const struct flow *flow, LLVMValueRef limit)
{
	LLVMOpcode opcode;
	uint64_t offset;

	limit = base_of(flow, limit, &offset);
	opcode = LLVMIsAInstruction(limit) ? LLVMGetInstructionOpcode(limit) : LLVMRet;
	return trim_is_division(opcode) || opcode == LLVMLShr || opcode == LLVMAShr;
}

/* The test only chooses between values that are near the one that it tests, or a few to be added to it and others. */
static bool
chooses_neighbours(const struct flow *flow, const struct segment *segment, LLVMValueRef test, LLVMValueRef of, LLVMValueRef limit, bool *less)
{
	LLVMValueRef user, way[2];
	LLVMUseRef use;
	int i;

	for (use = LLVMGetFirstUse(test); use; use = LLVMGetNextUse(use)) {
		user = LLVMGetUser(use);
		if (LLVMIsAZExtInst(user) || LLVMIsASExtInst(user))
			continue;
		if (!LLVMIsASelectInst(user) || LLVMGetOperand(user, 0) != test)
			return false;
		for (i = 0; i < 2; i++) {
			way[i] = LLVMGetOperand(user, 1 + (unsigned)i);
			if (!is_near(flow, segment, way[i], of, limit, less))
				return false;
		}
		if (span_is_same(flow, segment, way[0]) && span_is_same(flow, segment, way[1]) && !is_few(way[0]) && !is_few(way[1]))
			return false;
	}
	return true;
}

/* A test of a value that grows along the row, which is the same in most of the row: not in the first, or not in the last ones. */
static bool
read_test(const struct flow *flow, const struct segment *segment, LLVMValueRef test, LLVMValueRef operand, LLVMValueRef limit,
	  LLVMIntPredicate *pred)
{
	bool at_begin = LLVMIsAConstantInt(limit) && LLVMConstIntGetSExtValue(limit) < EDGE, greater;

	if (is_middle(flow, limit) || !chooses_neighbours(flow, segment, test, operand, limit, &at_begin))
		return false;
	if (*pred == LLVMIntEQ || *pred == LLVMIntNE) {
		*pred = LLVMIntNE;
		return true;
	}
	greater = *pred == LLVMIntUGT || *pred == LLVMIntUGE || *pred == LLVMIntSGT || *pred == LLVMIntSGE;
	if (greater != at_begin)
		*pred = predicate_inverted(*pred);
	return true;
}

/* The instruction is a minimum, maximum or comparison of these, in which its operand n grows along the row: the next number. */
static bool
read_edge(struct segment *segment, const struct flow *flow, LLVMValueRef instruction, unsigned n)
{
	LLVMValueRef operand = LLVMGetOperand(instruction, n), limit = LLVMGetOperand(instruction, !n);
	bool is_test = LLVMIsAICmpInst(instruction);
	LLVMIntPredicate pred, own;

	if (is_test)
		own = pred = n ? predicate_swapped(LLVMGetICmpPredicate(instruction)) : LLVMGetICmpPredicate(instruction);
	else if (!read_clamp(instruction, &pred))
		return false;
	if (!span_grows_by_one(flow, segment, operand) || !span_is_same(flow, segment, limit))
		return false;
	if (is_test ? !read_test(flow, segment, instruction, operand, limit, &pred) : !is_at_edge(limit, pred))
		return false;
	segment->number[segment->n].instruction = instruction;
	segment->number[segment->n].kind = is_test ? NUMBER_TEST : NUMBER_CLAMPED;
	segment->number[segment->n].value = is_test ? const_int(LLVMTypeOf(instruction), pred == own) : operand;
	segment->number[segment->n].operand = operand;
	segment->number[segment->n].limit = limit;
	segment->number[segment->n++].pred = pred;
	return true;
}

void
segment_find_clamped(struct segment *segment, const struct hard *hard)
{
	const struct flow *flow = hard->entry->flow;
	LLVMIntPredicate pred;
	LLVMValueRef i;
	bool is_test;
	int k;

	segment->n = 0;
	for (k = 0; k < hard->n; k++)
		for (i = LLVMGetFirstInstruction(flow->block[hard->order[k]].block); i; i = LLVMGetNextInstruction(i)) {
			is_test = LLVMIsAICmpInst(i) && is_index(LLVMTypeOf(LLVMGetOperand(i, 0)));
			if (segment->n < SEGMENT_MAX_NUMBERS && (is_test || read_clamp(i, &pred)) && reaches_address(flow, i, MAX_DEPTH) &&
			    !read_edge(segment, flow, i, 0))
				read_edge(segment, flow, i, 1);
		}
}

bool
segment_find(struct segment *segment, const struct hard *hard)
{
	LLVMValueRef i, division;
	LLVMOpcode opcode;
	bool found = false, is_remainder;
	int k;

	for (k = 0; k < hard->n; k++)
		for (i = LLVMGetFirstInstruction(hard->entry->flow->block[hard->order[k]].block); i; i = LLVMGetNextInstruction(i)) {
			division = division_in(hard->entry->flow, i);
			if (segment->n == SEGMENT_MAX_NUMBERS || !is_number(hard, segment, division))
				continue;
			opcode = LLVMGetInstructionOpcode(division);
			is_remainder = division != i || opcode == LLVMURem || opcode == LLVMSRem || is_low_mask(i);
			segment->number[segment->n].instruction = i;
			segment->number[segment->n].division = division;
			segment->number[segment->n].value = NULL;
			segment->number[segment->n].kind = is_remainder ? NUMBER_REMAINDER : NUMBER_QUOTIENT;
			segment->number[segment->n++].is_signed = opcode == LLVMSRem || opcode == LLVMSDiv || opcode == LLVMAShr;
			found = true;
		}
	return found;
}

void
segment_find_shared(struct segment *segment, const struct hard *hard)
{
	const struct flow *flow = hard->entry->flow;
	LLVMValueRef i;
	int k;

	for (k = 0; k < hard->n; k++)
		for (i = LLVMGetFirstInstruction(flow->block[hard->order[k]].block); i; i = LLVMGetNextInstruction(i)) {
			if (!trim_is_division(LLVMGetInstructionOpcode(i)) || !is_index(LLVMTypeOf(i)) ||
			    !ptrmap_has(&flow->divergent, i) || !span_is_same(flow, segment, i))
				continue;
			if (segment_number(segment, i) >= 0 || segment->n == SEGMENT_MAX_NUMBERS)
				continue;
			segment->number[segment->n].instruction = i;
			segment->number[segment->n].value = NULL;
			segment->number[segment->n++].kind = NUMBER_SHARED;
		}
}

void
segment_growth(const struct segment *segment, struct ptrmap *growth)
{
	int i;

	for (i = 0; i < segment->n; i++)
		if (segment->number[i].instruction && !segment->number[i].value)
			ptrmap_set(growth, segment->number[i].instruction, segment->number[i].kind == NUMBER_REMAINDER);
}

/* How many work-items come before the remainder begins again, or the value goes over the end of its type. */
static LLVMValueRef
length_to_end(struct compilation *c, LLVMOpcode opcode, LLVMValueRef value, LLVMValueRef divisor)
{
	LLVMBuilderRef b = c->builder;
	bool is_signed = opcode == LLVMSRem || opcode == LLVMSDiv;
	LLVMTypeRef type = LLVMTypeOf(value);
	LLVMValueRef one = const_int(type, 1), zero = LLVMConstNull(type), rest, most = LLVMConstAllOnes(type), odd;

	rest = is_signed ? LLVMBuildSRem(b, value, divisor, "") : LLVMBuildURem(b, value, divisor, "");
	rest = LLVMBuildSub(b, LLVMBuildSub(b, divisor, rest, ""), one, "");
	if (is_signed)
		most = LLVMBuildLShr(b, most, one, "");
	most = LLVMBuildSub(b, most, value, "");
	rest = LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntULT, rest, most, ""), rest, most, "");
	if (is_signed) {
		/* Below 0 remainders are other ones: a work-item a segment. */
		odd = LLVMBuildOr(b, LLVMBuildICmp(b, LLVMIntSLT, value, zero, ""), LLVMBuildICmp(b, LLVMIntSLT, divisor, zero, ""), "");
		rest = LLVMBuildSelect(b, odd, zero, rest, "");
	}
	return LLVMBuildNUWAdd(b, LLVMBuildIntCast2(b, rest, c->i64, 0, ""), const_int(c->i64, 1), "");
}

LLVMValueRef
segment_begin(struct segment *segment, const struct hard *hard, LLVMValueRef x)
{
	struct compilation *c = hard->entry->c;
	LLVMBuilderRef b = c->builder;
	struct item item = hard_item(hard, x, NULL, NULL);
	LLVMValueRef length = NULL, instruction, value, divisor, n;
	LLVMOpcode opcode;
	int i;

	segment->begin = x;
	for (i = 0; i < segment->n; i++) {
		instruction = segment->number[i].instruction;
		if (segment->number[i].value)
			continue;
		if (segment->number[i].kind == NUMBER_SHARED) {
			value = trim_steady_value(hard, &item, segment, instruction);
			segment->number[i].first = value ? LLVMBuildFreeze(b, value, "") : NULL;
			if (!value)
				segment->number[i].instruction = NULL;
			continue;
		}
		instruction = segment->number[i].division;
		opcode = LLVMGetInstructionOpcode(instruction);
		value = trim_steady_value(hard, &item, segment, LLVMGetOperand(instruction, 0));
		divisor = trim_steady_value(hard, &item, segment, LLVMGetOperand(instruction, 1));
		if (!value || !divisor) {
			segment->number[i].instruction = NULL;
			continue;
		}
		value = LLVMBuildFreeze(b, value, "");
		divisor = LLVMBuildFreeze(b, divisor, "");
		if (trim_is_division(opcode)) {
			divisor = trim_divisor(b, opcode, value, divisor);
			n = length_to_end(c, opcode, value, divisor);
		} else {
			n = const_int(LLVMTypeOf(value), UINT64_C(1) << bits_of(instruction));
			n = length_to_end(c, LLVMURem, value, n);
		}
		length = length ? LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntULT, n, length, ""), n, length, "") : n;
		if (instruction != segment->number[i].instruction)
			opcode = opcode == LLVMSDiv ? LLVMSRem : LLVMURem;
		segment->number[i].first = LLVMBuildBinOp(b, opcode, value, divisor, "");
	}
	return length ? length : const_int(c->i64, INT64_MAX);
}

LLVMValueRef
segment_bound(struct segment *segment, struct compilation *c)
{
	LLVMValueRef all = LLVMConstAllOnes(c->i1), most, first, fits;
	LLVMBuilderRef b = c->builder;
	int i;

	for (i = 0; i < segment->n; i++) {
		first = segment->number[i].first;
		if (!segment->number[i].instruction || segment->number[i].kind != NUMBER_REMAINDER)
			continue;
		most = const_int(LLVMTypeOf(first), INT32_MAX - TRIM_MUST_FIT);
		fits = LLVMBuildICmp(b, LLVMIntULT, first, most, "");
		all = LLVMBuildAnd(b, all, fits, "");
		segment->number[i].first = LLVMBuildSelect(b, fits, first, most, "");
	}
	return all;
}

LLVMValueRef
segment_operand(const struct segment *segment, LLVMValueRef instruction)
{
	int i = segment_number(segment, instruction);

	return i >= 0 ? segment->number[i].value : NULL;
}

LLVMValueRef
segment_value(const struct segment *segment, struct compilation *c, LLVMValueRef instruction)
{
	LLVMBuilderRef b = c->builder;
	LLVMValueRef value;
	bool is_signed;
	int i = segment_number(segment, instruction);

	if (i < 0 || segment_operand(segment, instruction))
		return NULL;
	value = segment->number[i].first;
	if (segment->number[i].kind != NUMBER_REMAINDER)
		return value;
	is_signed = segment->number[i].is_signed;
	value = LLVMBuildAdd(b, LLVMBuildIntCast2(b, value, c->i64, is_signed, ""), segment->index, "");
	LLVMSetNSW(value, is_signed);
	LLVMSetNUW(value, !is_signed);
	if (LLVMTypeOf(instruction) == c->i64)
		return value;
	LLVMSetNSW(value, 1);
	value = LLVMBuildTrunc(b, value, LLVMTypeOf(instruction), "");
	LLVMSetNSW(value, is_signed);
	LLVMSetNUW(value, !is_signed);
	return value;
}
