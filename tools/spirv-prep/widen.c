#include "ir/irtype.h"
#include "widths.h"

#include "ir/irmodule.h"

/* Bits of the integer, or of the elements of the vector. */
static unsigned
bits_of(LLVMValueRef value)
{
	return LLVMGetIntTypeWidth(irtype_scalar(LLVMTypeOf(value)));
}

static bool
is_integer(LLVMTypeRef type)
{
	return LLVMGetTypeKind(irtype_scalar(type)) == LLVMIntegerTypeKind;
}

/* The operand with its sign in all upper bits. */
static LLVMValueRef
signed_operand(struct widening *w, LLVMBuilderRef b, LLVMValueRef inst, unsigned i)
{
	LLVMValueRef operand = LLVMGetOperand(inst, i), value = widths_value(w, operand);

	return widths_has_odd(LLVMTypeOf(operand)) ? widths_sign(b, value, bits_of(operand)) : value;
}

static LLVMValueRef
operand_of(struct widening *w, LLVMValueRef inst, unsigned i)
{
	return widths_value(w, LLVMGetOperand(inst, i));
}

static LLVMValueRef
arithmetic(struct widening *w, LLVMBuilderRef b, LLVMValueRef inst, LLVMOpcode opcode)
{
	bool is_signed = opcode == LLVMSDiv || opcode == LLVMSRem || opcode == LLVMAShr;
	LLVMValueRef x = is_signed ? signed_operand(w, b, inst, 0) : operand_of(w, inst, 0);
	LLVMValueRef y = is_signed && opcode != LLVMAShr ? signed_operand(w, b, inst, 1) : operand_of(w, inst, 1);

	LLVMValueRef result = LLVMBuildBinOp(b, opcode, x, y, "");

	switch (opcode) {
	case LLVMUDiv: case LLVMURem: case LLVMLShr: case LLVMAnd: case LLVMOr: case LLVMXor:
		return result;	/* no upper bit is set where the operands have none */
	default:
		return widths_clear(b, result, bits_of(inst));
	}
}

static LLVMValueRef
compare(struct widening *w, LLVMBuilderRef b, LLVMValueRef inst)
{
	LLVMIntPredicate predicate = LLVMGetICmpPredicate(inst);
	bool is_signed = predicate == LLVMIntSLT || predicate == LLVMIntSLE || predicate == LLVMIntSGT || predicate == LLVMIntSGE;

	return LLVMBuildICmp(b, predicate, is_signed ? signed_operand(w, b, inst, 0) : operand_of(w, inst, 0),
			     is_signed ? signed_operand(w, b, inst, 1) : operand_of(w, inst, 1), "");
}

/* From integer to integer. */
static LLVMValueRef
resize(struct widening *w, LLVMBuilderRef b, LLVMValueRef inst, LLVMOpcode opcode)
{
	bool is_signed = opcode == LLVMSExt;
	LLVMValueRef x = is_signed ? signed_operand(w, b, inst, 0) : operand_of(w, inst, 0);

	x = LLVMBuildIntCast2(b, x, widths_type(LLVMTypeOf(inst)), is_signed, "");
	return opcode != LLVMZExt && widths_has_odd(LLVMTypeOf(inst)) ? widths_clear(b, x, bits_of(inst)) : x;
}

/* An address as a number: 64 bits, then cut to the type. */
static LLVMValueRef
address_bits(struct widening *w, LLVMBuilderRef b, LLVMValueRef inst)
{
	LLVMTypeRef type = widths_type(LLVMTypeOf(inst));
	LLVMTypeRef word = shape_of(type, LLVMInt64TypeInContext(irmodule_context()));
	LLVMValueRef number = LLVMBuildPtrToInt(b, operand_of(w, inst, 0), word, "");

	return widths_clear(b, LLVMBuildIntCast2(b, number, type, 0, ""), bits_of(inst));
}

