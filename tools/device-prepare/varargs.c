#include "varargs.h"

#include <string.h>

#include "base/text.h"
#include "ir/callgraph.h"
#include "ir/irmodule.h"

bool
varargs_are_read(LLVMValueRef function)
{
	LLVMBasicBlockRef block;
	LLVMValueRef i, callee;

	if (!LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function)))
		return false;
	for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
			callee = LLVMIsACallInst(i) ? callgraph_callee(i) : NULL;
			if (callee && text_starts(irmodule_name(callee), "llvm.va_start"))
				return true;
		}
	return false;
}

void
varargs_inline(LLVMModuleRef module)
{
	static const char *const unwanted[] = { "noinline", "optnone" };
	const char *wanted = "alwaysinline";
	LLVMAttributeRef always = LLVMCreateEnumAttribute(LLVMGetModuleContext(module),
		LLVMGetEnumAttributeKindForName(wanted, strlen(wanted)), 0);
	LLVMAttributeIndex index = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
	LLVMValueRef function;

	for (function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function)) {
		if (LLVMIsDeclaration(function) || !LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function)) || varargs_are_read(function))
			continue;
		for (size_t i = 0; i < sizeof unwanted / sizeof *unwanted; i++)
			LLVMRemoveEnumAttributeAtIndex(function, index, LLVMGetEnumAttributeKindForName(unwanted[i], strlen(unwanted[i])));
		LLVMAddAttributeAtIndex(function, index, always);
	}
}
