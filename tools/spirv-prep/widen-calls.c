#include "ir/irtype.h"
#include "widths.h"

#include <string.h>

#include "ir/irmodule.h"

/* One intrinsic on widened operands. */
struct intrinsic {
	struct widening *w;
	LLVMBuilderRef b;
	LLVMValueRef call;
	LLVMTypeRef type;	/* of the first operand, widened */
	unsigned bits;		/* of it, as it was */
	const char *name;
};

/* Operand i; with its sign in the upper bits. */
static LLVMValueRef
plain(const struct intrinsic *in, unsigned i)
{
	return widths_value(in->w, LLVMGetOperand(in->call, i));
}

static LLVMValueRef
with_sign(const struct intrinsic *in, unsigned i)
{
	return widths_sign(in->b, plain(in, i), in->bits);
}

static LLVMValueRef
cleared(const struct intrinsic *in, LLVMValueRef value)
{
	return widths_clear(in->b, value, in->bits);
}

static LLVMValueRef
number(const struct intrinsic *in, unsigned long long n)
{
	return constant_of(in->type, n);
}

static LLVMValueRef
apply(const struct intrinsic *in, const char *name, LLVMValueRef x, LLVMValueRef y)
{
	LLVMValueRef both[2] = { x, y };
	LLVMTypeRef type = LLVMTypeOf(x);

	return build_intrinsic(in->b, name, &type, 1, both, y ? 2 : 1);
}

/* --- one function for each kind of intrinsic ------------------------------------------- */

static LLVMValueRef
as_it_is(const struct intrinsic *in)
{
	return apply(in, in->name, plain(in, 0), LLVMGetNumArgOperands(in->call) > 1 ? plain(in, 1) : NULL);
}

static LLVMValueRef
of_signed(const struct intrinsic *in)
{
	return cleared(in, apply(in, in->name, with_sign(in, 0), LLVMGetNumArgOperands(in->call) > 1 ? with_sign(in, 1) : NULL));
}

static LLVMValueRef
then_cleared(const struct intrinsic *in)
{
	return cleared(in, as_it_is(in));
}

static LLVMValueRef
absolute(const struct intrinsic *in)
{
	LLVMValueRef zero = LLVMConstNull(LLVMInt1TypeInContext(irmodule_context()));

	return cleared(in, apply(in, "llvm.abs", with_sign(in, 0), zero));
}

/* Subtracts the zeros of the upper bits. */
static LLVMValueRef
leading_zeros(const struct intrinsic *in)
{
	LLVMValueRef no = LLVMConstNull(LLVMInt1TypeInContext(irmodule_context()));
	unsigned more = LLVMGetIntTypeWidth(irtype_scalar(in->type)) - in->bits;

	return LLVMBuildSub(in->b, apply(in, "llvm.ctlz", plain(in, 0), no), number(in, more), "");
}

/* Sets the first upper bit, which stops the count. */
static LLVMValueRef
trailing_zeros(const struct intrinsic *in)
{
	LLVMValueRef no = LLVMConstNull(LLVMInt1TypeInContext(irmodule_context()));

	return apply(in, "llvm.cttz", LLVMBuildOr(in->b, plain(in, 0), number(in, 1ull << in->bits), ""), no);
}

/* Swapped bytes and reversed bits are in the upper bits: shifts them down. */
static LLVMValueRef
reversed(const struct intrinsic *in)
{
	unsigned more = LLVMGetIntTypeWidth(irtype_scalar(in->type)) - in->bits;

	return LLVMBuildLShr(in->b, apply(in, in->name, plain(in, 0), NULL), number(in, more), "");
}

/* (x << n) | (y >> bits - n), where n is below bits. */
static LLVMValueRef
funnel(const struct intrinsic *in, bool left)
{
	LLVMValueRef n = LLVMBuildURem(in->b, plain(in, 2), number(in, in->bits), "");
	LLVMValueRef rest = LLVMBuildSub(in->b, number(in, in->bits), n, "");
	LLVMValueRef x = LLVMBuildShl(in->b, plain(in, 0), left ? n : rest, "");
	LLVMValueRef y = LLVMBuildLShr(in->b, plain(in, 1), left ? rest : n, "");

	return cleared(in, LLVMBuildOr(in->b, x, y, ""));
}

static LLVMValueRef
funnel_left(const struct intrinsic *in)
{
	return funnel(in, true);
}

static LLVMValueRef
funnel_right(const struct intrinsic *in)
{
	return funnel(in, false);
}

static LLVMValueRef
unsigned_sum(const struct intrinsic *in)
{
	LLVMValueRef sum = LLVMBuildAdd(in->b, plain(in, 0), plain(in, 1), "");

	return apply(in, "llvm.umin", sum, number(in, (1ull << in->bits) - 1));
}

static LLVMValueRef
unsigned_difference(const struct intrinsic *in)
{
	LLVMValueRef larger = apply(in, "llvm.umax", plain(in, 0), plain(in, 1));

	return LLVMBuildSub(in->b, larger, plain(in, 1), "");
}

/* There is room for one more bit, so nothing overflows. */
static LLVMValueRef
clamped(const struct intrinsic *in, LLVMValueRef value)
{
	unsigned long long most = (1ull << (in->bits - 1)) - 1;

	value = apply(in, "llvm.smin", value, number(in, most));
	return cleared(in, apply(in, "llvm.smax", value, LLVMBuildNot(in->b, number(in, most), "")));
}

