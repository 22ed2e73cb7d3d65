#include "mux/read/given.h"

#include <string.h>

#include "base/diag.h"
#include "base/path.h"
#include "ir/irmodule.h"
#include "mux/lower/builtin.h"
#include "mux/mux.h"
#include "mux/regions/collective.h"

enum scope { SCOPE_WORK_GROUP, SCOPE_SUB_GROUP, SCOPE_VEC_GROUP };
enum kind { KIND_TRUTH, KIND_BROADCAST, KIND_REDUCE, KIND_INCLUSIVE, KIND_EXCLUSIVE };

struct group_operation {
	enum scope scope;
	enum kind kind;
	const char *op;		/* of reductions and scans */
};

static const char prefix[] = "__mux_";

/* One call of the function, for its line; NULL when nothing calls it. */
static LLVMValueRef
a_call(LLVMValueRef function)
{
	LLVMUseRef use;

	for (use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
		if (LLVMIsACallInst(LLVMGetUser(use)))
			return LLVMGetUser(use);
	return NULL;
}

/* Whether the function has that type.  Reports. */
static bool
has_type(struct compilation *c, LLVMValueRef function, LLVMTypeRef type)
{
	char *expected, *found;

	if (LLVMGlobalGetValueType(function) == type)
		return true;
	expected = LLVMPrintTypeToString(type);
	found = LLVMPrintTypeToString(LLVMGlobalGetValueType(function));
	code_error(c, a_call(function), "'%s' has type '%s', not '%s'", irmodule_name(function), expected, found);
	LLVMDisposeMessage(expected);
	LLVMDisposeMessage(found);
	return false;
}

/* --- group operations --- */

/* Moves text past the word; false when it begins with something else. */
static bool
take_word(const char **text, const char *word)
{
	if (strncmp(*text, word, strlen(word)))
		return false;
	*text += strlen(word);
	return true;
}

/* Reads SCOPE_KIND_[OP_], of which *rest is the type; false for other names. */
static bool
read_operation(const char *name, struct group_operation *operation, const char **rest)
{
	static const char *const scopes[] = { "work_group_", "sub_group_", "vec_group_" };
	static const struct { const char *name; enum kind kind; const char *op; } kinds[] = {
		{ "any_", KIND_TRUTH, "or" }, { "all_", KIND_TRUTH, "and" }, { "broadcast_", KIND_BROADCAST, NULL },
		{ "reduce_", KIND_REDUCE, NULL }, { "scan_inclusive_", KIND_INCLUSIVE, NULL },
		{ "scan_exclusive_", KIND_EXCLUSIVE, NULL },
	};
	static const char *const ops[] = { "add_", "mul_", "fadd_", "fmul_", "smin_", "umin_", "fmin_", "smax_", "umax_", "fmax_",
					   "and_", "or_", "xor_", "logical_and_", "logical_or_", "logical_xor_" };
	size_t i;

	*rest = name;
	for (i = 0; i < 3 && !take_word(rest, scopes[i]); i++)
		;
	if (i == 3)
		return false;
	operation->scope = (enum scope)i;
	for (i = 0; i < sizeof kinds / sizeof *kinds && !take_word(rest, kinds[i].name); i++)
		;
	if (i == sizeof kinds / sizeof *kinds)
		return false;
	operation->kind = kinds[i].kind;
	operation->op = kinds[i].op;
	if (operation->kind < KIND_REDUCE)
		return true;
	for (i = 0; i < sizeof ops / sizeof *ops; i++)
		if (take_word(rest, ops[i])) {
			operation->op = ops[i];
			return true;
		}
	return false;
}

/* The type of that name; NULL for other words. */
static LLVMTypeRef
type_of_name(struct compilation *c, const char *name, bool may_be_vector)
{
	LLVMTypeRef scalar[] = { c->i1, c->i8, LLVMInt16TypeInContext(c->context), c->i32, c->i64,
				 LLVMHalfTypeInContext(c->context), LLVMFloatTypeInContext(c->context),
				 LLVMDoubleTypeInContext(c->context) }, type;
	unsigned n, i;

	for (i = 0; i < sizeof scalar / sizeof *scalar; i++)
		for (n = 1; n <= (may_be_vector ? 64 : 1); n++) {
			type = n > 1 ? LLVMVectorType(scalar[i], n) : scalar[i];
			if (!strcmp(collective_type_name(c->arena, type), name))
				return type;
		}
	return NULL;
}

/* Whether the operation is one of such numbers. */
static bool
fits(const struct group_operation *operation, LLVMTypeRef element)
{
	bool is_int = LLVMGetTypeKind(element) == LLVMIntegerTypeKind, is_truth = is_int && LLVMGetIntTypeWidth(element) == 1;

	if (operation->kind == KIND_BROADCAST)
		return true;
	if (operation->kind == KIND_TRUTH || is_truth)
		return is_truth && (operation->kind == KIND_TRUTH || !strncmp(operation->op, "logical_", 8));
	return is_int == (operation->op[0] != 'f');
}

/* The function's type: work-groups have the number of a barrier first, and three indices for one. */
static LLVMTypeRef
type_of_operation(struct compilation *c, const struct group_operation *operation, LLVMTypeRef type)
{
	bool whole = operation->scope == SCOPE_WORK_GROUP, scan = operation->kind >= KIND_INCLUSIVE;
	LLVMTypeRef param[5], element = LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetElementType(type) : type;
	unsigned n = 0, i;

	if (whole)
		param[n++] = c->i32;
	param[n++] = type;
	if (operation->kind == KIND_BROADCAST)
		for (i = 0; i < (whole ? 3 : 1); i++)
			param[n++] = whole ? c->i64 : c->i32;
	return LLVMFunctionType(scan ? type : element, param, n, 0);
}

/* A vec-group's values are the elements of a vector, or the one value. */
static void
define_of_vector(struct compilation *c, const struct group_operation *operation, LLVMValueRef function)
{
	LLVMValueRef value = LLVMGetParam(function, 0), result = value, sum, element;
	bool is_vector = LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMVectorTypeKind;
	unsigned n = is_vector ? LLVMGetVectorSize(LLVMTypeOf(value)) : 1, i;
	LLVMTypeRef type = is_vector ? LLVMGetElementType(LLVMTypeOf(value)) : LLVMTypeOf(value);
	const char *op = operation->op ? arena_strndup(c->arena, operation->op, strcspn(operation->op, "_")) : NULL;
	LLVMBuilderRef b = c->builder;

	if (op && !strcmp(op, "logical"))
		op = arena_strndup(c->arena, operation->op, strlen(operation->op) - 1);
	LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(c->context, function, "entry"));
	if (operation->kind == KIND_BROADCAST) {
		result = is_vector ? LLVMBuildExtractElement(b, value, LLVMGetParam(function, 1), "") : value;
		LLVMBuildRet(b, result);
		return;
	}
	sum = collective_identity(op, type, operation->kind == KIND_EXCLUSIVE);
	for (i = 0; i < n; i++) {
		element = is_vector ? LLVMBuildExtractElement(b, value, const_int(c->i32, i), "") : value;
		if (operation->kind == KIND_EXCLUSIVE)
			result = is_vector ? LLVMBuildInsertElement(b, result, sum, const_int(c->i32, i), "") : sum;
		sum = collective_combine(b, op, sum, element);
		if (operation->kind == KIND_INCLUSIVE)
			result = is_vector ? LLVMBuildInsertElement(b, result, sum, const_int(c->i32, i), "") : sum;
	}
	LLVMBuildRet(b, operation->kind >= KIND_INCLUSIVE ? result : sum);
}

