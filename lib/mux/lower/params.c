#include "mux/lower/params.h"

#include "base/ptrmap.h"

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
	else if (kernel->opaque_arg[i])
		arg->kind = kernel->opaque_arg[i];
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

/* The address, and addresses computed from it, are only read through; seen: addresses already checked. */
static bool
is_only_read(LLVMValueRef address, struct ptrmap *seen)
{
	LLVMValueRef user, callee;
	LLVMUseRef use;

	if (ptrmap_has(seen, address))
		return true;
	ptrmap_set(seen, address, true);
	for (use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
		user = LLVMGetUser(use);
		if ((LLVMIsALoadInst(user) && !LLVMIsAtomic(user)) || LLVMIsAICmpInst(user))
			continue;
		if ((LLVMIsAGetElementPtrInst(user) || LLVMIsABitCastInst(user) || LLVMIsASelectInst(user) ||
		     LLVMIsAPHINode(user)) && is_only_read(user, seen))
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
	LLVMBuildMemCpy(c->builder, copy, arg->align, param, arg->align > MUX_ALIGN ? MUX_ALIGN : arg->align,
			const_int(c->i64, arg->size));
}

void
params_copy_written(struct compilation *c, struct kernel *kernel)
{
	struct ptrmap seen;
	unsigned i;

	ptrmap_init(&seen, c->arena, 0);
	for (i = 0; i < kernel->narg; i++)
		if (kernel->arg[i].kind == MUX_ARG_BYVAL &&
		    (kernel->arg[i].align > MUX_ALIGN || !is_only_read(LLVMGetParam(kernel->function, i), &seen)))
			copy_parameter(c, kernel, i);
}

/* The bytes between the address and the base it is computed from; false when they are not constant. */
static bool
constant_offset(struct compilation *c, LLVMValueRef address, LLVMValueRef *base, uint64_t *offset)
{
	LLVMTypeRef type;
	uint64_t index;
	int i;

	for (*offset = 0; LLVMIsAGetElementPtrInst(address); address = LLVMGetOperand(address, 0)) {
		type = LLVMGetGEPSourceElementType(address);
		for (i = 1; i < LLVMGetNumOperands(address); i++) {
			if (!LLVMIsAConstantInt(LLVMGetOperand(address, (unsigned)i)))
				return false;
			index = (uint64_t)LLVMConstIntGetSExtValue(LLVMGetOperand(address, (unsigned)i));
			if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
				*offset += LLVMOffsetOfElement(c->layout, type, (unsigned)index);
				type = LLVMStructGetTypeAtIndex(type, (unsigned)index);
				continue;
			}
			type = i > 1 ? LLVMGetElementType(type) : type;
			*offset += index * LLVMABISizeOfType(c->layout, type);
		}
	}
	*base = address;
	return true;
}

const struct mux_arg *
params_loaded(struct compilation *c, const struct kernel *kernel, LLVMValueRef load, LLVMValueRef *param, uint64_t *offset)
{
	unsigned i;

	if (!LLVMIsALoadInst(load) || LLVMGetVolatile(load) || LLVMIsAtomic(load) ||
	    !constant_offset(c, LLVMGetOperand(load, 0), param, offset) || !LLVMIsAArgument(*param))
		return NULL;
	for (i = 0; LLVMGetParam(kernel->function, i) != *param; i++)
		;
	if (kernel->arg[i].kind != MUX_ARG_BYVAL ||
	    *offset + LLVMABISizeOfType(c->layout, LLVMTypeOf(load)) > kernel->arg[i].size)
		return NULL;
	return &kernel->arg[i];
}

LLVMValueRef
params_load(struct compilation *c, LLVMValueRef param, const struct mux_arg *arg, uint64_t offset, LLVMTypeRef type)
{
	LLVMValueRef index = const_int(c->i64, offset), address, load;
	uint64_t align = offset & -offset;

	address = LLVMBuildInBoundsGEP2(c->builder, c->i8, param, &index, 1, "");
	load = LLVMBuildLoad2(c->builder, type, address, "");
	LLVMSetAlignment(load, align && align < arg->align ? (unsigned)align : arg->align);
	return load;
}

/* Drops what LLVM does to make the value a defined one: the caller's memory is that. */
static void
drop_freezes(LLVMValueRef value)
{
	LLVMUseRef use, next;
	LLVMValueRef user;

	for (use = LLVMGetFirstUse(value); use; use = next) {
		next = LLVMGetNextUse(use);
		user = LLVMGetUser(use);
		if (!LLVMIsAFreezeInst(user))
			continue;
		LLVMReplaceAllUsesWith(user, value);
		LLVMInstructionEraseFromParent(user);
	}
}

void
params_load_first(struct compilation *c, struct kernel *kernel)
{
	LLVMValueRef i, next, param, load, first;
	const struct mux_arg *arg;
	LLVMBasicBlockRef block;
	uint64_t offset;

	first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(kernel->function));
	while (LLVMIsAAllocaInst(first))
		first = LLVMGetNextInstruction(first);
	LLVMPositionBuilderBefore(c->builder, first);
	for (block = LLVMGetFirstBasicBlock(kernel->function); block; block = LLVMGetNextBasicBlock(block))
		for (i = LLVMGetFirstInstruction(block); i; i = next) {
			arg = params_loaded(c, kernel, i, &param, &offset);
			if (arg) {
				load = params_load(c, param, arg, offset, LLVMTypeOf(i));
				LLVMReplaceAllUsesWith(i, load);
				drop_freezes(load);
			}
			next = LLVMGetNextInstruction(i);
			if (!arg)
				continue;
			if (i == first)
				LLVMPositionBuilderBefore(c->builder, first = next);
			LLVMInstructionEraseFromParent(i);
		}
}
