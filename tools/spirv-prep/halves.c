#include "base/ptrmap.h"
#include "ir/irmodule.h"
#include "ir/irtype.h"
#include "rewrite.h"

/*
 * Integers of 65 to 128 bits, which clang refuses for SPIR-V but LLVM's passes make
 * where 64-bit code computes the upper half of a product.  A value becomes two
 * numbers of 64 bits; bits above its width are zero.
 */
struct halves {
	LLVMValueRef low, high;
};

static struct ptrmap known;	/* a wide instruction to its struct halves; NULL: it has no form */

static unsigned
bits_of(LLVMValueRef value)
{
	LLVMTypeRef type = irtype_scalar(LLVMTypeOf(value));

	return LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;
}

static bool
is_wide(LLVMValueRef value)
{
	return bits_of(value) > 64 && bits_of(value) <= 128;
}

static bool
is_wide_instruction(LLVMValueRef inst)
{
	return is_wide(inst);
}

/* The instruction reads a wide number and gives a narrow one. */
static bool
is_result(LLVMValueRef inst)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(inst);

	return (opcode == LLVMTrunc || opcode == LLVMICmp) && is_wide(LLVMGetOperand(inst, 0)) && !is_wide(inst);
}

static LLVMTypeRef
word_type(LLVMValueRef shape)
{
	return shape_of(LLVMTypeOf(shape), LLVMInt64TypeInContext(irmodule_context()));
}

static LLVMValueRef
word(LLVMValueRef shape, unsigned long long n)
{
	return constant_of(word_type(shape), n);
}

/* --- arithmetic --------------------------------------------------------------------------- */

/* The upper half of the product of two words; OpenCL has no vectors of other lengths. */
static LLVMValueRef
high_product(LLVMBuilderRef b, LLVMValueRef x, LLVMValueRef y)
{
	LLVMTypeRef type = LLVMTypeOf(x);
	bool is_vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
	LLVMValueRef both[2] = { x, y };
	char name[64];

	mangle_unsigned(name, "mul_hi", type, is_vector ? "S_" : "m");
	return build_builtin(b, name, type, both, 2);
}

static struct halves
product(LLVMBuilderRef b, struct halves x, struct halves y)
{
	LLVMValueRef crossed = LLVMBuildAdd(b, LLVMBuildMul(b, x.low, y.high, ""), LLVMBuildMul(b, x.high, y.low, ""), "");

	return (struct halves) { LLVMBuildMul(b, x.low, y.low, ""), LLVMBuildAdd(b, high_product(b, x.low, y.low), crossed, "") };
}

static struct halves
sum(LLVMBuilderRef b, struct halves x, struct halves y)
{
	LLVMValueRef low = LLVMBuildAdd(b, x.low, y.low, "");
	LLVMValueRef carry = LLVMBuildZExt(b, LLVMBuildICmp(b, LLVMIntULT, low, x.low, ""), LLVMTypeOf(low), "");

	return (struct halves) { low, LLVMBuildAdd(b, LLVMBuildAdd(b, x.high, y.high, ""), carry, "") };
}

static struct halves
difference(LLVMBuilderRef b, struct halves x, struct halves y)
{
	LLVMValueRef borrow = LLVMBuildZExt(b, LLVMBuildICmp(b, LLVMIntULT, x.low, y.low, ""), LLVMTypeOf(x.low), "");

	return (struct halves) { LLVMBuildSub(b, x.low, y.low, ""),
				 LLVMBuildSub(b, LLVMBuildSub(b, x.high, y.high, ""), borrow, "") };
}

/* By a constant below 128; fill is what comes in from above. */
static struct halves
shift_right(LLVMBuilderRef b, LLVMOpcode opcode, struct halves x, unsigned by)
{
	LLVMValueRef fill = opcode == LLVMAShr ? LLVMBuildAShr(b, x.high, word(x.high, 63), "") : word(x.high, 0);
	LLVMValueRef moved;

	if (by == 0)
		return x;
	if (by >= 64)
		return (struct halves) { LLVMBuildBinOp(b, opcode, x.high, word(x.high, by - 64), ""), fill };
	moved = LLVMBuildShl(b, x.high, word(x.high, 64 - by), "");
	return (struct halves) { LLVMBuildOr(b, LLVMBuildLShr(b, x.low, word(x.low, by), ""), moved, ""),
				 LLVMBuildBinOp(b, opcode, x.high, word(x.high, by), "") };
}

