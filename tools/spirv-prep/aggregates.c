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

/* --- tables -------------------------------------------------------------------------------- */

/* The elements of a part: a number that keeps every alignment. */
enum { PART = 32768 };

static bool
is_array_of_values(LLVMValueRef constant)
{
	return LLVMIsAConstantArray(constant) || LLVMIsAConstantDataArray(constant);
}

/* An array with values that is too long is in it. */
static bool
has_table(LLVMValueRef constant)
{
	int n = has_members(constant) ? LLVMGetNumOperands(constant) : 0, i;

	for (i = 0; i < n; i++)
		if (has_table(LLVMGetOperand(constant, (unsigned)i)))
			return true;
	return is_array_of_values(constant) && LLVMGetArrayLength2(LLVMTypeOf(constant)) > MOST_ELEMENTS;
}

static LLVMTypeRef shorter_type(LLVMTypeRef type);

static LLVMTypeRef
shorter_array(LLVMTypeRef type)
{
	LLVMTypeRef element = shorter_type(LLVMGetElementType(type)), *part;
	uint64_t n = LLVMGetArrayLength2(type), i, nparts = (n + PART - 1) / PART;

	if (n <= MOST_ELEMENTS)
		return LLVMArrayType2(element, n);
	part = arena_calloc(&arena, nparts, sizeof *part);
	for (i = 0; i < nparts; i++)
		part[i] = LLVMArrayType2(element, i + 1 < nparts ? PART : n - i * PART);
	return LLVMStructTypeInContext(LLVMGetTypeContext(type), part, (unsigned)nparts, 0);
}

/* The same bytes in memory, with structures of parts for the arrays that are too long. */
static LLVMTypeRef
shorter_type(LLVMTypeRef type)
{
	LLVMTypeRef *member;
	bool differs = false;
	unsigned n, i;

	if (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
		return shorter_array(type);
	if (LLVMGetTypeKind(type) != LLVMStructTypeKind)
		return type;
	n = LLVMCountStructElementTypes(type);
	member = arena_calloc(&arena, n + 1, sizeof *member);
	for (i = 0; i < n; i++) {
		member[i] = shorter_type(LLVMStructGetTypeAtIndex(type, i));
		differs = differs || member[i] != LLVMStructGetTypeAtIndex(type, i);
	}
	return differs ? LLVMStructTypeInContext(LLVMGetTypeContext(type), member, n, LLVMIsPackedStruct(type)) : type;
}

static LLVMValueRef
parts_of(LLVMTypeRef type, LLVMValueRef *member)
{
	unsigned n = LLVMCountStructElementTypes(type), i;
	LLVMValueRef *part = arena_calloc(&arena, n, sizeof *part);
	LLVMTypeRef array;

	for (i = 0; i < n; i++) {
		array = LLVMStructGetTypeAtIndex(type, i);
		part[i] = LLVMConstArray2(LLVMGetElementType(array), member + (size_t)i * PART, LLVMGetArrayLength2(array));
	}
	return LLVMConstStructInContext(LLVMGetTypeContext(type), part, n, 0);
}

/* The constant as one of shorter_type()'s type; what has no members is zero, or not defined. */
static LLVMValueRef
shorter(LLVMValueRef constant)
{
	LLVMTypeRef old = LLVMTypeOf(constant), type = shorter_type(old);
	LLVMValueRef *member;
	unsigned n, i;

	if (type == old)
		return constant;
	if (!has_members(constant) && !is_array_of_values(constant))
		return LLVMConstNull(type);
	n = count_elements(old);
	member = arena_calloc(&arena, n, sizeof *member);
	for (i = 0; i < n; i++)
		member[i] = shorter(LLVMGetAggregateElement(constant, i));
	if (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
		return LLVMConstArray2(LLVMGetElementType(type), member, n);
	if (LLVMGetTypeKind(old) == LLVMArrayTypeKind)
		return parts_of(type, member);
	return LLVMConstStructInContext(LLVMGetTypeContext(type), member, n, LLVMIsPackedStruct(type));
}

void
prep_tables(LLVMModuleRef module)
{
	LLVMValueRef global, next, initializer;

	for (global = LLVMGetFirstGlobal(module); global; global = next) {
		next = LLVMGetNextGlobal(global);
		initializer = LLVMGetInitializer(global);
		if (initializer && has_table(initializer))
			replace_variable(module, global, shorter_type(LLVMTypeOf(initializer)), shorter(initializer));
	}
}
