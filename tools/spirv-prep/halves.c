#include "base/text.h"
#include "ir/irmodule.h"
#include "ir/irtype.h"
#include "rewrite.h"
#include "widths.h"

/*
 * Integers of 65 to 128 bits, which clang refuses for SPIR-V but host code has and
 * LLVM's passes make where 64-bit code computes the upper half of a product.
 */
struct halves {
	LLVMValueRef low, high;
};

/* One instruction. */
struct wide {
	struct widening *w;
	LLVMBuilderRef b;
	LLVMValueRef inst;
	unsigned bits;		/* of the first operand, or of its elements; 0: it is no integer */
};

static unsigned
bits_of(LLVMValueRef value)
{
	LLVMTypeRef type = irtype_scalar(LLVMTypeOf(value));

	return LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;
}

static LLVMTypeRef
i64(void)
{
	return LLVMInt64TypeInContext(irmodule_context());
}

static LLVMValueRef
word(LLVMValueRef shape, unsigned long long n)
{
	return constant_of(shape_of(LLVMTypeOf(shape), i64()), n);
}

static struct halves
split(LLVMBuilderRef b, LLVMValueRef both)
{
	return (struct halves) { LLVMBuildExtractValue(b, both, 0, ""), LLVMBuildExtractValue(b, both, 1, "") };
}

static LLVMValueRef
join(LLVMBuilderRef b, struct halves x)
{
	LLVMTypeRef both[2] = { LLVMTypeOf(x.low), LLVMTypeOf(x.high) };
	LLVMValueRef whole = LLVMGetPoison(LLVMStructTypeInContext(irmodule_context(), both, 2, 0));

	return LLVMBuildInsertValue(b, LLVMBuildInsertValue(b, whole, x.low, 0, ""), x.high, 1, "");
}

/* A number, or a vector of numbers. */
static bool
is_number(LLVMValueRef constant)
{
	unsigned i, n = LLVMIsAConstantVector(constant) ? LLVMGetVectorSize(LLVMTypeOf(constant)) : 0;

	for (i = 0; i < n; i++)
		if (!is_number(LLVMGetAggregateElement(constant, i)))
			return false;
	return n || LLVMIsAConstantInt(constant) || LLVMIsUndef(constant) || LLVMIsNull(constant);
}