static struct halves
shift_left(LLVMBuilderRef b, struct halves x, unsigned by)
{
	LLVMValueRef moved;

	if (by == 0)
		return x;
	if (by >= 64)
		return (struct halves) { word(x.low, 0), LLVMBuildShl(b, x.low, word(x.low, by - 64), "") };
	moved = LLVMBuildLShr(b, x.low, word(x.low, 64 - by), "");
	return (struct halves) { LLVMBuildShl(b, x.low, word(x.low, by), ""),
				 LLVMBuildOr(b, LLVMBuildShl(b, x.high, word(x.high, by), ""), moved, "") };
}

static struct halves
bitwise(LLVMBuilderRef b, LLVMOpcode opcode, struct halves x, struct halves y)
{
	return (struct halves) { LLVMBuildBinOp(b, opcode, x.low, y.low, ""), LLVMBuildBinOp(b, opcode, x.high, y.high, "") };
}

/* --- values --------------------------------------------------------------------------------- */

static bool halves_of(LLVMBuilderRef b, LLVMValueRef value, struct halves *out);

/* The number of places, the same for every element of a vector. */
static bool
places_of(LLVMValueRef shift, unsigned bits, unsigned *out)
{
	LLVMValueRef one = LLVMGetTypeKind(LLVMTypeOf(shift)) == LLVMVectorTypeKind && LLVMIsConstant(shift)
		? LLVMGetAggregateElement(shift, 0) : shift;

	if (!one || !LLVMIsAConstantInt(one) || shift != splat_of(LLVMTypeOf(shift), one))
		return false;
	*out = (unsigned)LLVMConstIntGetZExtValue(LLVMConstTrunc(one, LLVMInt32TypeInContext(irmodule_context())));
	return *out < bits;
}

static bool
shift(LLVMBuilderRef b, LLVMValueRef inst, LLVMOpcode opcode, struct halves *out)
{
	struct halves x;
	unsigned by;

	if (!halves_of(b, LLVMGetOperand(inst, 0), &x) || !places_of(LLVMGetOperand(inst, 1), bits_of(inst), &by) ||
	    (opcode == LLVMAShr && bits_of(inst) != 128))
		return false;
	*out = opcode == LLVMShl ? shift_left(b, x, by) : shift_right(b, opcode, x, by);
	return true;
}

static bool
arithmetic(LLVMBuilderRef b, LLVMValueRef inst, LLVMOpcode opcode, struct halves *out)
{
	struct halves x, y;

	if (!halves_of(b, LLVMGetOperand(inst, 0), &x) || !halves_of(b, LLVMGetOperand(inst, 1), &y))
		return false;
	switch (opcode) {
	case LLVMAdd: *out = sum(b, x, y); return true;
	case LLVMSub: *out = difference(b, x, y); return true;
	case LLVMMul: *out = product(b, x, y); return true;
	default: *out = bitwise(b, opcode, x, y); return true;
	}
}

/* From another width. */
static bool
resize(LLVMBuilderRef b, LLVMValueRef inst, LLVMOpcode opcode, struct halves *out)
{
	LLVMValueRef from = LLVMGetOperand(inst, 0);
	bool is_signed = opcode == LLVMSExt;

	if (is_signed && (bits_of(inst) != 128 || bits_of(from) > 64))
		return false;
	if (bits_of(from) > 64)
		return halves_of(b, from, out);
	out->low = LLVMBuildIntCast2(b, from, word_type(from), is_signed, "");
	out->high = is_signed ? LLVMBuildAShr(b, out->low, word(from, 63), "") : word(from, 0);
	return true;
}

