#include "mux/lower/localmem.h"

#include "base/ptrmap.h"
#include "mux/lower/builtin.h"
#include "mux/lower/likely.h"

static LLVMValueRef
function_of(LLVMValueRef instruction)
{
	return LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
}

/* The parameter that all stores of the kernel to the variable store; NULL when they differ. */
static LLVMValueRef
only_stored_parameter(struct kernel *kernel, LLVMValueRef variable)
{
	LLVMValueRef user, parameter = NULL;
	LLVMUseRef use;

	for (use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
		user = LLVMGetUser(use);
		if (!LLVMIsAInstruction(user))
			return NULL;
		if (function_of(user) != kernel->function || LLVMIsALoadInst(user))
			continue;
		if (!LLVMIsAStoreInst(user) || LLVMGetOperand(user, 1) != variable ||
		    !LLVMIsAArgument(LLVMGetOperand(user, 0)))
			return NULL;
		if (parameter && parameter != LLVMGetOperand(user, 0))
			return NULL;
		parameter = LLVMGetOperand(user, 0);
	}
	return parameter;
}

static void
forward(struct kernel *kernel, LLVMValueRef variable, LLVMValueRef parameter)
{
	LLVMUseRef use, next;
	LLVMValueRef user;

	for (use = LLVMGetFirstUse(variable); use; use = next) {
		next = LLVMGetNextUse(use);
		user = LLVMGetUser(use);
		if (function_of(user) != kernel->function)
			continue;
		if (LLVMIsALoadInst(user) && LLVMTypeOf(user) != LLVMTypeOf(parameter))
			continue;
		if (LLVMIsALoadInst(user))
			LLVMReplaceAllUsesWith(user, parameter);
		LLVMInstructionEraseFromParent(user);
	}
}

void
localmem_forward_base(struct compilation *c, struct kernel *kernel)
{
	LLVMValueRef parameter;
	size_t i;

	for (i = 0; i < c->nlocal; i++) {
		if (!c->local[i].global)
			continue;
		parameter = only_stored_parameter(kernel, c->local[i].global);
		if (parameter)
			forward(kernel, c->local[i].global, parameter);
	}
}

struct placement {
	struct compilation *c;
	struct kernel *kernel;
	LLVMValueRef base;		/* the block's address, computed in the entry block */
	struct ptrmap address;		/* variable -> its address */
	struct likely likely;
	bool failed;
};

/* Places the builder after the allocas of the entry block. */
static void
position_in_entry(struct compilation *c, LLVMValueRef function)
{
	LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));

	while (LLVMIsAAllocaInst(i))
		i = LLVMGetNextInstruction(i);
	LLVMPositionBuilderBefore(c->builder, i);
}

static LLVMValueRef
variable_address(struct placement *p, LLVMValueRef variable)
{
	struct compilation *c = p->c;
	LLVMValueRef address = ptrmap_pointer(&p->address, variable), offset;
	uint64_t size = LLVMABISizeOfType(c->layout, LLVMGlobalGetValueType(variable));
	uint64_t align = LLVMGetAlignment(variable), more;

	if (address)
		return address;
	if (align < 16)
		align = size < MUX_ALIGN ? 16 : MUX_ALIGN;
	/* The block is aligned to MUX_ALIGN; for a larger alignment adds room to round the address up. */
	more = align > MUX_ALIGN ? align - MUX_ALIGN : 0;
	if (more)
		p->kernel->local_size = (p->kernel->local_size + MUX_ALIGN - 1) / MUX_ALIGN * MUX_ALIGN;
	else
		p->kernel->local_size = (p->kernel->local_size + align - 1) / align * align;
	if (!p->base) {
		position_in_entry(c, p->kernel->function);
		p->base = builtin_call(c, BUILTIN_LOCAL_MEMORY, NULL);
	}
	LLVMPositionBuilderBefore(c->builder, LLVMGetNextInstruction(p->base));
	offset = const_int(c->i64, p->kernel->local_size);
	address = LLVMBuildInBoundsGEP2(c->builder, c->i8, p->base, &offset, 1, "");
	if (more)
		address = address_round_up(c, address, align);
	ptrmap_set_pointer(&p->address, variable, address);
	p->kernel->local_size += size + more;
	likely_see(&p->likely, LLVMGlobalGetValueType(variable));
	return address;
}

