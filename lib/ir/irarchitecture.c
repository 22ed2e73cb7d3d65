#include "irarchitecture.h"

#include "format/architecture.h"

bool
irarchitecture_replace(LLVMModuleRef module, LLVMValueRef (*build)(LLVMBuilderRef builder, void *user), void *user)
{
	LLVMValueRef function = LLVMGetNamedFunction(module, ARCHITECTURE_FUNCTION), call;
	LLVMBuilderRef builder;
	LLVMUseRef use;

	if (!function || !LLVMIsDeclaration(function))
		return false;
	builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
	while ((use = LLVMGetFirstUse(function))) {
		call = LLVMGetUser(use);
		if (!LLVMIsACallInst(call))
			break;
		LLVMPositionBuilderBefore(builder, call);
		LLVMSetInstDebugLocation(builder, call);
		LLVMReplaceAllUsesWith(call, build(builder, user));
		LLVMInstructionEraseFromParent(call);
	}
	LLVMDisposeBuilder(builder);
	if (!LLVMGetFirstUse(function))
		LLVMDeleteFunction(function);
	return true;
}