LLVMValueRef
halves_constant(LLVMValueRef value)
{
	LLVMTypeRef type = shape_of(LLVMTypeOf(value), i64());
	LLVMValueRef half[2];
	LLVMBuilderRef b;

	if (!is_number(value))
		return NULL;
	b = LLVMCreateBuilderInContext(irmodule_context());
	half[0] = LLVMBuildTrunc(b, value, type, "");
	half[1] = LLVMBuildTrunc(b, LLVMBuildLShr(b, value, constant_of(LLVMTypeOf(value), 64), ""), type, "");
	LLVMDisposeBuilder(b);
	return LLVMConstStructInContext(irmodule_context(), half, 2, 0);
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

/* Without bits from bits on, or with copies of the highest of those. */
static struct halves
extended(LLVMBuilderRef b, struct halves x, unsigned bits, bool is_signed)
{
	if (bits < 128)
		x.high = (is_signed ? widths_sign : widths_clear)(b, x.high, bits - 64);
	return x;
}

/* One of two, for each element. */
static struct halves
choice(LLVMBuilderRef b, LLVMValueRef condition, struct halves x, struct halves y)
{
	return (struct halves) { LLVMBuildSelect(b, condition, x.low, y.low, ""),
				 LLVMBuildSelect(b, condition, x.high, y.high, "") };
}

/* What moves from one half into the other has 64 - n places to go, which may be 64: one, then 63 - n. */
static struct halves
shift(LLVMBuilderRef b, LLVMOpcode opcode, struct halves x, LLVMValueRef by)
{
	LLVMValueRef n = LLVMBuildAnd(b, by, word(by, 63), ""), rest = LLVMBuildXor(b, n, word(by, 63), "");
	LLVMValueRef is_near = LLVMBuildICmp(b, LLVMIntULT, by, word(by, 64), ""), one = word(by, 1), low, high, moved;

	if (opcode == LLVMShl) {
		low = LLVMBuildShl(b, x.low, n, "");
		moved = LLVMBuildLShr(b, LLVMBuildLShr(b, x.low, one, ""), rest, "");
		high = LLVMBuildOr(b, LLVMBuildShl(b, x.high, n, ""), moved, "");
		return choice(b, is_near, (struct halves) { low, high }, (struct halves) { word(by, 0), low });
	}
	high = LLVMBuildBinOp(b, opcode, x.high, n, "");
	moved = LLVMBuildShl(b, LLVMBuildShl(b, x.high, one, ""), rest, "");
	low = LLVMBuildOr(b, LLVMBuildLShr(b, x.low, n, ""), moved, "");
	moved = opcode == LLVMAShr ? LLVMBuildAShr(b, x.high, word(by, 63), "") : word(by, 0);
	return choice(b, is_near, (struct halves) { low, high }, (struct halves) { high, moved });
}

static struct halves
bitwise(LLVMBuilderRef b, LLVMOpcode opcode, struct halves x, struct halves y)
{
	return (struct halves) { LLVMBuildBinOp(b, opcode, x.low, y.low, ""), LLVMBuildBinOp(b, opcode, x.high, y.high, "") };
}

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

/* --- instructions --------------------------------------------------------------------------- */

static struct halves
operand(const struct wide *i, unsigned n)
{
	return split(i->b, widths_value(i->w, LLVMGetOperand(i->inst, n)));
}

static struct halves
signed_operand(const struct wide *i, unsigned n)
{
	return extended(i->b, operand(i, n), i->bits, true);
}

static LLVMValueRef
result(const struct wide *i, struct halves x)
{
	return join(i->b, extended(i->b, x, bits_of(i->inst), false));
}

static LLVMValueRef
arithmetic(const struct wide *i, LLVMOpcode opcode)
{
	struct halves x = opcode == LLVMAShr ? signed_operand(i, 0) : operand(i, 0), y = operand(i, 1);

	switch (opcode) {
	case LLVMAdd: return result(i, sum(i->b, x, y));
	case LLVMSub: return result(i, difference(i->b, x, y));
	case LLVMMul: return result(i, product(i->b, x, y));
	case LLVMShl: case LLVMLShr: case LLVMAShr: return result(i, shift(i->b, opcode, x, y.low));
	default: return result(i, bitwise(i->b, opcode, x, y));
	}
}

static LLVMValueRef
compared(const struct wide *i, LLVMIntPredicate predicate)
{
	bool is_signed = without_sign(predicate) != predicate;

	return compare(i->b, predicate, is_signed ? signed_operand(i, 0) : operand(i, 0),
		       is_signed ? signed_operand(i, 1) : operand(i, 1));
}

/* A narrower number as two halves. */
static struct halves
from_narrow(const struct wide *i, LLVMValueRef narrow, bool is_signed)
{
	LLVMValueRef low;

	if (is_signed && widths_has_odd(LLVMTypeOf(LLVMGetOperand(i->inst, 0))))
		narrow = widths_sign(i->b, narrow, i->bits);
	low = LLVMBuildIntCast2(i->b, narrow, shape_of(LLVMTypeOf(narrow), i64()), is_signed, "");
	return (struct halves) { low, is_signed ? LLVMBuildAShr(i->b, low, word(low, 63), "") : word(low, 0) };
}

/* From integer to integer. */
static LLVMValueRef
resize(const struct wide *i, bool is_signed)
{
	LLVMTypeRef type = LLVMTypeOf(i->inst);
	LLVMValueRef narrow;

	if (i->bits > 128 || bits_of(i->inst) > 128)
		return NULL;
	if (i->bits <= 64)
		return result(i, from_narrow(i, widths_value(i->w, LLVMGetOperand(i->inst, 0)), is_signed));
	if (widths_is_wide(type))
		return result(i, is_signed ? signed_operand(i, 0) : operand(i, 0));
	narrow = LLVMBuildIntCast2(i->b, operand(i, 0).low, widths_type(type), 0, "");
	return widths_has_odd(type) ? widths_clear(i->b, narrow, bits_of(i->inst)) : narrow;
}

/* The same 128 bits as something else: a vector of two words is between them. */
static LLVMValueRef
reinterpret(const struct wide *i)
{
	LLVMTypeRef words = LLVMVectorType(i64(), 2), from = LLVMTypeOf(LLVMGetOperand(i->inst, 0)), to = LLVMTypeOf(i->inst);
	LLVMValueRef at[2] = { LLVMConstInt(i64(), 0, 0), LLVMConstInt(i64(), 1, 0) }, both;
	struct halves x;

	if (LLVMGetTypeKind(widths_is_wide(from) ? to : from) != LLVMVectorTypeKind || widths_has_odd(widths_is_wide(from) ? to : from))
		return NULL;
	if (widths_is_wide(to)) {
		both = LLVMBuildBitCast(i->b, LLVMGetOperand(i->inst, 0), words, "");
		return join(i->b, (struct halves) { LLVMBuildExtractElement(i->b, both, at[0], ""),
						    LLVMBuildExtractElement(i->b, both, at[1], "") });
	}
	x = operand(i, 0);
	both = LLVMBuildInsertElement(i->b, LLVMGetPoison(words), x.low, at[0], "");
	return LLVMBuildBitCast(i->b, LLVMBuildInsertElement(i->b, both, x.high, at[1], ""), to, "");
}

/* An element of a vector taken out or put in, in both halves. */
static LLVMValueRef
element(const struct wide *i, bool is_put)
{
	struct halves x = operand(i, 0), y;
	LLVMValueRef at = widths_value(i->w, LLVMGetOperand(i->inst, is_put ? 2 : 1));

	if (!is_put)
		return join(i->b, (struct halves) { LLVMBuildExtractElement(i->b, x.low, at, ""),
						    LLVMBuildExtractElement(i->b, x.high, at, "") });
	y = operand(i, 1);
	return join(i->b, (struct halves) { LLVMBuildInsertElement(i->b, x.low, y.low, at, ""),
					    LLVMBuildInsertElement(i->b, x.high, y.high, at, "") });
}

/* --- intrinsics ------------------------------------------------------------------------------- */

static LLVMValueRef
of_word(const struct wide *i, const char *name, LLVMValueRef x)
{
	LLVMTypeRef type = LLVMTypeOf(x);

	return build_intrinsic(i->b, name, &type, 1, &x, 1);
}

/* The number of zeros, 64 for zero. */
static LLVMValueRef
word_zeros(const struct wide *i, const char *name, LLVMValueRef x)
{
	LLVMValueRef both[2] = { x, LLVMConstNull(LLVMInt1TypeInContext(irmodule_context())) };
	LLVMTypeRef type = LLVMTypeOf(x);

	return build_intrinsic(i->b, name, &type, 1, both, 2);
}

/* The zeros of one half, and those of the other behind them if there are no ones in it. */
static struct halves
zeros(const struct wide *i, const char *name, LLVMValueRef first, LLVMValueRef second)
{
	LLVMValueRef more = LLVMBuildAdd(i->b, word_zeros(i, name, second), word(first, 64), "");
	LLVMValueRef none = LLVMBuildICmp(i->b, LLVMIntEQ, first, word(first, 0), "");

	return (struct halves) { LLVMBuildSelect(i->b, none, more, word_zeros(i, name, first), ""), word(first, 0) };
}

static LLVMValueRef
leading_zeros(const struct wide *i)
{
	struct halves x = operand(i, 0), n = zeros(i, "llvm.ctlz", x.high, x.low);

	n.low = LLVMBuildSub(i->b, n.low, word(n.low, 128 - i->bits), "");
	return join(i->b, n);
}

/* The first bit above the number stops the count. */
static LLVMValueRef
trailing_zeros(const struct wide *i)
{
	struct halves x = operand(i, 0);

	if (i->bits < 128)
		x.high = LLVMBuildOr(i->b, x.high, word(x.high, 1ull << (i->bits - 64)), "");
	return join(i->b, zeros(i, "llvm.cttz", x.low, x.high));
}

static LLVMValueRef
count_ones(const struct wide *i)
{
	struct halves x = operand(i, 0);

	return join(i->b, (struct halves) { LLVMBuildAdd(i->b, of_word(i, "llvm.ctpop", x.low), of_word(i, "llvm.ctpop", x.high), ""),
					    word(x.low, 0) });
}

static LLVMValueRef
reversed(const struct wide *i, const char *name)
{
	struct halves x = operand(i, 0), y = { of_word(i, name, x.high), of_word(i, name, x.low) };

	return join(i->b, shift(i->b, LLVMLShr, y, word(x.low, 128 - i->bits)));
}

static LLVMValueRef
swapped_bytes(const struct wide *i)
{
	return reversed(i, "llvm.bswap");
}

static LLVMValueRef
swapped_bits(const struct wide *i)
{
	return reversed(i, "llvm.bitreverse");
}

static LLVMValueRef
absolute(const struct wide *i)
{
	struct halves x = signed_operand(i, 0), zero = { word(x.low, 0), word(x.low, 0) };
	LLVMValueRef is_negative = LLVMBuildICmp(i->b, LLVMIntSLT, x.high, zero.high, "");

	return result(i, choice(i->b, is_negative, difference(i->b, zero, x), x));
}

static LLVMValueRef
first_if(const struct wide *i, LLVMIntPredicate predicate)
{
	return join(i->b, choice(i->b, compared(i, predicate), operand(i, 0), operand(i, 1)));
}

static LLVMValueRef
unsigned_least(const struct wide *i)
{
	return first_if(i, LLVMIntULT);
}

static LLVMValueRef
unsigned_most(const struct wide *i)
{
	return first_if(i, LLVMIntUGT);
}

static LLVMValueRef
signed_least(const struct wide *i)
{
	return first_if(i, LLVMIntSLT);
}

static LLVMValueRef
signed_most(const struct wide *i)
{
	return first_if(i, LLVMIntSGT);
}

/* Of 128 bits; those that come in have 128 - n places to go: one, then 127 - n. */
static LLVMValueRef
funnel(const struct wide *i, bool is_left)
{
	struct halves x = operand(i, 0), y = operand(i, 1);
	LLVMValueRef most, n, rest, one;

	if (i->bits < 128)
		return NULL;
	most = word(x.low, 127);
	one = word(x.low, 1);
	n = LLVMBuildAnd(i->b, operand(i, 2).low, most, "");
	rest = LLVMBuildXor(i->b, n, most, "");
	if (is_left) {
		x = shift(i->b, LLVMShl, x, n);
		y = shift(i->b, LLVMLShr, shift(i->b, LLVMLShr, y, one), rest);
	} else {
		x = shift(i->b, LLVMShl, shift(i->b, LLVMShl, x, one), rest);
		y = shift(i->b, LLVMLShr, y, n);
	}
	return join(i->b, bitwise(i->b, LLVMOr, x, y));
}

static LLVMValueRef
funnel_left(const struct wide *i)
{
	return funnel(i, true);
}

static LLVMValueRef
funnel_right(const struct wide *i)
{
	return funnel(i, false);
}

static LLVMValueRef
unsigned_sum(const struct wide *i)
{
	struct halves x = operand(i, 0), all = sum(i->b, x, operand(i, 1));
	struct halves cut = extended(i->b, all, i->bits, false), most = { word(x.low, ~0ull), word(x.low, ~0ull) };
	LLVMValueRef is_over = i->bits < 128 ? LLVMBuildICmp(i->b, LLVMIntNE, cut.high, all.high, "")
					     : compare(i->b, LLVMIntULT, all, x);

	return result(i, choice(i->b, is_over, most, cut));
}

static LLVMValueRef
unsigned_difference(const struct wide *i)
{
	struct halves x = operand(i, 0), y = operand(i, 1), zero = { word(x.low, 0), word(x.low, 0) };

	return join(i->b, choice(i->b, compare(i->b, LLVMIntUGT, x, y), difference(i->b, x, y), zero));
}

static const struct {
	const char *name;
	LLVMValueRef (*build)(const struct wide *);
} intrinsics[] = {
	{ "llvm.ctlz.", leading_zeros }, { "llvm.cttz.", trailing_zeros }, { "llvm.ctpop.", count_ones },
	{ "llvm.bswap.", swapped_bytes }, { "llvm.bitreverse.", swapped_bits }, { "llvm.abs.", absolute },
	{ "llvm.umin.", unsigned_least }, { "llvm.umax.", unsigned_most }, { "llvm.smin.", signed_least },
	{ "llvm.smax.", signed_most }, { "llvm.fshl.", funnel_left }, { "llvm.fshr.", funnel_right },
	{ "llvm.uadd.sat.", unsigned_sum }, { "llvm.usub.sat.", unsigned_difference },
};

/* Three-way comparison: (x > y) - (x < y). */
static LLVMValueRef
three_way(const struct wide *i, bool is_signed)
{
	LLVMTypeRef type = LLVMTypeOf(i->inst);
	LLVMValueRef above = LLVMBuildZExt(i->b, compared(i, is_signed ? LLVMIntSGT : LLVMIntUGT), widths_type(type), "");
	LLVMValueRef below = LLVMBuildZExt(i->b, compared(i, is_signed ? LLVMIntSLT : LLVMIntULT), widths_type(type), "");
	LLVMValueRef order = LLVMBuildSub(i->b, above, below, "");

	return widths_has_odd(type) ? widths_clear(i->b, order, bits_of(i->inst)) : order;
}

static LLVMValueRef
intrinsic(const struct wide *i, const char *name)
{
	size_t n;

	if (text_starts(name, "llvm.scmp.") || text_starts(name, "llvm.ucmp."))
		return widths_is_wide(LLVMTypeOf(i->inst)) ? NULL : three_way(i, name[5] == 's');
	for (n = 0; n < sizeof intrinsics / sizeof *intrinsics; n++)
		if (text_starts(name, intrinsics[n].name))
			return intrinsics[n].build(i);
	return NULL;
}

/* --- one instruction -------------------------------------------------------------------------- */

/* Instructions that only move the value go the way of other widths. */
bool
halves_is_wanted(LLVMValueRef inst)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(inst);
	int n = LLVMGetNumOperands(inst), i;
	bool is_wanted = widths_is_wide(LLVMTypeOf(inst));

	switch (opcode) {
	case LLVMPHI: case LLVMFreeze: case LLVMRet: case LLVMAlloca: case LLVMLoad: case LLVMStore:
	case LLVMExtractValue: case LLVMInsertValue:
		return false;
	case LLVMCall:
		if (!LLVMIsAFunction(LLVMGetCalledValue(inst)) || !LLVMGetIntrinsicID(LLVMGetCalledValue(inst)))
			return false;
		break;
	default:
		break;
	}
	for (i = 0; i < n && !is_wanted; i++)
		is_wanted = widths_is_wide(LLVMTypeOf(LLVMGetOperand(inst, (unsigned)i)));
	return is_wanted;
}

