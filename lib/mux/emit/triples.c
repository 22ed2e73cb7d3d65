#include "mux/emit/triples.h"

#include <string.h>

#include "mux/lower/builtin.h"

static bool
is_triple(struct compilation *c, LLVMValueRef store)
{
	LLVMTypeRef type;

	if (!is_opcode(store, LLVMStore) || LLVMGetVolatile(store))
		return false;
	type = LLVMTypeOf(LLVMGetOperand(store, 0));
	return LLVMGetTypeKind(type) == LLVMVectorTypeKind && LLVMGetVectorSize(type) == 3 && LLVMGetElementType(type) == c->i8;
}

static void
divide(struct compilation *c, LLVMValueRef store)
{
	LLVMBuilderRef b = c->builder;
	LLVMValueRef index, address;
	unsigned i;

	LLVMPositionBuilderBefore(b, store);
	for (i = 0; i < 3; i++) {
		index = const_int(c->i64, i);
		address = LLVMBuildGEP2(b, c->i8, LLVMGetOperand(store, 1), &index, 1, "");
		LLVMSetAlignment(LLVMBuildStore(b, LLVMBuildExtractElement(b, LLVMGetOperand(store, 0), index, ""), address), 1);
	}
	LLVMInstructionEraseFromParent(store);
}

void
triples_repair(struct compilation *c)
{
	LLVMBasicBlockRef block;
	LLVMValueRef function, i, next;

	if (strncmp(LLVMGetTarget(c->module), "aarch64", 7) != 0)
		return;
	for (function = LLVMGetFirstFunction(c->module); function; function = LLVMGetNextFunction(function))
		for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
			for (i = LLVMGetFirstInstruction(block); i; i = next) {
				next = LLVMGetNextInstruction(i);
				if (is_triple(c, i))
					divide(c, i);
			}
}