/* A group operation; false when the function is none. */
static bool
take_operation(struct compilation *c, LLVMValueRef function)
{
	struct group_operation operation;
	LLVMTypeRef type;
	const char *name;

	if (!read_operation(irmodule_name(function) + sizeof prefix - 1, &operation, &name))
		return false;
	type = type_of_name(c, name, operation.scope == SCOPE_VEC_GROUP);
	if (!type || !fits(&operation, LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetElementType(type) : type))
		return false;
	if (!has_type(c, function, type_of_operation(c, &operation, type)))
		return true;
	if (operation.scope == SCOPE_VEC_GROUP)
		define_of_vector(c, &operation, function);
	return operation.scope != SCOPE_SUB_GROUP || operation.kind != KIND_BROADCAST;
}

/* --- functions of share/mux-builtins.cl --- */

static LLVMModuleRef
read_library(struct compilation *c)
{
	const char *path = path_shared(c->arena, "/proc/self/exe", "mux/builtins.bc");

	if (path)
		return irmodule_read(path);
	diag(DIAG_ERROR, "cannot find 'share/mux/builtins.bc'");
	return NULL;
}

static const char *
library_name(struct compilation *c, LLVMValueRef function)
{
	return arena_printf(c->arena, "__mux_given_%s", irmodule_name(function) + sizeof prefix - 1);
}