static LLVMValueRef
signed_sum(const struct intrinsic *in)
{
	return clamped(in, LLVMBuildAdd(in->b, with_sign(in, 0), with_sign(in, 1), ""));
}

static LLVMValueRef
signed_difference(const struct intrinsic *in)
{
	return clamped(in, LLVMBuildSub(in->b, with_sign(in, 0), with_sign(in, 1), ""));
}

static const struct {
	const char *name;
	LLVMValueRef (*widen)(const struct intrinsic *in);
} table[] = {
	{ "llvm.umin", as_it_is }, { "llvm.umax", as_it_is }, { "llvm.ctpop", as_it_is },
	{ "llvm.smin", of_signed }, { "llvm.smax", of_signed }, { "llvm.abs", absolute },
	{ "llvm.ctlz", leading_zeros }, { "llvm.cttz", trailing_zeros },
	{ "llvm.bswap", reversed }, { "llvm.bitreverse", reversed },
	{ "llvm.fshl", funnel_left }, { "llvm.fshr", funnel_right },
	{ "llvm.uadd.sat", unsigned_sum }, { "llvm.usub.sat", unsigned_difference },
	{ "llvm.sadd.sat", signed_sum }, { "llvm.ssub.sat", signed_difference },
	{ "llvm.vector.reduce.and", as_it_is }, { "llvm.vector.reduce.or", as_it_is },
	{ "llvm.vector.reduce.xor", as_it_is }, { "llvm.vector.reduce.umin", as_it_is },
	{ "llvm.vector.reduce.umax", as_it_is }, { "llvm.vector.reduce.smin", of_signed },
	{ "llvm.vector.reduce.smax", of_signed }, { "llvm.vector.reduce.add", then_cleared },
	{ "llvm.vector.reduce.mul", then_cleared },
};

/* Three-way comparison, whose result and operands may both be odd: (x > y) - (x < y). */
static LLVMValueRef
three_way(struct widening *w, LLVMBuilderRef b, LLVMValueRef call, bool is_signed)
{
	LLVMTypeRef type = widths_type(LLVMTypeOf(call)), from = LLVMTypeOf(LLVMGetOperand(call, 0));
	LLVMValueRef x = widths_value(w, LLVMGetOperand(call, 0)), y = widths_value(w, LLVMGetOperand(call, 1)), result;

	if (is_signed && widths_has_odd(from)) {
		x = widths_sign(b, x, LLVMGetIntTypeWidth(irtype_scalar(from)));
		y = widths_sign(b, y, LLVMGetIntTypeWidth(irtype_scalar(from)));
	}
	result = LLVMBuildSub(b, LLVMBuildZExt(b, LLVMBuildICmp(b, is_signed ? LLVMIntSGT : LLVMIntUGT, x, y, ""), type, ""),
			      LLVMBuildZExt(b, LLVMBuildICmp(b, is_signed ? LLVMIntSLT : LLVMIntULT, x, y, ""), type, ""), "");
	return widths_has_odd(LLVMTypeOf(call)) ? widths_clear(b, result, LLVMGetIntTypeWidth(irtype_scalar(LLVMTypeOf(call)))) : result;
}

static LLVMValueRef
widen_intrinsic(struct widening *w, LLVMBuilderRef b, LLVMValueRef call, const char *name)
{
	LLVMTypeRef type = LLVMGetNumArgOperands(call) ? LLVMTypeOf(LLVMGetOperand(call, 0)) : NULL;
	struct intrinsic in = { .w = w, .b = b, .call = call };
	size_t i;

	if (!strncmp(name, "llvm.scmp.", 10) || !strncmp(name, "llvm.ucmp.", 10))
		return three_way(w, b, call, name[5] == 's');
	if (!type || !widths_has_odd(type) || LLVMGetTypeKind(irtype_scalar(type)) != LLVMIntegerTypeKind)
		return NULL;
	in.type = widths_type(type);
	in.bits = LLVMGetIntTypeWidth(irtype_scalar(type));
	for (i = 0; i < sizeof table / sizeof *table; i++) {
		size_t len = strlen(table[i].name);

		if (!strncmp(name, table[i].name, len) && name[len] == '.') {
			in.name = table[i].name;
			return table[i].widen(&in);
		}
	}
	return NULL;
}

/* --- functions of the module ------------------------------------------------------------ */

LLVMValueRef
widen_call(struct widening *w, LLVMBuilderRef b, LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call), to = widths_value(w, callee), *operand, wider;
	unsigned n = LLVMGetNumArgOperands(call), i;

	if (LLVMIsAFunction(callee) && LLVMGetIntrinsicID(callee))
		return widen_intrinsic(w, b, call, irmodule_name(callee));
	if (!LLVMIsAFunction(to))
		return NULL;
	operand = arena_calloc(&arena, n, sizeof *operand);
	for (i = 0; i < n; i++)
		operand[i] = widths_value(w, LLVMGetOperand(call, i));
	wider = LLVMBuildCall2(b, LLVMGlobalGetValueType(to), to, operand, n, "");
	LLVMSetInstructionCallConv(wider, LLVMGetInstructionCallConv(call));
	widths_copy_attributes(call, wider);
	return wider;
}
