#include "params.h"

static LLVMAttributeRef
param_attribute(struct kernel *kernel, unsigned i, const char *name)
{
	return LLVMGetEnumAttributeAtIndex(kernel->function, i + 1, attribute_kind(name));
}

static LLVMTypeRef
byval_type(struct kernel *kernel, unsigned i)
{
	LLVMAttributeRef byval = param_attribute(kernel, i, "byval");

	return byval ? LLVMGetTypeAttributeValue(byval) : NULL;
}

static void
describe(struct compilation *c, struct kernel *kernel, unsigned i)
{
	LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(kernel->function, i)), byval = byval_type(kernel, i);
	LLVMAttributeRef align = param_attribute(kernel, i, "align");
	struct mux_arg *arg = &kernel->arg[i];

	if (kernel->local_arg[i] || kernel->local_size)
		kernel->flags |= MUX_KERNEL_LOCAL_MEM;
	if (byval)
		arg->kind = MUX_ARG_BYVAL;
	else if (kernel->local_arg[i])
		arg->kind = MUX_ARG_LOCAL;
	else
		arg->kind = LLVMGetTypeKind(type) == LLVMPointerTypeKind ? MUX_ARG_POINTER : MUX_ARG_VALUE;
	if (byval)
		type = byval;
	arg->size = (uint32_t)LLVMABISizeOfType(c->layout, type);
	arg->align = LLVMABIAlignmentOfType(c->layout, type);
	if (byval && align && LLVMGetEnumAttributeValue(align) > arg->align)
		arg->align = (uint32_t)LLVMGetEnumAttributeValue(align);
}

void
params_lay_out(struct compilation *c, struct kernel *kernel)
{
	uint32_t offset = 0;
	unsigned i;

	kernel->arg = arena_calloc(c->arena, kernel->narg, sizeof *kernel->arg);
	for (i = 0; i < kernel->narg; i++) {
		describe(c, kernel, i);
		offset = (offset + kernel->arg[i].align - 1) / kernel->arg[i].align * kernel->arg[i].align;
		kernel->arg[i].offset = offset;
		offset += kernel->arg[i].size;
	}
	kernel->packed_size = offset;
}

/* Nothing but reads through the address and what is computed from it. */
static bool
is_only_read(LLVMValueRef address)
{
	LLVMValueRef user, callee;
	LLVMUseRef use;

	for (use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
		user = LLVMGetUser(use);
		if (LLVMIsALoadInst(user) && !LLVMIsAtomic(user))
			continue;
		if ((LLVMIsAGetElementPtrInst(user) || LLVMIsABitCastInst(user)) && is_only_read(user))
			continue;
		callee = LLVMIsACallInst(user) ? call_target(user) : NULL;
		if (LLVMIsAMemCpyInst(user) && callee && LLVMGetOperand(user, 0) != address)
			continue;
		return false;
	}
	return true;
}

static void
copy_parameter(struct compilation *c, struct kernel *kernel, unsigned i)
{
	LLVMValueRef param = LLVMGetParam(kernel->function, i), copy;
	const struct mux_arg *arg = &kernel->arg[i];

	LLVMPositionBuilderBefore(c->builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(kernel->function)));
	copy = LLVMBuildAlloca(c->builder, byval_type(kernel, i), "");
	LLVMSetAlignment(copy, arg->align);
	LLVMReplaceAllUsesWith(param, copy);
	LLVMBuildMemCpy(c->builder, copy, arg->align, param, arg->align, const_int(c->i64, arg->size));
}

void
params_copy_written(struct compilation *c, struct kernel *kernel)
{
	unsigned i;

	for (i = 0; i < kernel->narg; i++)
		if (kernel->arg[i].kind == MUX_ARG_BYVAL && !is_only_read(LLVMGetParam(kernel->function, i)))
			copy_parameter(c, kernel, i);
}
