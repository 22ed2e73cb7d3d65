#include "members.h"

#include <stdbool.h>
#include <stddef.h>

/* The function whose address the constant is, as an integer or through casts; NULL: none. */
static LLVMValueRef
function_of(LLVMValueRef value)
{
	while (LLVMIsAConstantExpr(value) &&
	       (LLVMGetConstOpcode(value) == LLVMIntToPtr || LLVMGetConstOpcode(value) == LLVMPtrToInt ||
		LLVMGetConstOpcode(value) == LLVMAddrSpaceCast))
		value = LLVMGetOperand(value, 0);
	return LLVMIsAFunction(value);
}

/* The branch on a constant ahead of a block that only goes on to the phi: it ends the one predecessor, and does not go there. */
static LLVMValueRef
branch_past(LLVMBasicBlockRef block)
{
	LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block));
	LLVMValueRef branch = use ? LLVMGetUser(use) : NULL, condition;

	if (!branch || LLVMGetNextUse(use) || !LLVMIsABranchInst(branch) || !LLVMIsConditional(branch) ||
	    LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(block)) != 1)
		return NULL;
	condition = LLVMGetCondition(branch);
	if (!LLVMIsAConstantInt(condition) || LLVMGetSuccessor(branch, LLVMConstIntGetZExtValue(condition) ? 1 : 0) != block)
		return NULL;
	return branch;
}

/* The block is not reached: the branch goes to the other one. */
static void
remove_block(LLVMBasicBlockRef block, LLVMValueRef branch, LLVMBuilderRef builder)
{
	LLVMBasicBlockRef other = LLVMGetSuccessor(branch, LLVMGetSuccessor(branch, 0) == block ? 1 : 0);

	LLVMPositionBuilderBefore(builder, branch);
	LLVMBuildBr(builder, other);
	LLVMInstructionEraseFromParent(branch);
	LLVMDeleteBasicBlock(block);
}

/* The one incoming value of a block that is reached, a function's address; *block: the one that is not.  NULL: the phi is not clang's. */
static LLVMValueRef
selected_function(LLVMValueRef phi, LLVMBasicBlockRef *block)
{
	if (LLVMCountIncoming(phi) != 2)
		return NULL;
	for (unsigned i = 0; i < 2; i++) {
		*block = LLVMGetIncomingBlock(phi, i);
		if (branch_past(*block))
			return function_of(LLVMGetIncomingValue(phi, !i));
	}
	return NULL;
}

static void
resolve(LLVMValueRef call, LLVMBuilderRef builder)
{
	LLVMValueRef phi = LLVMIsAPHINode(LLVMGetCalledValue(call)), function;
	LLVMBasicBlockRef block;

	/* A second phi would name the block, too. */
	if (!phi || LLVMGetNextUse(LLVMGetFirstUse(phi)) || LLVMIsAPHINode(LLVMGetNextInstruction(phi)) ||
	    LLVMGetFirstInstruction(LLVMGetInstructionParent(phi)) != phi)
		return;
	function = selected_function(phi, &block);
	if (!function)
		return;
	LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, function);
	LLVMInstructionEraseFromParent(phi);
	remove_block(block, branch_past(block), builder);
}

void
members_resolve(LLVMModuleRef module)
{
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
	LLVMValueRef function, instruction;
	LLVMBasicBlockRef block;

	for (function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function))
		for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
			for (instruction = LLVMGetFirstInstruction(block); instruction; instruction = LLVMGetNextInstruction(instruction))
				if (LLVMIsACallInst(instruction))
					resolve(instruction, builder);
	LLVMDisposeBuilder(builder);
}
