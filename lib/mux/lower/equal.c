#include "mux/lower/equal.h"

#include <stdbool.h>

enum { MAX_DEPTH = 6, MAX_INDICES = 8 };

static LLVMValueRef
operand(LLVMValueRef instruction, int i)
{
	return LLVMGetOperand(instruction, (unsigned)i);
}

/* It is known in every block but the first one. */
static bool
is_known_everywhere(LLVMValueRef value)
{
	LLVMBasicBlockRef block;

	if (!LLVMIsAInstruction(value))
		return true;
	block = LLVMGetInstructionParent(value);
	return block == LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(block));
}

static bool
is_division(LLVMOpcode opcode)
{
	return opcode == LLVMUDiv || opcode == LLVMSDiv || opcode == LLVMURem || opcode == LLVMSRem;
}

static bool
are_alike(LLVMValueRef a, LLVMValueRef b)
{
	LLVMOpcode opcode;

	if (!LLVMIsAInstruction(a) || !LLVMIsAInstruction(b) || LLVMTypeOf(a) != LLVMTypeOf(b))
		return false;
	opcode = LLVMGetInstructionOpcode(a);
	if (opcode != LLVMGetInstructionOpcode(b) || LLVMGetNumOperands(a) != LLVMGetNumOperands(b))
		return false;
	if (opcode == LLVMGetElementPtr)
		return LLVMGetGEPSourceElementType(a) == LLVMGetGEPSourceElementType(b) && LLVMGetNumOperands(a) <= MAX_INDICES;
	if (opcode == LLVMAdd || opcode == LLVMSub || opcode == LLVMMul || opcode == LLVMShl)
		return true;
	return (LLVMIsABinaryOperator(a) || LLVMIsACastInst(a)) && !is_division(opcode) &&
	       LLVMGetTypeKind(LLVMTypeOf(a)) == LLVMIntegerTypeKind;
}

static bool
are_equal(LLVMValueRef a, LLVMValueRef b, int depth)
{
	int i;

	if (a == b)
		return is_known_everywhere(a);
	if (depth == 0 || !are_alike(a, b))
		return false;
	for (i = 0; i < LLVMGetNumOperands(a); i++)
		if (!are_equal(operand(a, i), operand(b, i), depth - 1))
			return false;
	return true;
}

static LLVMValueRef build_both(LLVMBuilderRef b, LLVMValueRef x, LLVMValueRef y);

static LLVMValueRef
build_address(LLVMBuilderRef b, LLVMValueRef x, LLVMValueRef y)
{
	LLVMValueRef part[MAX_INDICES];
	int n = LLVMGetNumOperands(x), i;

	for (i = 0; i < n; i++)
		part[i] = build_both(b, operand(x, i), operand(y, i));
	return LLVMBuildGEPWithNoWrapFlags(b, LLVMGetGEPSourceElementType(x), part[0], part + 1, (unsigned)n - 1, "",
					   LLVMGEPGetNoWrapFlags(x) & LLVMGEPGetNoWrapFlags(y));
}

/* The expression that both are, with the promises that both make. */
static LLVMValueRef
build_both(LLVMBuilderRef b, LLVMValueRef x, LLVMValueRef y)
{
	LLVMOpcode opcode;
	LLVMValueRef left, sum;

	if (x == y)
		return x;
	opcode = LLVMGetInstructionOpcode(x);
	if (opcode == LLVMGetElementPtr)
		return build_address(b, x, y);
	left = build_both(b, operand(x, 0), operand(y, 0));
	if (LLVMIsACastInst(x))
		return LLVMBuildCast(b, opcode, left, LLVMTypeOf(x), "");
	sum = LLVMBuildBinOp(b, opcode, left, build_both(b, operand(x, 1), operand(y, 1)), "");
	if (LLVMIsAInstruction(sum) && (opcode == LLVMAdd || opcode == LLVMSub || opcode == LLVMMul || opcode == LLVMShl)) {
		LLVMSetNUW(sum, LLVMGetNUW(x) && LLVMGetNUW(y));
		LLVMSetNSW(sum, LLVMGetNSW(x) && LLVMGetNSW(y));
	}
	return sum;
}

static bool
can_merge(LLVMValueRef phi)
{
	return LLVMCountIncoming(phi) == 2 && are_equal(LLVMGetIncomingValue(phi, 0), LLVMGetIncomingValue(phi, 1), MAX_DEPTH);
}

void
equal_merge(LLVMValueRef function)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(function)));
	LLVMBasicBlockRef block;
	LLVMValueRef phi, next, first;

	for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (phi = LLVMGetFirstInstruction(block); phi && LLVMIsAPHINode(phi); phi = next) {
			next = LLVMGetNextInstruction(phi);
			if (!can_merge(phi))
				continue;
			for (first = phi; LLVMIsAPHINode(first); first = LLVMGetNextInstruction(first))
				;
			LLVMPositionBuilderBefore(b, first);
			LLVMReplaceAllUsesWith(phi, build_both(b, LLVMGetIncomingValue(phi, 0), LLVMGetIncomingValue(phi, 1)));
			LLVMInstructionEraseFromParent(phi);
		}
	LLVMDisposeBuilder(b);
}
