#include "mux/lower/builtin.h"

#include <string.h>

#include "ir/irmodule.h"

enum shape { SHAPE_DIMENSION, SHAPE_PLAIN, SHAPE_POINTER, SHAPE_BARRIER, SHAPE_FENCE };

static const struct {
	const char *name;
	enum shape shape;
} table[] = {
	[BUILTIN_LOCAL_ID] = { "__mux_get_local_id", SHAPE_DIMENSION },
	[BUILTIN_GLOBAL_ID] = { "__mux_get_global_id", SHAPE_DIMENSION },
	[BUILTIN_GROUP_ID] = { "__mux_get_group_id", SHAPE_DIMENSION },
	[BUILTIN_LOCAL_SIZE] = { "__mux_get_local_size", SHAPE_DIMENSION },
	[BUILTIN_GLOBAL_SIZE] = { "__mux_get_global_size", SHAPE_DIMENSION },
	[BUILTIN_NUM_GROUPS] = { "__mux_get_num_groups", SHAPE_DIMENSION },
	[BUILTIN_GLOBAL_OFFSET] = { "__mux_get_global_offset", SHAPE_DIMENSION },
	[BUILTIN_WORK_DIM] = { "__mux_get_work_dim", SHAPE_PLAIN },
	[BUILTIN_LOCAL_LINEAR_ID] = { "__mux_get_local_linear_id", SHAPE_PLAIN },
	[BUILTIN_GLOBAL_LINEAR_ID] = { "__mux_get_global_linear_id", SHAPE_PLAIN },
	[BUILTIN_SUB_GROUP_ID] = { "__mux_get_sub_group_id", SHAPE_PLAIN },
	[BUILTIN_NUM_SUB_GROUPS] = { "__mux_get_num_sub_groups", SHAPE_PLAIN },
	[BUILTIN_SUB_GROUP_SIZE] = { "__mux_get_sub_group_size", SHAPE_PLAIN },
	[BUILTIN_MAX_SUB_GROUP_SIZE] = { "__mux_get_max_sub_group_size", SHAPE_PLAIN },
	[BUILTIN_SUB_GROUP_LOCAL_ID] = { "__mux_get_sub_group_local_id", SHAPE_PLAIN },
	[BUILTIN_LOCAL_MEMORY] = { "__mux_local_memory", SHAPE_POINTER },
	[BUILTIN_BARRIER] = { "__mux_work_group_barrier", SHAPE_BARRIER },
	[BUILTIN_FENCE] = { "__mux_mem_barrier", SHAPE_FENCE },
	[BUILTIN_SUB_GROUP_BARRIER] = { "__mux_sub_group_barrier", SHAPE_FENCE },
};

enum builtin
builtin_of(LLVMValueRef function)
{
	const char *name;
	size_t i;

	if (!function)
		return BUILTIN_NONE;
	name = irmodule_name(function);
	if (strncmp(name, "__mux_", 6))
		return BUILTIN_NONE;
	for (i = 1; i < sizeof table / sizeof *table; i++)
		if (!strcmp(table[i].name, name))
			return (enum builtin)i;
	return BUILTIN_NONE;
}

enum builtin
builtin_called(LLVMValueRef instruction)
{
	return LLVMIsACallInst(instruction) ? builtin_of(call_target(instruction)) : BUILTIN_NONE;
}

bool
builtin_is_query(enum builtin builtin)
{
	return builtin != BUILTIN_NONE && builtin < BUILTIN_BARRIER;
}

bool
builtin_is_divergent(enum builtin builtin)
{
	return builtin == BUILTIN_LOCAL_ID || builtin == BUILTIN_GLOBAL_ID || builtin == BUILTIN_LOCAL_LINEAR_ID ||
	       builtin == BUILTIN_GLOBAL_LINEAR_ID || builtin == BUILTIN_SUB_GROUP_ID ||
	       builtin == BUILTIN_SUB_GROUP_SIZE || builtin == BUILTIN_SUB_GROUP_LOCAL_ID;
}

static LLVMTypeRef
function_type(struct compilation *c, enum shape shape)
{
	LLVMTypeRef numbers[3] = { c->i32, c->i32, c->i32 };

	switch (shape) {
	case SHAPE_DIMENSION:
		return LLVMFunctionType(c->i64, numbers, 1, 0);
	case SHAPE_PLAIN:
		return LLVMFunctionType(c->i64, NULL, 0, 0);
	case SHAPE_POINTER:
		return LLVMFunctionType(c->ptr, NULL, 0, 0);
	case SHAPE_FENCE:
		return LLVMFunctionType(c->none, numbers, 2, 0);
	default:
		return LLVMFunctionType(c->none, numbers, 3, 0);
	}
}

LLVMTypeRef
builtin_type(struct compilation *c, enum builtin builtin)
{
	return function_type(c, table[builtin].shape);
}

static void
add_attribute(struct compilation *c, LLVMValueRef function, const char *name, uint64_t value)
{
	LLVMAttributeRef attribute = LLVMCreateEnumAttribute(c->context, attribute_kind(name), value);

	LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, attribute);
}

static LLVMValueRef
declare(struct compilation *c, enum builtin builtin)
{
	LLVMValueRef function = LLVMGetNamedFunction(c->module, table[builtin].name);

	if (function)
		return function;
	function = LLVMAddFunction(c->module, table[builtin].name, builtin_type(c, builtin));
	add_attribute(c, function, "nounwind", 0);
	if (builtin_is_query(builtin)) {
		add_attribute(c, function, "memory", 0);	/* none */
		add_attribute(c, function, "willreturn", 0);
		add_attribute(c, function, "speculatable", 0);
		/* Never poison: LLVM need not freeze it. */
		LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeReturnIndex,
					LLVMCreateEnumAttribute(c->context, attribute_kind("noundef"), 0));
	} else if (builtin != BUILTIN_FENCE) {
		add_attribute(c, function, "convergent", 0);
	}
	return function;
}

LLVMValueRef
builtin_call(struct compilation *c, enum builtin builtin, LLVMValueRef *args)
{
	static const unsigned narg[] = { [SHAPE_DIMENSION] = 1, [SHAPE_BARRIER] = 3, [SHAPE_FENCE] = 2 };
	enum shape shape = table[builtin].shape;
	unsigned n = shape < sizeof narg / sizeof *narg ? narg[shape] : 0;
	LLVMValueRef function = declare(c, builtin);

	return LLVMBuildCall2(c->builder, LLVMGlobalGetValueType(function), function, args, n, "");
}
