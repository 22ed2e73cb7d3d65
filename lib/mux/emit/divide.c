#include "mux/emit/divide.h"

#include "base/text.h"
#include "mux/emit/trim.h"

enum { MAX_DEPTH = 4 };	/* how far to look */

/* All lanes of a constant are constant numbers other than that one. */
static bool
has_no_lane(LLVMValueRef value, LLVMValueRef number)
{
	unsigned n, i;
	LLVMValueRef lane;

	if (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMVectorTypeKind)
		return LLVMIsAConstantInt(value) && value != number;
	n = LLVMGetVectorSize(LLVMTypeOf(value));
	for (i = 0; i < n; i++) {
		lane = LLVMGetAggregateElement(value, i);
		if (!lane || !LLVMIsAConstantInt(lane) || lane == number)
			return false;
	}
	return true;
}

static LLVMTypeRef
element_of(LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value);

	return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetElementType(type) : type;
}

/* No lane is 0, as after an or with a constant. */
static bool
is_not_zero(LLVMValueRef value, int depth)
{
	if (LLVMIsConstant(value))
		return has_no_lane(value, LLVMConstNull(element_of(value)));
	if (!depth)
		return false;
	if (is_opcode(value, LLVMZExt) || is_opcode(value, LLVMSExt))
		return is_not_zero(LLVMGetOperand(value, 0), depth - 1);
	return is_opcode(value, LLVMOr) &&
	       (is_not_zero(LLVMGetOperand(value, 0), depth - 1) || is_not_zero(LLVMGetOperand(value, 1), depth - 1));
}

/* The least number is no dividend, or -1 is no divisor. */
static bool
has_room(LLVMValueRef dividend, LLVMValueRef divisor)
{
	return is_opcode(dividend, LLVMZExt) || is_opcode(divisor, LLVMZExt) ||
	       (LLVMIsConstant(divisor) && has_no_lane(divisor, LLVMConstAllOnes(element_of(divisor))));
}

static void
guard(struct compilation *c, LLVMValueRef division)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(division);
	LLVMValueRef dividend = LLVMGetOperand(division, 0), divisor = LLVMGetOperand(division, 1);
	bool fits = opcode == LLVMUDiv || opcode == LLVMURem || has_room(dividend, divisor);

	if (fits && is_not_zero(divisor, MAX_DEPTH))
		return;
	LLVMPositionBuilderBefore(c->builder, division);
	/* Where the quotient has room, signed numbers divide by the same ones as unsigned ones. */
	if (fits)
		opcode = LLVMUDiv;
	LLVMSetOperand(division, 1, trim_divisor(c->builder, opcode, dividend, LLVMBuildFreeze(c->builder, divisor, "")));
}

void
divide_guard(struct compilation *c)
{
	LLVMBasicBlockRef block;
	LLVMValueRef function, i;

	if (!c->opencl_c || !text_starts(LLVMGetTarget(c->module), "x86_64"))
		return;
	for (function = LLVMGetFirstFunction(c->module); function; function = LLVMGetNextFunction(function))
		for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
			for (i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
				if (trim_is_division(LLVMGetInstructionOpcode(i)))
					guard(c, i);
}
