#include <string.h>

#include "ir/irmodule.h"
#include "mux/lower/builtin.h"
#include "mux/regions/collective.h"

const char *
collective_type_name(struct arena *arena, LLVMTypeRef type)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMIntegerTypeKind:
		return arena_printf(arena, "i%u", LLVMGetIntTypeWidth(type));
	case LLVMHalfTypeKind:
		return "f16";
	case LLVMFloatTypeKind:
		return "f32";
	case LLVMDoubleTypeKind:
		return "f64";
	case LLVMVectorTypeKind:
		return arena_printf(arena, "v%u%s", LLVMGetVectorSize(type),
				    collective_type_name(arena, LLVMGetElementType(type)));
	default:
		return "ptr";
	}
}

LLVMValueRef
collective_call(struct compilation *c, bool sub_group, const char *what, LLVMValueRef value, LLVMValueRef index)
{
	LLVMTypeRef type = LLVMTypeOf(value), param[3], function_type;
	LLVMValueRef arg[3], function;
	const char *name = arena_printf(c->arena, "__mux_%s_%s_%s", sub_group ? "sub_group" : "work_group", what,
					collective_type_name(c->arena, type));
	unsigned n = 0, i;

	/* Those of a work-group have the number of a barrier first. */
	if (!sub_group)
		arg[n++] = const_int(c->i32, 0);
	arg[n++] = value;
	if (index)
		arg[n++] = index;
	for (i = 0; i < n; i++)
		param[i] = LLVMTypeOf(arg[i]);
	function_type = LLVMFunctionType(type, param, n, 0);
	function = declare_function(c, name, function_type);
	LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
				LLVMCreateEnumAttribute(c->context, attribute_kind("convergent"), 0));
	return LLVMBuildCall2(c->builder, function_type, function, arg, n, "");
}

/* The same for each element of a vector, or for a value that is none. */
static LLVMValueRef
call_for_each(struct compilation *c, bool sub_group, const char *what, LLVMValueRef value, LLVMValueRef size)
{
	LLVMTypeRef type = LLVMTypeOf(value);
	LLVMValueRef result = LLVMGetUndef(type), place, part;
	unsigned i;

	if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
		return collective_call(c, sub_group, what, value, size);
	for (i = 0; i < LLVMGetVectorSize(type); i++) {
		place = const_int(c->i32, i);
		part = LLVMBuildExtractElement(c->builder, value, place, "");
		part = collective_call(c, sub_group, what, part, size);
		result = LLVMBuildInsertElement(c->builder, result, part, place, "");
	}
	return result;
}

/* all and any: over the condition "not 0". */
static LLVMValueRef
lower_truth(struct compilation *c, bool sub_group, LLVMValueRef call, LLVMValueRef value, const char *what)
{
	value = LLVMBuildICmp(c->builder, LLVMIntNE, value, LLVMConstNull(LLVMTypeOf(value)), "");
	value = collective_call(c, sub_group, what, LLVMBuildZExt(c->builder, value, c->i32, ""), NULL);
	return LLVMBuildIntCast2(c->builder, value, LLVMTypeOf(call), 0, "");
}

/* Component i of the local id that begins at argument first: separate arguments, or one vector. */
static LLVMValueRef
id_part(struct compilation *c, LLVMValueRef call, unsigned first, unsigned i)
{
	LLVMValueRef id = LLVMGetOperand(call, first);
	LLVMTypeRef type = LLVMTypeOf(id);
	bool vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;

	if (i >= (vector ? LLVMGetVectorSize(type) : LLVMGetNumArgOperands(call) - first))
		return const_int(c->i64, 0);
	if (vector)
		id = LLVMBuildExtractElement(c->builder, id, const_int(c->i32, i), "");
	else
		id = LLVMGetOperand(call, first + i);
	return LLVMBuildIntCast2(c->builder, id, c->i64, 0, "");
}

/* Computes the linear id here: it is the same for all work-items. */
static LLVMValueRef
lower_broadcast(struct compilation *c, bool sub_group, LLVMValueRef call, unsigned first)
{
	LLVMValueRef value = LLVMGetOperand(call, first - 1), id[3], size, dimension;
	LLVMBuilderRef b = c->builder;
	unsigned i;

	if (sub_group)
		return collective_call(c, true, "shuffle", value, LLVMBuildTrunc(b, id_part(c, call, first, 0), c->i32, ""));
	for (i = 0; i < 3; i++)
		id[i] = id_part(c, call, first, i);
	for (i = 2; i-- > 0;) {
		dimension = const_int(c->i32, i);
		size = builtin_call(c, BUILTIN_LOCAL_SIZE, &dimension);
		id[i] = LLVMBuildAdd(b, id[i], LLVMBuildMul(b, id[i + 1], size, ""), "");
	}
	return collective_call(c, false, "broadcast", value, id[0]);
}

/* The operation for those parameter types: "add", "fadd", or smin, umin, fmin ..., since LLVM's types have no sign. */
static const char *
op_name(struct arena *arena, const char *op, LLVMTypeRef type, const char *params)
{
	if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
		return arena_printf(arena, "f%s", op);
	if (strcmp(op, "min") && strcmp(op, "max"))
		return op;
	return arena_printf(arena, "%c%s", strchr("hjmty", params[0]) ? 'u' : 's', op);
}

