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

/* The instruction is a remainder or a quotient that begins again, or changes, seldom enough. */
static bool
is_number(const struct hard *hard, const struct segment *segment, LLVMValueRef instruction)
{
	const struct flow *flow = hard->entry->flow;
	LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
	LLVMValueRef left, right;
	unsigned width;

	if (!trim_is_division(opcode) && opcode != LLVMAnd && opcode != LLVMLShr && opcode != LLVMAShr)
		return false;
	if (LLVMGetTypeKind(LLVMTypeOf(instruction)) != LLVMIntegerTypeKind)
		return false;
	width = LLVMGetIntTypeWidth(LLVMTypeOf(instruction));
	left = LLVMGetOperand(instruction, 0);
	right = LLVMGetOperand(instruction, 1);
	if (width != 32 && width != 64)
		return false;
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

void
segment_find_clamped(struct segment *segment, const struct hard *hard)
{
	const struct flow *flow = hard->entry->flow;
	LLVMValueRef i, operand, limit;
	LLVMIntPredicate pred;
	int k, n;

	segment->n = 0;
	for (k = 0; k < hard->n; k++)
		for (i = LLVMGetFirstInstruction(flow->block[hard->order[k]].block); i; i = LLVMGetNextInstruction(i)) {
			if (segment->n == SEGMENT_MAX_NUMBERS || !read_clamp(i, &pred) || !reaches_address(flow, i, MAX_DEPTH))
				continue;
			for (n = 0; n < 2; n++) {
				operand = LLVMGetOperand(i, (unsigned)n);
				limit = LLVMGetOperand(i, (unsigned)!n);
				if (!span_grows_by_one(flow, segment, operand) || !span_is_same(flow, segment, limit) ||
				    !is_at_edge(limit, pred))
					continue;
				segment->number[segment->n].instruction = i;
				segment->number[segment->n].kind = NUMBER_CLAMPED;
				segment->number[segment->n].operand = operand;
				segment->number[segment->n].limit = limit;
				segment->number[segment->n++].pred = pred;
				break;
			}
		}
}

bool
segment_find(struct segment *segment, const struct hard *hard)
{
	LLVMValueRef i;
	LLVMOpcode opcode;
	bool found = false, is_remainder;
	int k;

	for (k = 0; k < hard->n; k++)
		for (i = LLVMGetFirstInstruction(hard->entry->flow->block[hard->order[k]].block); i; i = LLVMGetNextInstruction(i)) {
			if (segment->n == SEGMENT_MAX_NUMBERS || !is_number(hard, segment, i))
				continue;
			opcode = LLVMGetInstructionOpcode(i);
			is_remainder = opcode == LLVMURem || opcode == LLVMSRem || is_low_mask(i);
			segment->number[segment->n].instruction = i;
			segment->number[segment->n].kind = is_remainder ? NUMBER_REMAINDER : NUMBER_QUOTIENT;
			segment->number[segment->n++].is_signed = opcode == LLVMSRem || opcode == LLVMSDiv || opcode == LLVMAShr;
			found = true;
		}
	return found;
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

	for (i = 0; i < segment->n; i++) {
		instruction = segment->number[i].instruction;
		if (segment->number[i].kind == NUMBER_CLAMPED)
			continue;
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
		segment->number[i].first = LLVMBuildBinOp(b, opcode, value, divisor, "");
	}
	return length ? length : const_int(c->i64, INT64_MAX);
}

LLVMValueRef
segment_operand(const struct segment *segment, LLVMValueRef instruction)
{
	int i = segment_number(segment, instruction);

	return i >= 0 && segment->number[i].kind == NUMBER_CLAMPED ? segment->number[i].operand : NULL;
}

LLVMValueRef
segment_value(const struct segment *segment, struct compilation *c, LLVMValueRef instruction)
{
	LLVMBuilderRef b = c->builder;
	LLVMValueRef value;
	bool is_signed;
	int i = segment_number(segment, instruction);

	if (i < 0 || segment->number[i].kind == NUMBER_CLAMPED)
		return NULL;
	value = segment->number[i].first;
	if (segment->number[i].kind == NUMBER_QUOTIENT)
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
