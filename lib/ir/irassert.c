#include "irassert.h"

#include <string.h>

#include <llvm-c/DebugInfo.h>

#include "base/path.h"
#include "base/text.h"
#include "irmodule.h"

static const char assert_name[] = "__assert_fail";

/* A constant text, as the type of pointers. */
static LLVMValueRef
make_text(LLVMModuleRef module, const char *text, LLVMTypeRef pointer)
{
	/* Where clang puts those of all devices. */
	enum { GLOBAL_SPACE = 1 };
	LLVMValueRef value = LLVMConstStringInContext2(LLVMGetModuleContext(module), text, strlen(text), 0);
	LLVMValueRef variable = LLVMAddGlobalInAddressSpace(module, LLVMTypeOf(value), ".str", GLOBAL_SPACE);

	LLVMSetInitializer(variable, value);
	LLVMSetGlobalConstant(variable, 1);
	LLVMSetLinkage(variable, LLVMPrivateLinkage);
	LLVMSetUnnamedAddress(variable, LLVMGlobalUnnamedAddr);
	return LLVMConstAddrSpaceCast(variable, pointer);
}

/* Declares C's function for failed assertions; the type of its texts is what a device's pointers are. */
static LLVMValueRef
find_assert(LLVMModuleRef module, LLVMTypeRef pointer, unsigned convention)
{
	LLVMContextRef context = LLVMGetModuleContext(module);
	LLVMTypeRef argument[] = { pointer, pointer, LLVMInt32TypeInContext(context), pointer };
	LLVMValueRef function = LLVMGetNamedFunction(module, assert_name);

	if (function)
		return function;
	function = LLVMAddFunction(module, assert_name, LLVMFunctionType(LLVMVoidTypeInContext(context), argument, 4, 0));
	LLVMSetFunctionCallConv(function, convention);
	LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
		LLVMCreateEnumAttribute(context, LLVMGetEnumAttributeKindForName("noreturn", 8), 0));
	return function;
}

/* The type of texts.  Pointers to functions are not generic on SPIR-V; what text has one is. */
static LLVMTypeRef
text_pointer(LLVMModuleRef module)
{
	return LLVMPointerTypeInContext(LLVMGetModuleContext(module), text_starts(LLVMGetTarget(module), "spir") ? 4 : 0);
}

void
irassert_put_words(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef *argument, unsigned convention)
{
	LLVMValueRef function = find_assert(module, text_pointer(module), convention), fail;

	fail = LLVMBuildCall2(builder, LLVMGlobalGetValueType(function), function, argument, 4, "");
	LLVMSetInstructionCallConv(fail, LLVMGetFunctionCallConv(function));
}

void
irassert_put(LLVMModuleRef module, struct arena *arena, LLVMBuilderRef builder, LLVMValueRef call, const char *text)
{
	LLVMTypeRef pointer = text_pointer(module);
	LLVMValueRef caller = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
	unsigned len;
	const char *file = LLVMGetDebugLocFilename(call, &len);
	LLVMValueRef argument[] = {
		make_text(module, text, pointer),
		make_text(module, file ? basename(arena_strndup(arena, file, len)) : "", pointer),
		LLVMConstInt(LLVMInt32TypeInContext(LLVMGetModuleContext(module)), LLVMGetDebugLocLine(call), 0),
		make_text(module, irmodule_demangle(arena, irmodule_name(caller)), pointer),
	};

	irassert_put_words(module, builder, argument, LLVMGetInstructionCallConv(call));
}
