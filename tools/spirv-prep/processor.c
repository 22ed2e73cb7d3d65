#include "prep.h"

#include "format/architecture.h"
#include "format/irnames.h"
#include "ir/irarchitecture.h"
#include "ir/irmodule.h"

/* What asks for the processor gets: number, or the constant that is set when the program runs. */
static LLVMValueRef
build_number(LLVMBuilderRef builder, void *number)
{
	LLVMTypeRef type = LLVMInt32TypeInContext(irmodule_context());
	static const char memory[] = "memory";
	const LLVMAttributeRef none = LLVMCreateEnumAttribute(
		irmodule_context(), LLVMGetEnumAttributeKindForName(memory, sizeof memory - 1), 0);
	LLVMValueRef call, arg[2] = { LLVMConstInt(type, ARCHITECTURE_SPEC_ID, 0), LLVMConstInt(type, ARCHITECTURE_UNKNOWN, 0) };

	if (*(uint32_t *)number)
		return LLVMConstInt(type, *(uint32_t *)number, 0);
	call = build_builtin(builder, "_Z20__spirv_SpecConstantij", type, arg, 2);
	/* One is enough for a function. */
	LLVMAddCallSiteAttribute(call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, none);
	return call;
}

/* Functions that were kept apart until the target was known are like others now. */
static void
inline_functions(LLVMModuleRef module)
{
	static const char name[] = "alwaysinline";
	LLVMAttributeRef always = LLVMCreateEnumAttribute(
		irmodule_context(), LLVMGetEnumAttributeKindForName(name, sizeof name - 1), 0);
	LLVMValueRef function;

	for (function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function)) {
		if (!irmodule_string_attribute(function, ATTRIBUTE_OF_SOME_PROCESSORS, NULL))
			continue;
		LLVMSetLinkage(function, LLVMInternalLinkage);
		LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, always);
	}
}

int
prep_processor(LLVMModuleRef module, uint32_t number)
{
	static const char known[] = "function(early-cse,simplifycfg),globaldce,always-inline,"
				    "function(sroa,early-cse,simplifycfg),globaldce";
	/* llvm-spirv-15, by which others read SPIR-V, loses edges of switches that go to one block. */
	static const char constant[] = "function(early-cse),always-inline,function(sroa,early-cse,lower-switch),globaldce";

	if (!irarchitecture_replace(module, build_number, &number))
		return 0;
	inline_functions(module);
	return irmodule_run_passes(module, number ? known : constant);
}
