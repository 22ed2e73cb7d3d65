#include "mux/image/rounding.h"

#include <string.h>

#include "ir/irmodule.h"
#include "mux/lower/builtin.h"

/* llvm.nearbyint computes the same and keeps its instruction. */
static void
keep_rounding(struct compilation *c, LLVMValueRef function, const char *type)
{
	LLVMTypeRef function_type = LLVMGlobalGetValueType(function);

	LLVMReplaceAllUsesWith(function, declare_function(c, arena_printf(c->arena, "llvm.nearbyint.%s", type), function_type));
	LLVMDeleteFunction(function);
}

/* What is rounded is a value that a fence hides: it costs nothing, and is not read by the instruction that rounds. */
static void
hide_loads(struct compilation *c, LLVMValueRef function)
{
	static const char fence[] = "llvm.arithmetic.fence";
	unsigned id = LLVMLookupIntrinsicID(fence, sizeof fence - 1);
	LLVMValueRef call, value, hides;
	LLVMTypeRef type;
	LLVMUseRef use;

	for (use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
		call = LLVMGetUser(use);
		if (!LLVMIsACallInst(call) || call_target(call) != function)
			continue;
		value = LLVMGetOperand(call, 0);
		type = LLVMTypeOf(value);
		hides = LLVMGetIntrinsicDeclaration(c->module, id, &type, 1);
		LLVMPositionBuilderBefore(c->builder, call);
		LLVMSetOperand(call, 0, LLVMBuildCall2(c->builder, LLVMGlobalGetValueType(hides), hides, &value, 1, ""));
	}
}

void
rounding_repair(struct compilation *c)
{
	bool reads_aligned = !c->vector_bits && !strncmp(LLVMGetTarget(c->module), "x86_64", 6);
	LLVMValueRef function, next;
	const char *name;

	for (function = LLVMGetFirstFunction(c->module); function; function = next) {
		next = LLVMGetNextFunction(function);
		name = irmodule_name(function);
		if (!strncmp(name, "llvm.rint.", 10) && strstr(name, "f16"))
			keep_rounding(c, function, name + 10);
		else if (reads_aligned && (!strncmp(name, "llvm.rint.v", 11) || !strncmp(name, "llvm.lrint.v", 12)) && strstr(name, "f32"))
			hide_loads(c, function);
	}
}