static bool
is_local_variable(struct compilation *c, LLVMValueRef value)
{
	size_t i;

	for (i = 0; i < c->nlocal; i++)
		if (c->local[i].global == value)
			return true;
	return false;
}

bool
localmem_is_mentioned(struct compilation *c, LLVMValueRef constant)
{
	int i;

	if (LLVMIsAGlobalVariable(constant))
		return is_local_variable(c, constant);
	if (LLVMIsAGlobalValue(constant) || !LLVMIsAConstant(constant))
		return false;
	for (i = 0; i < LLVMGetNumOperands(constant); i++)
		if (localmem_is_mentioned(c, LLVMGetOperand(constant, (unsigned)i)))
			return true;
	return false;
}

/* Places the builder where a value for that operand of the user must be computed. */
static void
position_for_operand(struct compilation *c, LLVMValueRef user, unsigned operand)
{
	if (LLVMIsAPHINode(user))
		LLVMPositionBuilderBefore(c->builder,
					  LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(user, operand)));
	else
		LLVMPositionBuilderBefore(c->builder, user);
}

/* Expands the constant into instructions before the user; NULL for unknown forms. */
static LLVMValueRef
expand(struct placement *p, LLVMValueRef constant, LLVMValueRef user, unsigned operand)
{
	LLVMBuilderRef b = p->c->builder;
	LLVMTypeRef type = LLVMTypeOf(constant);
	LLVMValueRef part[8];
	int n = LLVMGetNumOperands(constant), i;

	if (!localmem_is_mentioned(p->c, constant))
		return constant;
	if (LLVMIsAGlobalVariable(constant))
		return variable_address(p, constant);
	if (!LLVMIsAConstantExpr(constant) || n > 8)
		return NULL;
	for (i = 0; i < n; i++)
		if (!(part[i] = expand(p, LLVMGetOperand(constant, (unsigned)i), user, operand)))
			return NULL;
	position_for_operand(p->c, user, operand);
	switch (LLVMGetConstOpcode(constant)) {
	case LLVMGetElementPtr:
		return LLVMBuildGEP2(b, LLVMGetGEPSourceElementType(constant), part[0], part + 1, (unsigned)n - 1, "");
	case LLVMPtrToInt:
		return LLVMBuildPtrToInt(b, part[0], type, "");
	case LLVMIntToPtr:
		return LLVMBuildIntToPtr(b, part[0], type, "");
	case LLVMTrunc:
		return LLVMBuildTrunc(b, part[0], type, "");
	case LLVMBitCast:
		return LLVMBuildBitCast(b, part[0], type, "");
	case LLVMAdd:
		return LLVMBuildAdd(b, part[0], part[1], "");
	case LLVMSub:
		return LLVMBuildSub(b, part[0], part[1], "");
	case LLVMXor:
		return LLVMBuildXor(b, part[0], part[1], "");
	default:
		return NULL;
	}
}

static void
place_operands(struct placement *p, LLVMValueRef instruction)
{
	LLVMValueRef operand, value;
	unsigned i;

	for (i = 0; i < (unsigned)LLVMGetNumOperands(instruction); i++) {
		operand = LLVMGetOperand(instruction, i);
		if (!operand || !LLVMIsAConstant(operand) || !localmem_is_mentioned(p->c, operand))
			continue;
		value = expand(p, operand, instruction, i);
		if (value) {
			LLVMSetOperand(instruction, i, value);
			continue;
		}
		kernel_error(p->c, p->kernel, instruction, "address of a local variable in a constant");
		p->failed = true;
	}
}

int
localmem_place(struct compilation *c, struct kernel *kernel)
{
	struct placement p = { .c = c, .kernel = kernel, .likely = { .c = c, .kernel = kernel } };
	LLVMBasicBlockRef block;
	LLVMValueRef i;

	ptrmap_init(&p.address, c->arena, 0);
	for (block = LLVMGetFirstBasicBlock(kernel->function); block; block = LLVMGetNextBasicBlock(block))
		for (i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
			place_operands(&p, i);
	likely_note(&p.likely);
	return p.failed ? -1 : 0;
}
