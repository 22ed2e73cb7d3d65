#include "jumps.h"

#include <stdint.h>

/* The labels of one function. */
struct labels {
	struct arena *arena;
	LLVMBasicBlockRef *block;	/* block[i] has the number i + 1 */
	size_t n;
	LLVMTypeRef number;
	LLVMBuilderRef builder;
};

/* Back ends do not fold casts of numbers in the values of variables: integers and pointers of other address spaces get it here. */
static void
replace_address(LLVMValueRef address, unsigned long long number)
{
	LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetTypeContext(LLVMTypeOf(address)));
	LLVMUseRef use;
	LLVMValueRef user;

	for (use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
		user = LLVMGetUser(use);
		if (!LLVMIsAConstantExpr(user))
			continue;
		if (LLVMGetConstOpcode(user) == LLVMPtrToInt)
			LLVMReplaceAllUsesWith(user, LLVMConstInt(LLVMTypeOf(user), number, 0));
		else if (LLVMGetConstOpcode(user) == LLVMAddrSpaceCast)
			replace_address(user, number);
	}
	LLVMReplaceAllUsesWith(address, LLVMConstIntToPtr(LLVMConstInt(i64, number, 0), LLVMTypeOf(address)));
}

/* The label's number; a new one, with the block's address replaced, where it has none. */
static size_t
number_of(struct labels *labels, LLVMValueRef function, LLVMBasicBlockRef block)
{
	size_t i;

	for (i = 0; i < labels->n && labels->block[i] != block; i++)
		;
	if (i < labels->n)
		return i + 1;
	labels->block = arena_extend(labels->arena, labels->block, labels->n, sizeof *labels->block);
	labels->block[labels->n++] = block;
	replace_address(LLVMBlockAddress(function, block), labels->n);
	return labels->n;
}

/*
 * Another number has no label: undefined, as in the source.  A jump may name a label several times,
 * and phi nodes have a value for each: the others get numbers that no label has.
 */
static void
replace_jump(struct labels *labels, LLVMValueRef function, LLVMValueRef jump)
{
	LLVMBasicBlockRef none = LLVMAppendBasicBlockInContext(LLVMGetTypeContext(labels->number), function, "");
	unsigned i, n = LLVMGetNumSuccessors(jump);
	size_t number, unused = UINT32_MAX;
	char *seen = arena_calloc(labels->arena, n + labels->n + 1, 1);
	LLVMValueRef choice;

	LLVMPositionBuilderAtEnd(labels->builder, none);
	LLVMBuildUnreachable(labels->builder);
	LLVMPositionBuilderBefore(labels->builder, jump);
	choice = LLVMBuildPtrToInt(labels->builder, LLVMGetOperand(jump, 0), labels->number, "");
	choice = LLVMBuildSwitch(labels->builder, choice, none, n);
	for (i = 0; i < n; i++) {
		number = number_of(labels, function, LLVMGetSuccessor(jump, i));
		LLVMAddCase(choice, LLVMConstInt(labels->number, seen[number] ? unused-- : number, 0), LLVMGetSuccessor(jump, i));
		seen[number] = 1;
	}
	LLVMInstructionEraseFromParent(jump);
}

void
jumps_become_switches(LLVMModuleRef module, struct arena *arena)
{
	LLVMContextRef context = LLVMGetModuleContext(module);
	struct labels labels = { .arena = arena, .number = LLVMInt32TypeInContext(context), .builder = LLVMCreateBuilderInContext(context) };
	LLVMValueRef function, jump;
	LLVMBasicBlockRef block;

	for (function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function)) {
		labels.block = NULL;
		labels.n = 0;
		for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
			if ((jump = LLVMGetBasicBlockTerminator(block)) && LLVMIsAIndirectBrInst(jump))
				replace_jump(&labels, function, jump);
	}
	LLVMDisposeBuilder(labels.builder);
}
