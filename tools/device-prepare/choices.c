#include "choices.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <stdbool.h>
#include <string.h>

#include "base/args.h"
#include "base/hash.h"
#include "entries.h"
#include "format/irnames.h"
#include "ir/irassert.h"
#include "ir/irmodule.h"
#include "ir/irvirtual.h"

void
choices_init(struct choices *choices, LLVMModuleRef module, struct arena *arena, const char *id)
{
	LLVMTypeRef word = LLVMIntPtrTypeInContext(LLVMGetModuleContext(module), LLVMGetModuleDataLayout(module));

	*choices = (struct choices){ .module = module, .arena = arena, .id = id, .word = word };
}

uint64_t
choices_number(const struct choices *choices, LLVMValueRef function)
{
	struct hash hash;
	uint64_t word[2];

	hash_init(&hash);
	hash_add_string(&hash, irmodule_name(function));
	if (irmodule_is_local(function))
		hash_add_string(&hash, choices->id);
	hash_get(&hash, word);
	return word[0] | 1;
}

void
choices_offer(const struct choices *choices, LLVMValueRef function, const char *set, uint64_t number)
{
	const char *name;

	if (LLVMIsDeclaration(function))
		return;
	irmodule_set_string_attribute(function, ATTRIBUTE_INDIRECTLY_CALLABLE, set);
	irmodule_set_string_attribute(function, ATTRIBUTE_VIRTUAL_NUMBER,
		arena_printf(choices->arena, "%llu", (unsigned long long)number));
	if (!irmodule_is_local(function))
		return;
	name = entries_local_name(choices->module, choices->arena, arena_strdup(choices->arena, irmodule_name(function)), choices->id);
	LLVMSetValueName2(function, name, strlen(name));
	LLVMSetLinkage(function, LLVMExternalLinkage);
}

/* What caller and called function must agree on, of one parameter or the result (index 0). */
static const char *const passing[] = { "sret", "byval", "zeroext", "signext", "inreg", "align" };
enum { N_PASSING = sizeof passing / sizeof *passing };

/* Of a call, or of a function. */
static LLVMAttributeRef
passing_of(LLVMValueRef value, LLVMAttributeIndex index, size_t which)
{
	unsigned kind = LLVMGetEnumAttributeKindForName(passing[which], strlen(passing[which]));

	return LLVMIsAFunction(value) ? LLVMGetEnumAttributeAtIndex(value, index, kind)
				      : LLVMGetCallSiteEnumAttribute(value, index, kind);
}

static const char *
type_text(const struct choices *choices, LLVMTypeRef type)
{
	char *text = LLVMPrintTypeToString(type);
	const char *copy = arena_strdup(choices->arena, text);

	LLVMDisposeMessage(text);
	return copy;
}

const char *
choices_type(const struct choices *choices, LLVMValueRef value)
{
	LLVMTypeRef type = LLVMIsAFunction(value) ? LLVMGlobalGetValueType(value) : LLVMGetCalledFunctionType(value);
	LLVMAttributeRef attribute;
	struct hash hash;
	uint64_t word[2];

	hash_init(&hash);
	hash_add_string(&hash, type_text(choices, type));
	for (unsigned index = 0; index <= LLVMCountParamTypes(type); index++)
		for (size_t i = 0; i < N_PASSING; i++)
			if ((attribute = passing_of(value, index, i)))
				hash_add_string(&hash, arena_printf(choices->arena, "%u %s %s", index, passing[i],
					LLVMIsTypeAttribute(attribute) ? type_text(choices, LLVMGetTypeAttributeValue(attribute)) : ""));
	hash_get(&hash, word);
	return arena_printf(choices->arena, "%016llx", (unsigned long long)word[0]);
}

