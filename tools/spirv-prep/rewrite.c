#include "rewrite.h"

#include <stdio.h>
#include <string.h>

#include "ir/irmodule.h"
#include "ir/irtype.h"

LLVMValueRef
arg(LLVMValueRef call, unsigned i)
{
	return LLVMGetOperand(call, i);
}

unsigned
alignment_of(LLVMValueRef call, unsigned i)
{
	LLVMAttributeRef align = LLVMGetCallSiteEnumAttribute(call, i + 1, LLVMGetEnumAttributeKindForName("align", 5));

	return align ? (unsigned)LLVMGetEnumAttributeValue(align) : 1;
}

unsigned
width_of(LLVMValueRef value)
{
	return LLVMGetIntTypeWidth(irtype_scalar(LLVMTypeOf(value)));
}

LLVMValueRef
pair(LLVMBuilderRef b, LLVMValueRef call, LLVMValueRef first, LLVMValueRef second)
{
	LLVMValueRef whole = LLVMBuildInsertValue(b, LLVMGetPoison(LLVMTypeOf(call)), first, 0, "");

	return LLVMBuildInsertValue(b, whole, second, 1, "");
}

LLVMValueRef
local_variable(LLVMBuilderRef b, LLVMTypeRef type)
{
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(LLVMGetInsertBlock(b)));
	LLVMBuilderRef first = builder_before(LLVMGetFirstInstruction(entry));
	LLVMValueRef variable = LLVMBuildAlloca(first, type, "");

	LLVMDisposeBuilder(first);
	return variable;
}

LLVMValueRef
unary(LLVMBuilderRef b, const char *name, LLVMValueRef x)
{
	LLVMTypeRef type = LLVMTypeOf(x);

	return build_intrinsic(b, name, &type, 1, &x, 1);
}

/* --- mangled names of OpenCL functions --------------------------------------------- */

/* The letter of a scalar type, NULL when OpenCL's functions have no such parameter. */
static const char *
letter_of(LLVMTypeRef type, bool is_unsigned)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMFloatTypeKind: return "f";
	case LLVMDoubleTypeKind: return "d";
	case LLVMHalfTypeKind: return "Dh";
	case LLVMIntegerTypeKind: break;
	default: return NULL;
	}
	switch (LLVMGetIntTypeWidth(type)) {
	case 8: return is_unsigned ? "h" : "c";
	case 16: return is_unsigned ? "t" : "s";
	case 32: return is_unsigned ? "j" : "i";
	case 64: return is_unsigned ? "m" : "l";
	default: return NULL;
	}
}

static bool
mangle_as(char name[64], const char *function, LLVMTypeRef type, const char *more, bool is_unsigned)
{
	const char *letter = letter_of(irtype_scalar(type), is_unsigned);

	if (!letter)
		return false;
	if (LLVMGetTypeKind(type) == LLVMVectorTypeKind)
		snprintf(name, 64, "_Z%zu%sDv%u_%s%s", strlen(function), function, LLVMGetVectorSize(type), letter, more);
	else
		snprintf(name, 64, "_Z%zu%s%s%s", strlen(function), function, letter, more);
	return true;
}

bool
mangle(char name[64], const char *function, LLVMTypeRef type, const char *more)
{
	return mangle_as(name, function, type, more, false);
}

bool
mangle_unsigned(char name[64], const char *function, LLVMTypeRef type, const char *more)
{
	return mangle_as(name, function, type, more, true);
}

LLVMValueRef
build_two_results(LLVMBuilderRef b, const char *function, LLVMValueRef call, LLVMTypeRef out, const char *more)
{
	LLVMTypeRef type = LLVMTypeOf(arg(call, 0));
	LLVMValueRef both[2] = { arg(call, 0), NULL }, first;
	char name[64];

	if (!mangle(name, function, type, more))
		return NULL;
	both[1] = local_variable(b, out);
	first = build_builtin(b, name, type, both, 2);
	return pair(b, call, first, LLVMBuildLoad2(b, out, both[1], ""));
}

LLVMValueRef
build_math(LLVMBuilderRef b, const char *function, LLVMValueRef call, unsigned n)
{
	LLVMTypeRef type = LLVMTypeOf(arg(call, 0));
	bool is_vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
	const char *letter = letter_of(irtype_scalar(type), false);
	LLVMValueRef all[3] = { NULL, NULL, NULL };
	char name[64], more[16] = "";
	unsigned i;

	if (!letter)
		return NULL;
	for (i = 0; i < n; i++) {
		all[i] = arg(call, i);
		if (i)	/* a repeated vector is a substitution, a scalar its letter */
			strcat(more, is_vector ? "S_" : letter);
	}
	return mangle(name, function, type, more) ? build_builtin(b, name, LLVMTypeOf(call), all, n) : NULL;
}

/* --- calls ------------------------------------------------------------------------------ */

LLVMValueRef
rewrite_to_argument(LLVMBuilderRef b, LLVMValueRef call)
{
	(void)b;
	return arg(call, 0);
}

LLVMValueRef
rewrite_to_nothing(LLVMBuilderRef b, LLVMValueRef call)
{
	(void)b;
	return LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind ? call : LLVMConstNull(LLVMTypeOf(call));
}

/* Dynamic allocations use the stack pointer: with them stacksave must stay. */
static bool
has_dynamic_alloca(LLVMValueRef function)
{
	LLVMBasicBlockRef block;
	LLVMValueRef inst;

	for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (inst = LLVMGetFirstInstruction(block); inst; inst = LLVMGetNextInstruction(inst))
			if (LLVMGetInstructionOpcode(inst) == LLVMAlloca && !LLVMIsAConstantInt(LLVMGetOperand(inst, 0)))
				return true;
	return false;
}

static void
rewrite_call(LLVMValueRef call, rewriter *how)
{
	LLVMBuilderRef builder;
	LLVMValueRef by;

	if (!strncmp(irmodule_name(LLVMGetCalledValue(call)), "llvm.stack", 10) &&
	    has_dynamic_alloca(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call))))
		return;
	builder = builder_before(call);
	by = how(builder, call);
	LLVMDisposeBuilder(builder);
	if (by == call)
		LLVMInstructionEraseFromParent(call);
	else if (by)
		replace_instruction(call, by);
}

static void
rewrite_calls_of(LLVMValueRef function, rewriter *how)
{
	LLVMUseRef use, next;

	for (use = LLVMGetFirstUse(function); use; use = next) {
		LLVMValueRef user = LLVMGetUser(use);

		next = LLVMGetNextUse(use);
		if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) == function)
			rewrite_call(user, how);
	}
	if (!LLVMGetFirstUse(function))
		LLVMDeleteFunction(function);
}

void
rewrite_calls(LLVMModuleRef module, const struct rewriting *table, size_t n)
{
	LLVMValueRef function, next;
	size_t i;

	for (function = LLVMGetFirstFunction(module); function; function = next) {
		const char *name = irmodule_name(function);

		next = LLVMGetNextFunction(function);
		for (i = 0; i < n; i++) {
			size_t len = strlen(table[i].name);

			if (!strncmp(name, table[i].name, len) && (name[len] == '.' || !name[len])) {
				rewrite_calls_of(function, table[i].rewrite);
				break;
			}
		}
	}
}
