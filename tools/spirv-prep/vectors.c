#include "prep.h"

#include "ir/irmodule.h"

static bool
is_odd_vector(LLVMTypeRef type)
{
	unsigned n;

	if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
		return false;
	n = LLVMGetVectorSize(type);
	return n != 1 && n != 2 && n != 3 && n != 4 && n != 8 && n != 16;
}

static bool
has_odd_vectors(LLVMModuleRef module)
{
	LLVMValueRef function, inst;
	LLVMBasicBlockRef block;

	for (function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function))
		for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
			for (inst = LLVMGetFirstInstruction(block); inst; inst = LLVMGetNextInstruction(inst))
				if (is_odd_vector(LLVMTypeOf(inst)))
					return true;
	return false;
}

int
prep_vectors(LLVMModuleRef module)
{
	return has_odd_vectors(module) ? irmodule_run_passes(module, "function(scalarizer<load-store>)") : 0;
}