/* The declaration of a function of a number and the arguments of the call, which means the same in all translation units. */
static LLVMValueRef
declare(const struct choices *choices, LLVMValueRef call, uint64_t slot)
{
	LLVMContextRef context = LLVMGetModuleContext(choices->module);
	const char *name = arena_printf(choices->arena, "__virtual_call_%llu_%s", (unsigned long long)slot, choices_type(choices, call));
	LLVMTypeRef type = LLVMGetCalledFunctionType(call), *param;
	LLVMValueRef function = LLVMGetNamedFunction(choices->module, name);
	LLVMAttributeRef attribute;
	unsigned n = LLVMCountParamTypes(type);

	if (function)
		return function;
	param = arena_alloc(choices->arena, (n + 1) * sizeof *param);
	param[0] = choices->word;
	LLVMGetParamTypes(type, param + 1);
	function = LLVMAddFunction(choices->module, name, LLVMFunctionType(LLVMGetReturnType(type), param, n + 1, false));
	LLVMSetFunctionCallConv(function, LLVMGetInstructionCallConv(call));
	irmodule_set_string_attribute(function, ATTRIBUTE_VIRTUAL_SLOT,
		arena_printf(choices->arena, "%llu", (unsigned long long)slot));
	LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
		LLVMCreateEnumAttribute(context, LLVMGetEnumAttributeKindForName("convergent", 10), 0));
	for (unsigned index = 0; index <= n; index++)
		for (size_t i = 0; i < N_PASSING; i++)
			if ((attribute = passing_of(call, index, i)))
				LLVMAddAttributeAtIndex(function, index ? index + 1 : 0, attribute);
	return function;
}

/* Post-link writes failed assertions, too late for the device library, which must see that they are used. */
static void
use_assert(const struct choices *choices, LLVMValueRef call)
{
	LLVMContextRef context = LLVMGetModuleContext(choices->module);
	LLVMBuilderRef builder;
	LLVMValueRef function;

	if (LLVMGetNamedFunction(choices->module, IRVIRTUAL_ASSERT))
		return;
	builder = LLVMCreateBuilderInContext(context);
	function = LLVMAddFunction(choices->module, IRVIRTUAL_ASSERT, LLVMFunctionType(LLVMVoidTypeInContext(context), NULL, 0, false));
	LLVMSetFunctionCallConv(function, LLVMGetInstructionCallConv(call));
	LLVMSetLinkage(function, LLVMWeakODRLinkage);
	irmodule_set_string_attribute(function, ATTRIBUTE_VIRTUAL_NUMBER, "0");
	LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, function, ""));
	irassert_put(choices->module, choices->arena, builder, call, "");
	LLVMBuildRetVoid(builder);
	LLVMDisposeBuilder(builder);
}

void
choices_replace_call(const struct choices *choices, LLVMValueRef call, LLVMValueRef number, uint64_t slot)
{
	LLVMContextRef context = LLVMGetModuleContext(choices->module);
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
	LLVMValueRef choice = declare(choices, call, slot), new, *argument;
	unsigned n = LLVMGetNumArgOperands(call);
	LLVMAttributeRef attribute;

	argument = arena_alloc(choices->arena, (n + 1) * sizeof *argument);
	use_assert(choices, call);
	LLVMPositionBuilderBefore(builder, call);
	argument[0] = number;
	for (unsigned i = 0; i < n; i++)
		argument[i + 1] = LLVMGetOperand(call, i);
	new = LLVMBuildCall2(builder, LLVMGlobalGetValueType(choice), choice, argument, n + 1, "");
	LLVMSetInstructionCallConv(new, LLVMGetFunctionCallConv(choice));
	LLVMAddCallSiteAttribute(new, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
		LLVMCreateStringAttribute(context, ATTRIBUTE_VIRTUAL_CALL, strlen(ATTRIBUTE_VIRTUAL_CALL), "", 0));
	for (unsigned index = 0; index <= n; index++)
		for (size_t i = 0; i < N_PASSING; i++)
			if ((attribute = passing_of(call, index, i)))
				LLVMAddCallSiteAttribute(new, index ? index + 1 : 0, attribute);
	LLVMInstructionSetDebugLoc(new, LLVMInstructionGetDebugLoc(call));
	LLVMReplaceAllUsesWith(call, new);
	LLVMInstructionEraseFromParent(call);
	LLVMDisposeBuilder(builder);
}

const char *
choices_add_set(struct arena *arena, const char *sets, const char *set)
{
	size_t n;
	char **part = args_split(arena, sets ? sets : "", ',', &n);

	for (size_t i = 0; i < n; i++)
		if (!strcmp(part[i], set))
			return sets;
	return sets && *sets ? arena_printf(arena, "%s,%s", sets, set) : set;
}
