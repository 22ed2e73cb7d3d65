#include "ir/irtype.h"
#include "prep.h"

/*
 * SPIR-V has phi and select of composites, but LLVM's back end replaces
 * composites by handles and then finds types that do not match.
 */

static bool
is_aggregate(LLVMTypeRef type)
{
	LLVMTypeKind kind = LLVMGetTypeKind(type);

	return kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind;
}

static bool
is_wanted(LLVMValueRef inst)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(inst);

	return (opcode == LLVMPHI || opcode == LLVMSelect || opcode == LLVMFreeze) && is_aggregate(LLVMTypeOf(inst));
}

static unsigned
count_elements(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMCountStructElementTypes(type)
							   : (unsigned)LLVMGetArrayLength2(type);
}

/* Element i of every incoming value, taken out at the end of the block it comes from. */
static LLVMValueRef
split_phi(LLVMBuilderRef builder, LLVMValueRef phi, LLVMTypeRef type, unsigned i)
{
	unsigned n = LLVMCountIncoming(phi), k;
	LLVMValueRef part;

	LLVMPositionBuilderBefore(builder, phi);
	part = LLVMBuildPhi(builder, type, "");
	for (k = 0; k < n; k++) {
		LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, k);
		LLVMValueRef element;

		LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(from));
		element = LLVMBuildExtractValue(builder, LLVMGetIncomingValue(phi, k), i, "");
		LLVMAddIncoming(part, &element, &from, 1);
	}
	return part;
}

static LLVMValueRef
split_one(LLVMBuilderRef builder, LLVMValueRef inst, LLVMTypeRef type, unsigned i)
{
	LLVMValueRef part[2];

	switch (LLVMGetInstructionOpcode(inst)) {
	case LLVMPHI:
		return split_phi(builder, inst, type, i);
	case LLVMSelect:
		part[0] = LLVMBuildExtractValue(builder, LLVMGetOperand(inst, 1), i, "");
		part[1] = LLVMBuildExtractValue(builder, LLVMGetOperand(inst, 2), i, "");
		return LLVMBuildSelect(builder, LLVMGetOperand(inst, 0), part[0], part[1], "");
	default:
		return LLVMBuildFreeze(builder, LLVMBuildExtractValue(builder, LLVMGetOperand(inst, 0), i, ""), "");
	}
}

static void
split(LLVMValueRef inst)
{
	LLVMTypeRef type = LLVMTypeOf(inst);
	unsigned n = count_elements(type), i;
	LLVMValueRef *part = arena_calloc(&arena, n, sizeof *part), whole = LLVMGetPoison(type);
	LLVMBuilderRef builder = builder_before(inst);

	for (i = 0; i < n; i++)
		part[i] = split_one(builder, inst, irtype_member(type, i), i);
	LLVMDisposeBuilder(builder);
	builder = builder_before(inst);
	for (i = 0; i < n; i++)
		whole = LLVMBuildInsertValue(builder, whole, part[i], i, "");
	LLVMDisposeBuilder(builder);
	replace_instruction(inst, whole);
}

void
prep_aggregates(LLVMModuleRef module)
{
	/* Elements may be composites themselves: again, until none is left. */
	while (instructions_do(module, is_wanted, split))
		;
}

/* --- initial values -------------------------------------------------------------------------- */

static bool
has_members(LLVMValueRef constant)
{
	return LLVMIsAConstantStruct(constant) || LLVMIsAConstantArray(constant);
}

/* A structure or array that is not defined is in it: the padding of a union. */
static bool
has_hole(LLVMValueRef constant)
{
	int n = has_members(constant) ? LLVMGetNumOperands(constant) : 0, i;

	for (i = 0; i < n; i++)
		if (has_hole(LLVMGetOperand(constant, (unsigned)i)))
			return true;
	return LLVMIsUndef(constant) && is_aggregate(LLVMTypeOf(constant));
}

static LLVMValueRef
without_holes(LLVMValueRef constant)
{
	LLVMTypeRef type = LLVMTypeOf(constant);
	LLVMValueRef *member;
	int n, i;

	if (!has_hole(constant))
		return constant;
	if (!has_members(constant))
		return LLVMConstNull(type);
	n = LLVMGetNumOperands(constant);
	member = arena_calloc(&arena, (size_t)n, sizeof *member);
	for (i = 0; i < n; i++)
		member[i] = without_holes(LLVMGetOperand(constant, (unsigned)i));
	if (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
		return LLVMConstArray2(LLVMGetElementType(type), member, (uint64_t)n);
	if (LLVMGetStructName(type))
		return LLVMConstNamedStruct(type, member, (unsigned)n);
	return LLVMConstStructInContext(LLVMGetTypeContext(type), member, (unsigned)n, LLVMIsPackedStruct(type));
}

void
prep_initializers(LLVMModuleRef module)
{
	LLVMValueRef global, initializer;

	for (global = LLVMGetFirstGlobal(module); global; global = LLVMGetNextGlobal(global)) {
		initializer = LLVMGetInitializer(global);
		if (initializer && has_members(initializer) && has_hole(initializer))
			LLVMSetInitializer(global, without_holes(initializer));
	}
}
