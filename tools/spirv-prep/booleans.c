#include "ir/irtype.h"
#include "prep.h"

#include <string.h>

#include "base/text.h"
#include "ir/irmodule.h"

/* SPIR-V's booleans are not numbers: they have logic, but neither arithmetic nor a size. */

static bool
is_bool(LLVMTypeRef type)
{
	type = irtype_scalar(type);
	return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 1;
}

/* A call that asks groups of a constant, any number but 0 for true, of which LLVM's back end takes the lowest bit. */
static bool
votes_on_number(LLVMValueRef call)
{
	LLVMValueRef function = LLVMGetCalledValue(call), constant = LLVMGetNumArgOperands(call) ? LLVMGetOperand(call, 0) : NULL;
	const char *name = LLVMIsAFunction(function) ? irmodule_name(function) : "";

	if (!constant || !LLVMIsAConstantInt(constant) || LLVMConstIntGetZExtValue(constant) < 2)
		return false;
	return text_starts(name, "_Z") && strstr(name, "_group_") &&
	       (text_ends(name, "_alli") || text_ends(name, "_anyi") || text_ends(name, "_balloti") || strstr(name, "_logical_"));
}

static bool
is_wanted(LLVMValueRef inst)
{
	switch (LLVMGetInstructionOpcode(inst)) {
	case LLVMAdd: case LLVMSub: case LLVMMul: case LLVMUDiv: case LLVMSDiv: case LLVMURem: case LLVMSRem:
	case LLVMShl: case LLVMLShr: case LLVMAShr: case LLVMFPToUI: case LLVMFPToSI:
		return is_bool(LLVMTypeOf(inst));
	case LLVMICmp: case LLVMSIToFP:
		return is_bool(LLVMTypeOf(LLVMGetOperand(inst, 0)));
	case LLVMBitCast:
		return is_bool(LLVMTypeOf(inst)) != is_bool(LLVMTypeOf(LLVMGetOperand(inst, 0)));
	case LLVMCall:
		return votes_on_number(inst);
	default:
		return false;
	}
}

/* a OP b for one bit; where the original is undefined, any result is right. */
static LLVMValueRef
logic(LLVMBuilderRef builder, LLVMOpcode opcode, LLVMValueRef a, LLVMValueRef b)
{
	switch (opcode) {
	case LLVMAdd:
	case LLVMSub:
		return LLVMBuildXor(builder, a, b, "");
	case LLVMMul:
		return LLVMBuildAnd(builder, a, b, "");
	case LLVMURem:
	case LLVMSRem:
		return LLVMConstNull(LLVMTypeOf(a));	/* by 1, the only divisor */
	default:
		return a;	/* divided by 1, shifted by 0 */
	}
}

/* Signed, true is -1: the smaller one. */
static LLVMValueRef
compare(LLVMBuilderRef builder, LLVMIntPredicate predicate, LLVMValueRef a, LLVMValueRef b)
{
	switch (predicate) {
	case LLVMIntEQ: return LLVMBuildNot(builder, LLVMBuildXor(builder, a, b, ""), "");
	case LLVMIntNE: return LLVMBuildXor(builder, a, b, "");
	case LLVMIntUGT: case LLVMIntSLT: return LLVMBuildAnd(builder, a, LLVMBuildNot(builder, b, ""), "");
	case LLVMIntULT: case LLVMIntSGT: return LLVMBuildAnd(builder, b, LLVMBuildNot(builder, a, ""), "");
	case LLVMIntUGE: case LLVMIntSLE: return LLVMBuildOr(builder, a, LLVMBuildNot(builder, b, ""), "");
	default: return LLVMBuildOr(builder, b, LLVMBuildNot(builder, a, ""), "");
	}
}

/* A number out of range is undefined, so any conversion that is right for 0 and 1 (-1) will do. */
static LLVMValueRef
from_float(LLVMBuilderRef builder, LLVMValueRef value, LLVMTypeRef type)
{
	LLVMTypeRef word = shape_of(type, LLVMInt32TypeInContext(irmodule_context()));

	return LLVMBuildICmp(builder, LLVMIntNE, LLVMBuildFPToSI(builder, value, word, ""), LLVMConstNull(word), "");
}