static LLVMValueRef
lower_opencl(struct compilation *c, bool sub_group, LLVMValueRef call, const char *name, const char *params)
{
	static const char *const kinds[] = { "reduce_", "scan_inclusive_", "scan_exclusive_" };
	static const char clustered[] = "clustered_reduce_";
	LLVMValueRef value = LLVMGetOperand(call, 0);
	const char *op;
	size_t i, len;

	if (!strcmp(name, "all") || !strcmp(name, "any"))
		return lower_truth(c, sub_group, call, value, name[1] == 'l' ? "reduce_and" : "reduce_or");
	if (!strcmp(name, "broadcast"))
		return lower_broadcast(c, sub_group, call, 1);
	len = sizeof clustered - 1;
	if (!strncmp(name, clustered, len) && LLVMGetNumArgOperands(call) == 2) {
		op = op_name(c->arena, name + len, LLVMTypeOf(value), params);
		return collective_call(c, sub_group, arena_printf(c->arena, "cluster_%s", op), value, LLVMGetOperand(call, 1));
	}
	for (i = 0; i < 3; i++) {
		len = strlen(kinds[i]);
		if (strncmp(name, kinds[i], len))
			continue;
		op = op_name(c->arena, name + len, LLVMTypeOf(value), params);
		return collective_call(c, sub_group, arena_printf(c->arena, "%s%s", kinds[i], op), value, NULL);
	}
	return NULL;
}

/* __spirv_Group*(scope, operation, value), operation 0 reduces, 1 and 2 scan, 3 reduces in clusters; All, Any, Broadcast have none. */
static LLVMValueRef
lower_spirv(struct compilation *c, bool sub_group, LLVMValueRef call, const char *name)
{
	static const struct { const char *spirv, *op; } ops[] = {
		{ "IAdd", "add" },	  { "FAdd", "fadd" },	   { "IMulKHR", "mul" },  { "FMulKHR", "fmul" },
		{ "SMin", "smin" },	  { "UMin", "umin" },	   { "FMin", "fmin" },	  { "SMax", "smax" },
		{ "UMax", "umax" },	  { "FMax", "fmax" },	   { "BitwiseAndKHR", "and" },
		{ "BitwiseOrKHR", "or" }, { "BitwiseXorKHR", "xor" },
		{ "LogicalAndKHR", "logical_and" }, { "LogicalOrKHR", "logical_or" }, { "LogicalXorKHR", "logical_xor" },
		/* Of OpGroupNonUniform. */
		{ "IMul", "mul" },	  { "FMul", "fmul" },
		{ "BitwiseAnd", "and" },  { "BitwiseOr", "or" },   { "BitwiseXor", "xor" },
		{ "LogicalAnd", "logical_and" }, { "LogicalOr", "logical_or" }, { "LogicalXor", "logical_xor" },
	};
	static const char *const kinds[] = { "reduce", "scan_inclusive", "scan_exclusive", "cluster" };
	LLVMValueRef operation = LLVMGetOperand(call, 1), size = NULL;
	uint64_t kind;
	size_t i;

	if (!strcmp(name, "All") || !strcmp(name, "Any"))
		return lower_truth(c, sub_group, call, operation, name[1] == 'l' ? "reduce_and" : "reduce_or");
	if (!strcmp(name, "Broadcast"))
		return lower_broadcast(c, sub_group, call, 2);
	if (!LLVMIsAConstantInt(operation) || (kind = LLVMConstIntGetZExtValue(operation)) > 3)
		return NULL;
	if (kind == 3 && (!sub_group || LLVMGetNumArgOperands(call) != 4))
		return NULL;
	if (kind == 3)
		size = LLVMGetOperand(call, 3);
	for (i = 0; i < sizeof ops / sizeof *ops; i++)
		if (!strcmp(name, ops[i].spirv))
			return call_for_each(c, sub_group, arena_printf(c->arena, "%s_%s", kinds[kind], ops[i].op),
					     LLVMGetOperand(call, 2), size);
	return NULL;
}

LLVMValueRef
collective_lower(struct compilation *c, LLVMValueRef call, const char *base, const char *params)
{
	enum { WORK_GROUP = 2, SUB_GROUP = 3 };
	LLVMValueRef scope;
	uint64_t number;

	if (!strncmp(base, "work_group_", 11))
		return lower_opencl(c, false, call, base + 11, params);
	if (c->sub_groups && !strncmp(base, "sub_group_", 10)) {
		base += 10;
		return lower_opencl(c, true, call, base + 12 * !strncmp(base, "non_uniform_", 12), params);
	}
	if (strncmp(base, "__spirv_Group", 13) || LLVMGetNumArgOperands(call) < 2)
		return NULL;
	base += 13 + 10 * !strncmp(base + 13, "NonUniform", 10);
	scope = LLVMGetOperand(call, 0);
	if (!LLVMIsAConstantInt(scope))
		return NULL;
	number = LLVMConstIntGetZExtValue(scope);
	if (number != WORK_GROUP && (number != SUB_GROUP || !c->sub_groups))
		return NULL;
	return lower_spirv(c, number == SUB_GROUP, call, base);
}
