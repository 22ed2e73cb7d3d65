#include "mux/emit/merges.h"

#include "mux/lower/builtin.h"

/* (part[0] & mask[0]) | (part[1] & mask[1]), where the constant masks have each bit once. */
struct merge {
	LLVMValueRef part[2], mask[2];
};

static bool
read_merge(LLVMValueRef value, struct merge *merge)
{
	LLVMValueRef side;
	unsigned i;

	if (!is_opcode(value, LLVMOr))
		return false;
	for (i = 0; i < 2; i++) {
		side = LLVMGetOperand(value, i);
		if (!is_opcode(side, LLVMAnd) || !LLVMIsConstant(LLVMGetOperand(side, 1)))
			return false;
		merge->part[i] = LLVMGetOperand(side, 0);
		merge->mask[i] = LLVMGetOperand(side, 1);
	}
	return LLVMConstNot(merge->mask[0]) == merge->mask[1];
}

/* c ? merge(x, t) : t is merge(c ? x : t, t). */
static bool
choose_before(struct compilation *c, LLVMValueRef select, unsigned merged)
{
	LLVMBuilderRef b = c->builder;
	LLVMValueRef old = LLVMGetOperand(select, merged), other = LLVMGetOperand(select, 3 - merged), arm[3], side[2];
	struct merge merge;
	unsigned k, i;

	if (!read_merge(old, &merge))
		return false;
	for (k = 0; k < 2 && merge.part[k] != other; k++)
		;
	if (k == 2)
		return false;
	LLVMPositionBuilderBefore(b, select);
	arm[merged] = merge.part[1 - k];
	arm[3 - merged] = other;
	merge.part[1 - k] = LLVMBuildSelect(b, LLVMGetOperand(select, 0), arm[1], arm[2], "");
	for (i = 0; i < 2; i++)
		side[i] = LLVMBuildAnd(b, merge.part[i], merge.mask[i], "");
	LLVMReplaceAllUsesWith(select, LLVMBuildOr(b, side[0], side[1], ""));
	LLVMInstructionEraseFromParent(select);
	if (!LLVMGetFirstUse(old))
		LLVMInstructionEraseFromParent(old);
	return true;
}

void
merges_repair(struct compilation *c)
{
	LLVMBasicBlockRef block;
	LLVMValueRef function, i, next;

	for (function = LLVMGetFirstFunction(c->module); function; function = LLVMGetNextFunction(function))
		for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
			for (i = LLVMGetFirstInstruction(block); i; i = next) {
				next = LLVMGetNextInstruction(i);
				if (LLVMIsASelectInst(i) && LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMVectorTypeKind &&
				    !choose_before(c, i, 1))
					choose_before(c, i, 2);
			}
}
