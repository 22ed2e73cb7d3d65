#include "prep.h"

#include <llvm-c/Target.h>

#include "ir/irmodule.h"

/*
 * The back end may use the null constant as the index of a structure's first
 * member, which the SPIR-V validator refuses.  Offsets in bytes avoid the index.
 *
 * Of pointers to pointers it may take the wrong one of two types that it deduces: an
 * index of pointers becomes one of bytes, without a factor.
 */

/* True when one of the indices selects a member of a structure or counts pointers. */
static bool
is_wanted(LLVMValueRef inst)
{
	LLVMTypeRef type;
	unsigned i, n;

	if (LLVMGetInstructionOpcode(inst) != LLVMGetElementPtr || LLVMGetTypeKind(LLVMTypeOf(inst)) != LLVMPointerTypeKind)
		return false;
	type = LLVMGetGEPSourceElementType(inst);
	n = LLVMGetNumIndices(inst);
	for (i = 1; i < n; i++) {
		if (LLVMGetTypeKind(type) == LLVMStructTypeKind)
			return true;
		type = LLVMGetElementType(type);
	}
	return LLVMGetTypeKind(type) == LLVMPointerTypeKind;
}

/* index * size as a 64-bit number. */
static LLVMValueRef
scale(LLVMBuilderRef builder, LLVMValueRef index, unsigned long long size)
{
	LLVMTypeRef word = LLVMInt64TypeInContext(irmodule_context());

	index = LLVMBuildIntCast2(builder, index, word, 1, "");
	return size == 1 ? index : LLVMBuildMul(builder, index, LLVMConstInt(word, size, 0), "");
}

static void
count_in_bytes(LLVMTargetDataRef layout, LLVMValueRef gep)
{
	LLVMContextRef context = irmodule_context();
	LLVMBuilderRef builder = builder_before(gep);
	LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
	unsigned i, n = LLVMGetNumIndices(gep);
	LLVMValueRef offset = scale(builder, LLVMGetOperand(gep, 1), LLVMABISizeOfType(layout, type)), more, address;

	for (i = 1; i < n; i++) {
		LLVMValueRef index = LLVMGetOperand(gep, i + 1);

		if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
			unsigned member = (unsigned)LLVMConstIntGetZExtValue(index);

			more = LLVMConstInt(LLVMInt64TypeInContext(context), LLVMOffsetOfElement(layout, type, member), 0);
			type = LLVMStructGetTypeAtIndex(type, member);
		} else {
			type = LLVMGetElementType(type);
			more = scale(builder, index, LLVMABISizeOfType(layout, type));
		}
		offset = LLVMBuildAdd(builder, offset, more, "");
	}
	address = LLVMBuildGEP2(builder, LLVMInt8TypeInContext(context), LLVMGetOperand(gep, 0), &offset, 1, "");
	if (LLVMIsAInstruction(address))
		LLVMSetIsInBounds(address, LLVMIsInBounds(gep));
	LLVMDisposeBuilder(builder);
	replace_instruction(gep, address);
}

void
prep_addresses(LLVMModuleRef module)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(module);
	LLVMValueRef function;

	for (function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function)) {
		struct instructions list = instructions_of(function, is_wanted);
		size_t i;

		for (i = 0; i < list.n; i++)
			count_in_bytes(layout, list.item[i]);
	}
}