static LLVMValueRef
convert(struct widening *w, LLVMBuilderRef b, LLVMValueRef inst, LLVMOpcode opcode)
{
	LLVMTypeRef type = widths_type(LLVMTypeOf(inst));

	switch (opcode) {
	case LLVMTrunc: case LLVMZExt: case LLVMSExt:
		return resize(w, b, inst, opcode);
	case LLVMFPToUI: case LLVMFPToSI:
		return widths_clear(b, LLVMBuildCast(b, opcode, operand_of(w, inst, 0), type, ""), bits_of(inst));
	case LLVMUIToFP:
		return LLVMBuildUIToFP(b, operand_of(w, inst, 0), type, "");
	case LLVMSIToFP:
		return LLVMBuildSIToFP(b, signed_operand(w, b, inst, 0), type, "");
	case LLVMPtrToInt:
		return address_bits(w, b, inst);
	case LLVMIntToPtr:
		return LLVMBuildIntToPtr(b, operand_of(w, inst, 0), type, "");
	default:
		return widen_bitcast(w, b, inst);
	}
}

/* --- parts of vectors and structures ---------------------------------------------------- */

static LLVMValueRef
shuffle(struct widening *w, LLVMBuilderRef b, LLVMValueRef inst)
{
	LLVMTypeRef index = LLVMInt32TypeInContext(irmodule_context());
	unsigned n = LLVMGetNumMaskElements(inst), i;
	LLVMValueRef *place = arena_calloc(&arena, n, sizeof *place);

	for (i = 0; i < n; i++) {
		int from = LLVMGetMaskValue(inst, i);

		place[i] = from < 0 ? LLVMGetPoison(index) : LLVMConstInt(index, (unsigned)from, 0);
	}
	return LLVMBuildShuffleVector(b, operand_of(w, inst, 0), operand_of(w, inst, 1), LLVMConstVector(place, n), "");
}

/* A member that came from memory may have anything in its upper bits. */
static LLVMValueRef
member(struct widening *w, LLVMBuilderRef b, LLVMValueRef inst)
{
	LLVMValueRef value = operand_of(w, inst, 0);
	const unsigned *index = LLVMGetIndices(inst);
	unsigned n = LLVMGetNumIndices(inst), i;

	for (i = 0; i < n; i++)
		value = LLVMBuildExtractValue(b, value, index[i], "");
	return widths_has_odd(LLVMTypeOf(inst)) && is_integer(LLVMTypeOf(inst)) ? widths_clear(b, value, bits_of(inst)) : value;
}

/* whole with value at the n indices. */
static LLVMValueRef
put_member(LLVMBuilderRef b, LLVMValueRef whole, LLVMValueRef value, const unsigned *index, unsigned n)
{
	if (n > 1)
		value = put_member(b, LLVMBuildExtractValue(b, whole, index[0], ""), value, index + 1, n - 1);
	return LLVMBuildInsertValue(b, whole, value, index[0], "");
}

static LLVMValueRef
parts(struct widening *w, LLVMBuilderRef b, LLVMValueRef inst, LLVMOpcode opcode)
{
	switch (opcode) {
	case LLVMExtractElement:
		return LLVMBuildExtractElement(b, operand_of(w, inst, 0), operand_of(w, inst, 1), "");
	case LLVMInsertElement:
		return LLVMBuildInsertElement(b, operand_of(w, inst, 0), operand_of(w, inst, 1), operand_of(w, inst, 2), "");
	case LLVMShuffleVector:
		return shuffle(w, b, inst);
	case LLVMExtractValue:
		return member(w, b, inst);
	default:
		return put_member(b, operand_of(w, inst, 0), operand_of(w, inst, 1), LLVMGetIndices(inst), LLVMGetNumIndices(inst));
	}
}

/* --- addresses and control -------------------------------------------------------------- */

static LLVMValueRef
allocate(struct widening *w, LLVMBuilderRef b, LLVMValueRef inst)
{
	LLVMTypeRef type = widths_type(LLVMGetAllocatedType(inst));
	LLVMValueRef variable = LLVMBuildArrayAlloca(b, type, operand_of(w, inst, 0), "");

	LLVMSetAlignment(variable, LLVMGetAlignment(inst));
	return variable;
}