LLVMValueRef
halves_instruction(struct widening *w, LLVMBuilderRef b, LLVMValueRef inst)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(inst);
	struct wide i = { w, b, inst, bits_of(LLVMGetOperand(inst, 0)) };

	switch (opcode) {
	case LLVMAdd: case LLVMSub: case LLVMMul: case LLVMAnd: case LLVMOr: case LLVMXor:
	case LLVMShl: case LLVMLShr: case LLVMAShr:
		return arithmetic(&i, opcode);
	case LLVMICmp:
		return compared(&i, LLVMGetICmpPredicate(inst));
	case LLVMZExt: case LLVMSExt: case LLVMTrunc:
		return resize(&i, opcode == LLVMSExt);
	case LLVMPtrToInt:
		return join(b, from_narrow(&i, LLVMBuildPtrToInt(b, LLVMGetOperand(inst, 0), i64(), ""), false));
	case LLVMIntToPtr:
		return LLVMBuildIntToPtr(b, operand(&i, 0).low, LLVMTypeOf(inst), "");
	case LLVMBitCast:
		return reinterpret(&i);
	case LLVMSelect:
		return join(b, choice(b, LLVMGetOperand(inst, 0), operand(&i, 1), operand(&i, 2)));
	case LLVMExtractElement: case LLVMInsertElement:
		return element(&i, opcode == LLVMInsertElement);
	case LLVMCall:
		return intrinsic(&i, irmodule_name(LLVMGetCalledValue(inst)));
	default:
		return NULL;
	}
}
