#include "throws.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/DebugInfo.h>

#include "base/path.h"
#include "base/text.h"
#include "ir/callgraph.h"
#include "ir/irmodule.h"

static const char assert_name[] = "__assert_fail", glibcxx_assert[] = "_ZSt21__glibcxx_assert_failPKciS0_S0_";

/* The text of the assertion that a function of that mangled name of namespace std fails; NULL for all others. */
static const char *
text_of_throw(struct arena *arena, const char *name)
{
	static const char throws[] = "__throw_", format[] = "_fmt";
	const char *word = text_starts(name, "_ZSt") || text_starts(name, "_ZNSt") ? strstr(name, throws) : NULL, *number = word;
	char *text;
	size_t len;

	while (number && number > name && isdigit((unsigned char)number[-1]))
		number--;
	if (!word || number == word)
		return NULL;
	len = strtoul(number, NULL, 10);
	if (len < sizeof throws || len > strlen(word))
		return NULL;
	word += sizeof throws - 1;
	len -= sizeof throws - 1;
	if (len > sizeof format - 1 && !memcmp(word + len - (sizeof format - 1), format, sizeof format - 1))
		len -= sizeof format - 1;
	text = arena_strndup(arena, word, len);
	return arena_printf(arena, "no std::%s", text);
}

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

static void
put_assert(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef *argument, unsigned convention)
{
	LLVMValueRef function = find_assert(module, text_pointer(module), convention), fail;

	fail = LLVMBuildCall2(builder, LLVMGlobalGetValueType(function), function, argument, 4, "");
	LLVMSetInstructionCallConv(fail, LLVMGetFunctionCallConv(function));
}

void
throws_put_assert(LLVMModuleRef module, struct arena *arena, LLVMBuilderRef builder, LLVMValueRef call, const char *text)
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

	put_assert(module, builder, argument, LLVMGetInstructionCallConv(call));
}

/* The assertion fails instead of the call, which throws, or is of file, line, function and condition. */
static void
replace_throw(LLVMModuleRef module, struct arena *arena, LLVMValueRef call, const char *text, LLVMBuilderRef builder)
{
	LLVMPositionBuilderBefore(builder, call);
	if (text) {
		throws_put_assert(module, arena, builder, call, text);
	} else {
		LLVMValueRef argument[] = {
			LLVMGetOperand(call, 3), LLVMGetOperand(call, 0), LLVMGetOperand(call, 1), LLVMGetOperand(call, 2)
		};

		put_assert(module, builder, argument, LLVMGetInstructionCallConv(call));
	}
	LLVMInstructionEraseFromParent(call);
}

void
throws_become_asserts(LLVMModuleRef module, struct arena *arena)
{
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
	LLVMValueRef function, call;
	LLVMUseRef use, next;

	for (function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function)) {
		const char *name = irmodule_name(function), *text = text_of_throw(arena, name);

		if (!text && strcmp(name, glibcxx_assert) != 0)
			continue;
		for (use = LLVMGetFirstUse(function); use; use = next) {
			next = LLVMGetNextUse(use);
			call = LLVMGetUser(use);
			if (LLVMIsACallInst(call) && callgraph_callee(call) == function)
				replace_throw(module, arena, call, text, builder);
		}
	}
	LLVMDisposeBuilder(builder);
}