/* Indices are signed. */
static LLVMValueRef
address(struct widening *w, LLVMBuilderRef b, LLVMValueRef inst)
{
	unsigned n = LLVMGetNumIndices(inst), i;
	LLVMValueRef *index = arena_calloc(&arena, n, sizeof *index);

	for (i = 0; i < n; i++)
		index[i] = signed_operand(w, b, inst, i + 1);
	return LLVMBuildGEPWithNoWrapFlags(b, widths_type(LLVMGetGEPSourceElementType(inst)), operand_of(w, inst, 0), index, n,
					   "", LLVMGEPGetNoWrapFlags(inst));
}

static LLVMValueRef
choose(struct widening *w, LLVMBuilderRef b, LLVMValueRef inst)
{
	unsigned n = LLVMGetNumSuccessors(inst), i;
	LLVMValueRef wider = LLVMBuildSwitch(b, operand_of(w, inst, 0), LLVMGetSwitchDefaultDest(inst), n);

	for (i = 1; i < n; i++)
		LLVMAddCase(wider, widths_value(w, LLVMGetSwitchCaseValue(inst, i)), LLVMGetSuccessor(inst, i));
	return inst;
}

/* A poisoned operand may freeze to anything. */
static LLVMValueRef
freeze(struct widening *w, LLVMBuilderRef b, LLVMValueRef inst)
{
	LLVMValueRef frozen = LLVMBuildFreeze(b, operand_of(w, inst, 0), "");

	return is_integer(LLVMTypeOf(inst)) ? widths_clear(b, frozen, bits_of(inst)) : frozen;
}

static LLVMValueRef
control(struct widening *w, LLVMBuilderRef b, LLVMValueRef inst, LLVMOpcode opcode)
{
	switch (opcode) {
	case LLVMSelect:
		return LLVMBuildSelect(b, LLVMGetOperand(inst, 0), operand_of(w, inst, 1), operand_of(w, inst, 2), "");
	case LLVMFreeze:
		return freeze(w, b, inst);
	case LLVMSwitch:
		return choose(w, b, inst);
	case LLVMRet:
		LLVMBuildRet(b, operand_of(w, inst, 0));
		return inst;
	case LLVMCall:
		return widen_call(w, b, inst);
	default:
		return NULL;
	}
}

LLVMValueRef
widen_instruction(struct widening *w, LLVMBuilderRef b, LLVMValueRef inst)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(inst);

	if (halves_is_wanted(inst))
		return halves_instruction(w, b, inst);
	switch (opcode) {
	case LLVMAdd: case LLVMSub: case LLVMMul: case LLVMUDiv: case LLVMSDiv: case LLVMURem: case LLVMSRem:
	case LLVMShl: case LLVMLShr: case LLVMAShr: case LLVMAnd: case LLVMOr: case LLVMXor:
		return arithmetic(w, b, inst, opcode);
	case LLVMICmp:
		return compare(w, b, inst);
	case LLVMTrunc: case LLVMZExt: case LLVMSExt: case LLVMFPToUI: case LLVMFPToSI: case LLVMUIToFP: case LLVMSIToFP:
	case LLVMPtrToInt: case LLVMIntToPtr: case LLVMBitCast:
		return convert(w, b, inst, opcode);
	case LLVMExtractElement: case LLVMInsertElement: case LLVMShuffleVector: case LLVMExtractValue: case LLVMInsertValue:
		return parts(w, b, inst, opcode);
	case LLVMAlloca:
		return allocate(w, b, inst);
	case LLVMGetElementPtr:
		return address(w, b, inst);
	case LLVMLoad:
		return widen_load(b, inst);
	case LLVMStore:
		return widen_store(w, b, inst);
	default:
		return control(w, b, inst, opcode);
	}
}