/* True is -1; LLVM's back end makes 1 of it. */
static LLVMValueRef
to_float(LLVMBuilderRef builder, LLVMValueRef value, LLVMTypeRef type)
{
	LLVMValueRef minus_one = splat_of(type, LLVMConstReal(irtype_scalar(type), -1));

	return LLVMBuildSelect(builder, value, minus_one, LLVMConstNull(type), "");
}

/* Vector of i1 to number: bit by bit. */
static LLVMValueRef
gather_bits(LLVMBuilderRef builder, LLVMValueRef vector, LLVMTypeRef number)
{
	LLVMTypeRef index = LLVMInt32TypeInContext(irmodule_context());
	LLVMValueRef all = LLVMConstNull(number);
	unsigned n = LLVMGetVectorSize(LLVMTypeOf(vector)), i;

	for (i = 0; i < n; i++) {
		LLVMValueRef bit = LLVMBuildExtractElement(builder, vector, LLVMConstInt(index, i, 0), "");

		bit = LLVMBuildSelect(builder, bit, LLVMConstInt(number, 1ull << i, 0), LLVMConstNull(number), "");
		all = LLVMBuildOr(builder, all, bit, "");
	}
	return all;
}

static LLVMValueRef
scatter_bits(LLVMBuilderRef builder, LLVMValueRef number, LLVMTypeRef vector)
{
	LLVMTypeRef index = LLVMInt32TypeInContext(irmodule_context()), type = LLVMTypeOf(number);
	LLVMValueRef all = LLVMGetPoison(vector);
	unsigned n = LLVMGetVectorSize(vector), i;

	for (i = 0; i < n; i++) {
		LLVMValueRef bit = LLVMBuildAnd(builder, number, LLVMConstInt(type, 1ull << i, 0), "");

		bit = LLVMBuildICmp(builder, LLVMIntNE, bit, LLVMConstNull(type), "");
		all = LLVMBuildInsertElement(builder, all, bit, LLVMConstInt(index, i, 0), "");
	}
	return all;
}

/* NULL for other bitcasts, which stay. */
static LLVMValueRef
reinterpret(LLVMBuilderRef builder, LLVMValueRef value, LLVMTypeRef to)
{
	LLVMTypeRef from = LLVMTypeOf(value);

	if (LLVMGetTypeKind(from) == LLVMVectorTypeKind && LLVMGetTypeKind(to) == LLVMIntegerTypeKind &&
	    LLVMGetIntTypeWidth(to) <= 64)
		return gather_bits(builder, value, to);
	if (LLVMGetTypeKind(to) == LLVMVectorTypeKind && LLVMGetTypeKind(from) == LLVMIntegerTypeKind &&
	    LLVMGetIntTypeWidth(from) <= 64)
		return scatter_bits(builder, value, to);
	return NULL;
}

static void
rewrite_operation(LLVMValueRef inst)
{
	LLVMBuilderRef builder = builder_before(inst);
	LLVMOpcode opcode = LLVMGetInstructionOpcode(inst);
	LLVMValueRef a = LLVMGetOperand(inst, 0), b = LLVMGetNumOperands(inst) > 1 ? LLVMGetOperand(inst, 1) : NULL, by;

	if (opcode == LLVMICmp)
		by = compare(builder, LLVMGetICmpPredicate(inst), a, b);
	else if (opcode == LLVMBitCast)
		by = reinterpret(builder, a, LLVMTypeOf(inst));
	else if (opcode == LLVMFPToUI || opcode == LLVMFPToSI)
		by = from_float(builder, a, LLVMTypeOf(inst));
	else if (opcode == LLVMSIToFP)
		by = to_float(builder, a, LLVMTypeOf(inst));
	else
		by = logic(builder, opcode, a, b);
	LLVMDisposeBuilder(builder);
	if (by)
		replace_instruction(inst, by);
}

static void
rewrite(LLVMValueRef inst)
{
	if (LLVMIsACallInst(inst))
		LLVMSetOperand(inst, 0, LLVMConstInt(LLVMTypeOf(LLVMGetOperand(inst, 0)), 1, 0));
	else
		rewrite_operation(inst);
}

void
prep_booleans(LLVMModuleRef module)
{
	instructions_do(module, is_wanted, rewrite);
}