/* What the library defines takes the function's place; false when it does not. */
static bool
take_from(struct compilation *c, LLVMModuleRef library, LLVMValueRef function)
{
	const char *name = library_name(c, function);
	LLVMValueRef definition = LLVMGetNamedFunction(library, name);

	if (!definition || LLVMIsDeclaration(definition))
		return false;
	if (has_type(c, function, LLVMGlobalGetValueType(definition)))
		LLVMSetValueName2(function, name, strlen(name));
	return true;
}

/* Links the functions that the module calls. */
static int
link_library(struct compilation *c, LLVMModuleRef library)
{
	LLVMValueRef function, next;

	for (function = LLVMGetFirstFunction(library); function; function = next) {
		next = LLVMGetNextFunction(function);
		if (!LLVMIsDeclaration(function) && LLVMGetLinkage(function) == LLVMExternalLinkage &&
		    !LLVMGetNamedFunction(c->module, irmodule_name(function)))
			LLVMDeleteFunction(function);
	}
	return mux_join(c->module, library);
}

static void
take_function(struct compilation *c, LLVMValueRef function, LLVMModuleRef library)
{
	static const char shuffle[] = "__mux_sub_group_shuffle_";
	static const struct group_operation of_index = { SCOPE_SUB_GROUP, KIND_BROADCAST, NULL };
	const char *name = irmodule_name(function);
	LLVMTypeRef type = NULL;
	enum builtin builtin;

	if (strstr(name, "sub_group"))
		c->sub_groups = true;
	if (take_operation(c, function) || take_from(c, library, function))
		return;
	builtin = builtin_of(function);
	if (builtin && builtin != BUILTIN_LOCAL_MEMORY && builtin != BUILTIN_SUB_GROUP_BARRIER)
		has_type(c, function, builtin_type(c, builtin));
	else if (!strncmp(name, shuffle, sizeof shuffle - 1) && (type = type_of_name(c, name + sizeof shuffle - 1, false)))
		has_type(c, function, type_of_operation(c, &of_index, type));
	else
		code_error(c, a_call(function), "'%s' is no builtin of ComputeMux", name);
}

int
given_take(struct compilation *c)
{
	LLVMModuleRef library = NULL;
	LLVMValueRef function;

	for (function = LLVMGetFirstFunction(c->module); function; function = LLVMGetNextFunction(function)) {
		if (!LLVMIsDeclaration(function) || !a_call(function) ||
		    strncmp(irmodule_name(function), prefix, sizeof prefix - 1))
			continue;
		if (!library && !(library = read_library(c)))
			return -1;
		take_function(c, function, library);
	}
	if (library && link_library(c, library))
		return -1;
	return c->failed ? -1 : 0;
}
