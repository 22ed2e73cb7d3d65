#include <string.h>

#include "ir/irmodule.h"
#include "mux/lower/builtin.h"
#include "mux/regions/collective.h"

/* "i32", "f64", "v4f32": the suffix that distinguishes functions of one name. */
static const char *
type_name(struct arena *arena, LLVMTypeRef type)
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
				    type_name(arena, LLVMGetElementType(type)));
	default:
		return "ptr";
	}
}

static LLVMValueRef
build_call(struct compilation *c, const char *what, LLVMValueRef value, LLVMValueRef index)
{
	LLVMTypeRef type = LLVMTypeOf(value), param[3] = { c->i32, type, c->i64 }, function_type;
	const char *name = arena_printf(c->arena, "__mux_work_group_%s_%s", what, type_name(c->arena, type));
	LLVMValueRef arg[3] = { const_int(c->i32, 0), value, index }, function;
	unsigned n = index ? 3 : 2;

	function_type = LLVMFunctionType(type, param, n, 0);
	function = declare_function(c, name, function_type);
	LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
				LLVMCreateEnumAttribute(c->context, attribute_kind("convergent"), 0));
	return LLVMBuildCall2(c->builder, function_type, function, arg, n, "");
}

/* all and any: over the condition "not 0". */
static LLVMValueRef
lower_truth(struct compilation *c, LLVMValueRef call, LLVMValueRef value, const char *what)
{
	value = LLVMBuildICmp(c->builder, LLVMIntNE, value, LLVMConstNull(LLVMTypeOf(value)), "");
	value = build_call(c, what, LLVMBuildZExt(c->builder, value, c->i32, ""), NULL);
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
lower_broadcast(struct compilation *c, LLVMValueRef call, unsigned first)
{
	LLVMValueRef value = LLVMGetOperand(call, first - 1), id[3], size, dimension;
	LLVMBuilderRef b = c->builder;
	unsigned i;

	for (i = 0; i < 3; i++)
		id[i] = id_part(c, call, first, i);
	for (i = 2; i-- > 0;) {
		dimension = const_int(c->i32, i);
		size = builtin_call(c, BUILTIN_LOCAL_SIZE, &dimension);
		id[i] = LLVMBuildAdd(b, id[i], LLVMBuildMul(b, id[i + 1], size, ""), "");
	}
	return build_call(c, "broadcast", value, id[0]);
}

/* The operation for those parameter types: "add", or smin, umin, fmin ..., since LLVM's types have no sign. */
static const char *
op_name(struct arena *arena, const char *op, LLVMTypeRef type, const char *params)
{
	if (strcmp(op, "min") && strcmp(op, "max"))
		return op;
	if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
		return arena_printf(arena, "f%s", op);
	return arena_printf(arena, "%c%s", strchr("hjmty", params[0]) ? 'u' : 's', op);
}

static LLVMValueRef
lower_opencl(struct compilation *c, LLVMValueRef call, const char *name, const char *params)
{
	static const char *const kinds[] = { "reduce_", "scan_inclusive_", "scan_exclusive_" };
	LLVMValueRef value = LLVMGetOperand(call, 0);
	const char *op;
	size_t i, len;

	if (!strcmp(name, "all") || !strcmp(name, "any"))
		return lower_truth(c, call, value, name[1] == 'l' ? "reduce_and" : "reduce_or");
	if (!strcmp(name, "broadcast"))
		return lower_broadcast(c, call, 1);
	for (i = 0; i < 3; i++) {
		len = strlen(kinds[i]);
		if (strncmp(name, kinds[i], len))
			continue;
		op = op_name(c->arena, name + len, LLVMTypeOf(value), params);
		return build_call(c, arena_printf(c->arena, "%s%s", kinds[i], op), value, NULL);
	}
	return NULL;
}

/* __spirv_Group*(scope, operation, value), operation 0 reduces, 1 and 2 scan; All, Any, Broadcast have none. */
static LLVMValueRef
lower_spirv(struct compilation *c, LLVMValueRef call, const char *name)
{
	static const struct { const char *spirv, *op; } ops[] = {
		{ "IAdd", "add" },	  { "FAdd", "add" },	   { "IMulKHR", "mul" },  { "FMulKHR", "mul" },
		{ "SMin", "smin" },	  { "UMin", "umin" },	   { "FMin", "fmin" },	  { "SMax", "smax" },
		{ "UMax", "umax" },	  { "FMax", "fmax" },	   { "BitwiseAndKHR", "and" },
		{ "BitwiseOrKHR", "or" }, { "BitwiseXorKHR", "xor" },
		{ "LogicalAndKHR", "logical_and" }, { "LogicalOrKHR", "logical_or" }, { "LogicalXorKHR", "logical_xor" },
	};
	static const char *const kinds[] = { "reduce", "scan_inclusive", "scan_exclusive" };
	LLVMValueRef operation = LLVMGetOperand(call, 1);
	uint64_t kind;
	size_t i;

	if (!strcmp(name, "All") || !strcmp(name, "Any"))
		return lower_truth(c, call, operation, name[1] == 'l' ? "reduce_and" : "reduce_or");
	if (!strcmp(name, "Broadcast"))
		return lower_broadcast(c, call, 2);
	if (!LLVMIsAConstantInt(operation) || (kind = LLVMConstIntGetZExtValue(operation)) > 2)
		return NULL;
	for (i = 0; i < sizeof ops / sizeof *ops; i++)
		if (!strcmp(name, ops[i].spirv))
			return build_call(c, arena_printf(c->arena, "%s_%s", kinds[kind], ops[i].op),
					  LLVMGetOperand(call, 2), NULL);
	return NULL;
}

LLVMValueRef
collective_lower(struct compilation *c, LLVMValueRef call, const char *base, const char *params)
{
	LLVMValueRef scope;

	if (!strncmp(base, "work_group_", 11))
		return lower_opencl(c, call, base + 11, params);
	if (strncmp(base, "__spirv_Group", 13) || LLVMGetNumArgOperands(call) < 2)
		return NULL;
	scope = LLVMGetOperand(call, 0);
	if (!LLVMIsAConstantInt(scope) || LLVMConstIntGetZExtValue(scope) != 2)
		return NULL;
	return lower_spirv(c, call, base + 13);
}