static bool
compute(LLVMBuilderRef b, LLVMValueRef inst, struct halves *out)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(inst);

	switch (opcode) {
	case LLVMAdd: case LLVMSub: case LLVMMul: case LLVMAnd: case LLVMOr: case LLVMXor:
		return arithmetic(b, inst, opcode, out);
	case LLVMShl: case LLVMLShr: case LLVMAShr:
		return shift(b, inst, opcode, out);
	case LLVMZExt: case LLVMSExt: case LLVMTrunc:
		return resize(b, inst, opcode, out);
	default:
		return false;
	}
}

static struct halves *
instruction_halves(LLVMValueRef inst)
{
	struct halves *it = arena_alloc(&arena, sizeof *it);
	LLVMBuilderRef b = builder_before(inst);
	bool done = compute(b, inst, it);

	if (done && bits_of(inst) < 128)
		it->high = LLVMBuildAnd(b, it->high, word(it->high, (1ull << (bits_of(inst) - 64)) - 1), "");
	LLVMDisposeBuilder(b);
	return done ? it : NULL;
}

/* Both halves of a wide value, built where it is; false when it has no form. */
static bool
halves_of(LLVMBuilderRef b, LLVMValueRef value, struct halves *out)
{
	struct halves *it;

	if (LLVMIsConstant(value)) {
		LLVMValueRef above = LLVMBuildLShr(b, value, constant_of(LLVMTypeOf(value), 64), "");

		*out = (struct halves) { LLVMBuildTrunc(b, value, word_type(value), ""),
					 LLVMBuildTrunc(b, above, word_type(value), "") };
		return true;
	}
	if (!LLVMIsAInstruction(value))
		return false;
	/* Until it is computed it has no form: unreachable code may use its own result. */
	if (!ptrmap_has(&known, value)) {
		ptrmap_set_pointer(&known, value, NULL);
		ptrmap_set_pointer(&known, value, instruction_halves(value));
	}
	it = ptrmap_pointer(&known, value);
	if (it)
		*out = *it;
	return it;
}

/* --- results --------------------------------------------------------------------------------- */

static LLVMIntPredicate
without_sign(LLVMIntPredicate predicate)
{
	switch (predicate) {
	case LLVMIntSGT: return LLVMIntUGT;
	case LLVMIntSGE: return LLVMIntUGE;
	case LLVMIntSLT: return LLVMIntULT;
	case LLVMIntSLE: return LLVMIntULE;
	default: return predicate;
	}
}

/* The upper halves decide unless they are equal. */
static LLVMValueRef
compare(LLVMBuilderRef b, LLVMIntPredicate predicate, struct halves x, struct halves y)
{
	LLVMValueRef equal = LLVMBuildICmp(b, LLVMIntEQ, x.high, y.high, "");
	LLVMValueRef low = LLVMBuildICmp(b, without_sign(predicate), x.low, y.low, "");

	return LLVMBuildSelect(b, equal, low, LLVMBuildICmp(b, predicate, x.high, y.high, ""), "");
}

static void
replace_result(LLVMValueRef inst)
{
	LLVMBuilderRef b = builder_before(inst);
	LLVMValueRef by = NULL;
	struct halves x, y;

	if (halves_of(b, LLVMGetOperand(inst, 0), &x)) {
		if (LLVMGetInstructionOpcode(inst) == LLVMTrunc)
			by = LLVMBuildIntCast2(b, x.low, LLVMTypeOf(inst), 0, "");
		else if ((bits_of(LLVMGetOperand(inst, 0)) == 128 ||
			  without_sign(LLVMGetICmpPredicate(inst)) == LLVMGetICmpPredicate(inst)) &&
			 halves_of(b, LLVMGetOperand(inst, 1), &y))
			by = compare(b, LLVMGetICmpPredicate(inst), x, y);
	}
	LLVMDisposeBuilder(b);
	if (by)
		replace_instruction(inst, by);
}

void
prep_halves(LLVMModuleRef module)
{
	LLVMValueRef function;

	ptrmap_init(&known, &arena, 64);
	instructions_do(module, is_result, replace_result);
	for (function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function)) {
		struct instructions wide = instructions_of(function, is_wide_instruction);

		while (wide.n-- > 0)
			if (!LLVMGetFirstUse(wide.item[wide.n]) && ptrmap_pointer(&known, wide.item[wide.n]))
				LLVMInstructionEraseFromParent(wide.item[wide.n]);
	}
}
