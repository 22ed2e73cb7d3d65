#include "specids.h"

#include <llvm-c/Comdat.h>
#include <llvm-c/DebugInfo.h>
#include <stdbool.h>
#include <string.h>

#include "base/diag.h"
#include "ir/callgraph.h"
#include "ir/irmodule.h"

/* The two markers that the headers call: T get(symbolic id, variable, buffer); composites return by sret. */
static bool
is_marker(const char *name)
{
	return strstr(name, "__sycl_getScalar2020SpecConstantValue") ||
	       strstr(name, "__sycl_getComposite2020SpecConstantValue");
}

/* The global that a constant address refers to, through casts. */
static LLVMValueRef
global_of(LLVMValueRef value)
{
	while (LLVMIsAConstantExpr(value) && LLVMGetNumOperands(value))
		value = LLVMGetOperand(value, 0);
	return LLVMIsAGlobalVariable(value) ? value : NULL;
}

/* A copy of the string variable with @id appended; NULL when it is not a string. */
static LLVMValueRef
with_id(LLVMModuleRef module, struct arena *arena, LLVMValueRef string, const char *id)
{
	LLVMValueRef data = LLVMGetInitializer(string), copy;
	const char *text;
	size_t len;

	if (!data || !LLVMIsAConstantDataArray(data) || !LLVMIsConstantString(data))
		return NULL;
	text = LLVMGetAsString(data, &len);
	text = arena_printf(arena, "%.*s@%s", (int)strnlen(text, len), text, id);
	data = LLVMConstStringInContext2(irmodule_context(), text, strlen(text), 0);
	copy = LLVMAddGlobalInAddressSpace(module, LLVMTypeOf(data), irmodule_name(string),
					   LLVMGetPointerAddressSpace(LLVMTypeOf(string)));
	LLVMSetInitializer(copy, data);
	LLVMSetLinkage(copy, LLVMPrivateLinkage);
	LLVMSetGlobalConstant(copy, 1);
	LLVMSetUnnamedAddress(copy, LLVMGlobalUnnamedAddr);
	return copy;
}

static void
localize_call(LLVMModuleRef module, struct arena *arena, LLVMValueRef call, const char *id)
{
	unsigned n = LLVMGetNumArgOperands(call), first = n > 3 ? n - 3 : 0;
	LLVMValueRef string, variable, copy, operand;

	if (n < 3)
		return;
	operand = LLVMGetOperand(call, first);
	string = global_of(operand);
	variable = global_of(LLVMGetOperand(call, first + 1));
	if (!string || !variable || !irmodule_is_local(variable))
		return;
	copy = with_id(module, arena, string, id);
	if (!copy)
		return;
	if (LLVMTypeOf(copy) != LLVMTypeOf(operand))
		copy = LLVMConstAddrSpaceCast(copy, LLVMTypeOf(operand));
	LLVMSetOperand(call, first, copy);
}

/*
 * The uses of a global, also through casts.  Sets *read when a marker gets it;
 * returns an instruction that initializes it before main(), or NULL.
 */
static LLVMValueRef
find_uses(LLVMValueRef value, bool *read, unsigned steps)
{
	LLVMValueRef user, init = NULL, found;
	LLVMUseRef use;

	for (use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
		user = LLVMGetUser(use);
		if (LLVMIsAConstantExpr(user)) {
			found = steps ? find_uses(user, read, steps - 1) : NULL;
			init = init && !found ? init : found;
		} else if (LLVMIsAInstruction(user)) {
			LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(user));
			LLVMValueRef callee = LLVMIsACallInst(user) ? callgraph_callee(user) : NULL;

			*read |= callee && is_marker(irmodule_name(callee));
			if (!strncmp(irmodule_name(function), "__cxx_global_var_init", 21) &&
			    (!init || LLVMGetDebugLocLine(user)))
				init = user;
		}
	}
	return init;
}

bool
specids_is_read(LLVMValueRef variable)
{
	bool read = false;

	find_uses(variable, &read, 4);
	return read;
}

void
specids_check(LLVMModuleRef module, struct arena *arena, const char *source)
{
	LLVMValueRef variable, init;
	const char *file;
	unsigned len;
	bool read;

	for (variable = LLVMGetFirstGlobal(module); variable; variable = LLVMGetNextGlobal(variable)) {
		struct diag_place place = { source, 0, 0 };

		read = false;
		init = find_uses(variable, &read, 4);
		if (!init || !read)
			continue;
		file = LLVMGetDebugLocFilename(init, &len);
		if (file && LLVMGetDebugLocLine(init))
			place = (struct diag_place){ arena_strndup(arena, file, len), LLVMGetDebugLocLine(init),
						     LLVMGetDebugLocColumn(init) };
		diag_at(&place, DIAG_ERROR, "the default value of specialization constant '%s' is not a constant expression",
			irmodule_demangle(arena, irmodule_name(variable)));
	}
}

/*
 * For a type without external linkage clang requires a definition of the marker
 * function: drops its body.
 */
static void
forget_body(LLVMValueRef function)
{
	LLVMBasicBlockRef block;

	if (LLVMIsDeclaration(function))
		return;
	while ((block = LLVMGetFirstBasicBlock(function))) {
		LLVMValueRef instruction;

		while ((instruction = LLVMGetLastInstruction(block)))
			LLVMInstructionEraseFromParent(instruction);
		LLVMDeleteBasicBlock(block);
	}
	LLVMSetSubprogram(function, NULL);
	LLVMSetComdat(function, NULL);
	LLVMSetLinkage(function, LLVMExternalLinkage);
}

void
specids_localize(LLVMModuleRef module, struct arena *arena, const char *id)
{
	LLVMValueRef function, user;
	LLVMUseRef use;

	for (function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function)) {
		if (!is_marker(irmodule_name(function)))
			continue;
		forget_body(function);
		for (use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
			user = LLVMGetUser(use);
			if (LLVMIsACallInst(user) && callgraph_callee(user) == function)
				localize_call(module, arena, user, id);
		}
	}
}
