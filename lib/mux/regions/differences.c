#include "mux/regions/differences.h"

#include <string.h>

#include "ir/irmodule.h"

static bool
is_difference(LLVMValueRef call)
{
	LLVMValueRef callee = LLVMIsACallInst(call) ? call_target(call) : NULL;
	const char *name = callee ? irmodule_name(callee) : "";

	return !strcmp(name, "llvm.usub.sat.i32") || !strcmp(name, "llvm.usub.sat.i64");
}

static void
split(struct compilation *c, LLVMValueRef call)
{
	LLVMValueRef x = LLVMGetOperand(call, 0), y = LLVMGetOperand(call, 1), above, difference;
	LLVMBuilderRef b = c->builder;

	LLVMPositionBuilderBefore(b, call);
	above = LLVMBuildICmp(b, LLVMIntUGE, x, y, "");
	difference = LLVMBuildNUWSub(b, x, y, "");
	LLVMReplaceAllUsesWith(call, LLVMBuildSelect(b, above, difference, LLVMConstNull(LLVMTypeOf(x)), ""));
	LLVMInstructionEraseFromParent(call);
}

void
differences_split(struct compilation *c, LLVMValueRef function)
{
	LLVMBasicBlockRef block;
	LLVMValueRef i, next;

	for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (i = LLVMGetFirstInstruction(block); i; i = next) {
			next = LLVMGetNextInstruction(i);
			if (is_difference(i))
				split(c, i);
		}
}
