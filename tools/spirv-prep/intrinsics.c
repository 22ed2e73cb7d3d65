#include "ir/irtype.h"
#include "prep.h"

#include <stdio.h>

#include "ir/irmodule.h"
#include "rewrite.h"

static LLVMValueRef
is_negative(LLVMBuilderRef b, LLVMValueRef value)
{
	return LLVMBuildICmp(b, LLVMIntSLT, value, LLVMConstNull(LLVMTypeOf(value)), "");
}

/* --- arithmetic with overflow: the back end knows some forms, the consumers fewer ------------ */

static LLVMValueRef
unsigned_add(LLVMBuilderRef b, LLVMValueRef call)
{
	LLVMValueRef sum = LLVMBuildAdd(b, arg(call, 0), arg(call, 1), "");

	return pair(b, call, sum, LLVMBuildICmp(b, LLVMIntULT, sum, arg(call, 0), ""));
}

static LLVMValueRef
unsigned_sub(LLVMBuilderRef b, LLVMValueRef call)
{
	LLVMValueRef difference = LLVMBuildSub(b, arg(call, 0), arg(call, 1), "");

	return pair(b, call, difference, LLVMBuildICmp(b, LLVMIntULT, arg(call, 0), arg(call, 1), ""));
}

/* Overflow: both operands have the sign opposite to the sum's. */
static LLVMValueRef
signed_add(LLVMBuilderRef b, LLVMValueRef call)
{
	LLVMValueRef x = arg(call, 0), y = arg(call, 1), sum = LLVMBuildAdd(b, x, y, "");
	LLVMValueRef differ = LLVMBuildAnd(b, LLVMBuildXor(b, x, sum, ""), LLVMBuildXor(b, y, sum, ""), "");

	return pair(b, call, sum, is_negative(b, differ));
}

static LLVMValueRef
signed_sub(LLVMBuilderRef b, LLVMValueRef call)
{
	LLVMValueRef x = arg(call, 0), y = arg(call, 1), difference = LLVMBuildSub(b, x, y, "");
	LLVMValueRef differ = LLVMBuildAnd(b, LLVMBuildXor(b, x, y, ""), LLVMBuildXor(b, x, difference, ""), "");

	return pair(b, call, difference, is_negative(b, differ));
}

/* The upper half of a product: from a wider product, for 64 bits by OpenCL's mul_hi. */
static LLVMValueRef
upper_half(LLVMBuilderRef b, LLVMValueRef x, LLVMValueRef y, bool is_signed)
{
	LLVMTypeRef type = LLVMTypeOf(x), wide;
	LLVMValueRef both[2] = { x, y }, product;
	unsigned width = width_of(x);

	if (width == 64)
		return build_builtin(b, is_signed ? "_Z6mul_hill" : "_Z6mul_himm", type, both, 2);
	wide = shape_of(type, LLVMIntTypeInContext(irmodule_context(), 2 * width));
	product = LLVMBuildMul(b, LLVMBuildIntCast2(b, x, wide, is_signed, ""), LLVMBuildIntCast2(b, y, wide, is_signed, ""), "");
	return LLVMBuildTrunc(b, LLVMBuildLShr(b, product, constant_of(wide, width), ""), type, "");
}

static bool
can_multiply(LLVMValueRef call)
{
	LLVMTypeRef type = LLVMTypeOf(arg(call, 0));
	unsigned width = width_of(arg(call, 0));

	return width <= 32 || (width == 64 && LLVMGetTypeKind(type) == LLVMIntegerTypeKind);
}

static LLVMValueRef
unsigned_mul(LLVMBuilderRef b, LLVMValueRef call)
{
	LLVMValueRef x = arg(call, 0), y = arg(call, 1), high;

	if (!can_multiply(call))
		return NULL;
	high = upper_half(b, x, y, false);
	return pair(b, call, LLVMBuildMul(b, x, y, ""), LLVMBuildICmp(b, LLVMIntNE, high, LLVMConstNull(LLVMTypeOf(x)), ""));
}

/* Without overflow the upper half is the sign of the lower one. */
static LLVMValueRef
signed_mul(LLVMBuilderRef b, LLVMValueRef call)
{
	LLVMValueRef x = arg(call, 0), y = arg(call, 1), low, high, sign;

	if (!can_multiply(call))
		return NULL;
	high = upper_half(b, x, y, true);
	low = LLVMBuildMul(b, x, y, "");
	sign = LLVMBuildAShr(b, low, constant_of(LLVMTypeOf(x), width_of(x) - 1), "");
	return pair(b, call, low, LLVMBuildICmp(b, LLVMIntNE, high, sign, ""));
}

/* --- saturating shifts ------------------------------------------------------------------------- */

static LLVMValueRef
unsigned_shl(LLVMBuilderRef b, LLVMValueRef call)
{
	LLVMValueRef x = arg(call, 0), n = arg(call, 1), shifted = LLVMBuildShl(b, x, n, "");
	LLVMValueRef lost = LLVMBuildICmp(b, LLVMIntNE, LLVMBuildLShr(b, shifted, n, ""), x, "");

	return LLVMBuildSelect(b, lost, LLVMConstAllOnes(LLVMTypeOf(x)), shifted, "");
}

static LLVMValueRef
signed_shl(LLVMBuilderRef b, LLVMValueRef call)
{
	LLVMValueRef x = arg(call, 0), n = arg(call, 1), shifted = LLVMBuildShl(b, x, n, "");
	LLVMValueRef lost = LLVMBuildICmp(b, LLVMIntNE, LLVMBuildAShr(b, shifted, n, ""), x, "");
	LLVMTypeRef type = LLVMTypeOf(x);
	LLVMValueRef least = constant_of(type, 1ull << (width_of(x) - 1)), most = LLVMBuildNot(b, least, "");

	return LLVMBuildSelect(b, lost, LLVMBuildSelect(b, is_negative(b, x), least, most, ""), shifted, "");
}

/* --- shifts of two numbers in a row, bytes in the other order ------------------------------- */

/* The upper half of both, shifted left by n, or the lower half, shifted right. */
static LLVMValueRef
funnel(LLVMBuilderRef b, LLVMValueRef call, bool left)
{
	LLVMTypeRef type = LLVMTypeOf(call), scalar = irtype_scalar(type);
	unsigned width = width_of(arg(call, 0));
	LLVMValueRef last = splat_of(type, LLVMConstInt(scalar, width - 1, 0)), one = splat_of(type, LLVMConstInt(scalar, 1, 0)), n, rest;
	LLVMValueRef upper = arg(call, 0), lower = arg(call, 1);

	if (width < 8 || width > 64 || (width & (width - 1)))
		return NULL;
	n = LLVMBuildAnd(b, arg(call, 2), last, "");
	rest = LLVMBuildXor(b, n, last, "");	/* one less than what is left of the width */
	if (left)
		return LLVMBuildOr(b, LLVMBuildShl(b, upper, n, ""), LLVMBuildLShr(b, LLVMBuildLShr(b, lower, one, ""), rest, ""), "");
	return LLVMBuildOr(b, LLVMBuildShl(b, LLVMBuildShl(b, upper, one, ""), rest, ""), LLVMBuildLShr(b, lower, n, ""), "");
}

static LLVMValueRef
funnel_left(LLVMBuilderRef b, LLVMValueRef call)
{
	return funnel(b, call, true);
}

static LLVMValueRef
funnel_right(LLVMBuilderRef b, LLVMValueRef call)
{
	return funnel(b, call, false);
}

static LLVMValueRef
swap_bytes(LLVMBuilderRef b, LLVMValueRef call)
{
	LLVMTypeRef type = LLVMTypeOf(call), scalar = irtype_scalar(type);
	LLVMValueRef x = arg(call, 0), all = LLVMConstNull(type), part, by;
	unsigned width = width_of(x), i;

	if (width > 64)
		return NULL;
	for (i = 0; i < width; i += 8) {
		by = splat_of(type, LLVMConstInt(scalar, i, 0));
		part = LLVMBuildAnd(b, LLVMBuildLShr(b, x, by, ""), splat_of(type, LLVMConstInt(scalar, 0xff, 0)), "");
		by = splat_of(type, LLVMConstInt(scalar, width - 8 - i, 0));
		all = LLVMBuildOr(b, all, LLVMBuildShl(b, part, by, ""), "");
	}
	return all;
}

/* --- floating point ------------------------------------------------------------------------------ */

static LLVMValueRef
exp10_call(LLVMBuilderRef b, LLVMValueRef call)
{
	return build_math(b, "exp10", call, 1);
}

static LLVMValueRef
ldexp_call(LLVMBuilderRef b, LLVMValueRef call)
{
	LLVMValueRef both[2] = { arg(call, 0), arg(call, 1) };
	char name[64];

	if (LLVMGetTypeKind(LLVMTypeOf(both[1])) != LLVMIntegerTypeKind || width_of(both[1]) != 32 ||
	    !mangle(name, "ldexp", LLVMTypeOf(both[0]), "i"))
		return NULL;
	return build_builtin(b, name, LLVMTypeOf(both[0]), both, 2);
}

static LLVMValueRef
frexp_call(LLVMBuilderRef b, LLVMValueRef call)
{
	LLVMTypeRef exponent = LLVMStructGetTypeAtIndex(LLVMTypeOf(call), 1);

	if (LLVMGetTypeKind(exponent) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(exponent) != 32)
		return NULL;
	return build_two_results(b, "frexp", call, exponent, "Pi");
}

static LLVMValueRef
sine_and_cosine(LLVMBuilderRef b, LLVMValueRef call)
{
	return pair(b, call, unary(b, "llvm.sin", arg(call, 0)), unary(b, "llvm.cos", arg(call, 0)));
}

static LLVMValueRef
round_to_integer(LLVMBuilderRef b, LLVMValueRef call)
{
	return LLVMBuildFPToSI(b, unary(b, "llvm.rint", arg(call, 0)), LLVMTypeOf(call), "");
}

static LLVMValueRef
times_one(LLVMBuilderRef b, LLVMValueRef call)
{
	LLVMTypeRef type = LLVMTypeOf(call);
	LLVMValueRef one = LLVMConstReal(irtype_scalar(type), 1.0);

	return LLVMBuildFMul(b, arg(call, 0), splat_of(type, one), "");
}

static LLVMValueRef
binary(LLVMBuilderRef b, const char *name, LLVMValueRef call)
{
	LLVMTypeRef type = LLVMTypeOf(call);
	LLVMValueRef both[2] = { arg(call, 0), arg(call, 1) };

	return build_intrinsic(b, name, &type, 1, both, 2);
}

static LLVMValueRef
larger(LLVMBuilderRef b, LLVMValueRef call)
{
	return binary(b, "llvm.maxnum", call);
}

static LLVMValueRef
smaller(LLVMBuilderRef b, LLVMValueRef call)
{
	return binary(b, "llvm.minnum", call);
}

/* --- the rest ------------------------------------------------------------------------------------------ */

static LLVMValueRef
masked_pointer(LLVMBuilderRef b, LLVMValueRef call)
{
	LLVMTypeRef word = LLVMTypeOf(arg(call, 1));
	LLVMValueRef address = LLVMBuildPtrToInt(b, arg(call, 0), word, "");

	return LLVMBuildIntToPtr(b, LLVMBuildAnd(b, address, arg(call, 1), ""), LLVMTypeOf(call), "");
}

/* void memset(pointer, byte, size) as a loop. */
static LLVMValueRef
memset_function(LLVMValueRef call)
{
	LLVMTypeRef types[3] = { LLVMTypeOf(arg(call, 0)), LLVMTypeOf(arg(call, 1)), LLVMTypeOf(arg(call, 2)) }, size = types[2];
	LLVMContextRef context = irmodule_context();
	LLVMModuleRef module = LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
	LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), types, 3, 0);
	LLVMValueRef function, at, next, from[2];
	LLVMBasicBlockRef block[3];
	LLVMBuilderRef b;
	char name[64];

	snprintf(name, sizeof name, "sycl_cc_memset_%u_%u", LLVMGetPointerAddressSpace(types[0]), LLVMGetIntTypeWidth(size));
	function = LLVMGetNamedFunction(module, name);
	if (function)
		return function;
	function = LLVMAddFunction(module, name, type);
	LLVMSetLinkage(function, LLVMInternalLinkage);
	LLVMSetFunctionCallConv(function, IR_CC_SPIR_FUNC);
	block[0] = LLVMAppendBasicBlockInContext(context, function, "");
	block[1] = LLVMAppendBasicBlockInContext(context, function, "");
	block[2] = LLVMAppendBasicBlockInContext(context, function, "");
	b = LLVMCreateBuilderInContext(context);
	LLVMPositionBuilderAtEnd(b, block[0]);
	LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntEQ, LLVMGetParam(function, 2), LLVMConstNull(size), ""), block[2], block[1]);
	LLVMPositionBuilderAtEnd(b, block[1]);
	at = LLVMBuildPhi(b, size, "");
	LLVMBuildStore(b, LLVMGetParam(function, 1), LLVMBuildInBoundsGEP2(b, types[1], LLVMGetParam(function, 0), &at, 1, ""));
	next = LLVMBuildAdd(b, at, LLVMConstInt(size, 1, 0), "");
	from[0] = LLVMConstNull(size);
	from[1] = next;
	LLVMAddIncoming(at, from, block, 2);
	LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntULT, next, LLVMGetParam(function, 2), ""), block[1], block[2]);
	LLVMPositionBuilderAtEnd(b, block[2]);
	LLVMBuildRetVoid(b);
	LLVMDisposeBuilder(b);
	return function;
}

/* The back end copies a constant array of the bytes. */
static bool
is_copied(LLVMValueRef byte, LLVMValueRef size)
{
	return LLVMIsAConstantInt(byte) && LLVMIsAConstantInt(size) && (LLVMIsNull(byte) || LLVMConstIntGetZExtValue(size) <= MOST_ELEMENTS);
}

/* Constants are one instruction, if it is not too long; the back end's own loop has a name that readers refuse. */
static LLVMValueRef
memset_call(LLVMBuilderRef b, LLVMValueRef call)
{
	LLVMValueRef all[3] = { arg(call, 0), arg(call, 1), arg(call, 2) }, function, made;

	if (is_copied(all[1], all[2]))
		return NULL;
	function = memset_function(call);
	made = LLVMBuildCall2(b, LLVMGlobalGetValueType(function), function, all, 3, "");
	LLVMSetInstructionCallConv(made, IR_CC_SPIR_FUNC);
	return call;
}

/* SPIR-V's copies have one alignment for both addresses, and the back end writes the destination's. */
static LLVMValueRef
copy_call(LLVMBuilderRef b, LLVMValueRef call)
{
	unsigned to = alignment_of(call, 0), from = alignment_of(call, 1), both = to < from ? to : from;

	(void)b;
	LLVMSetInstrParamAlignment(call, 1, both);
	LLVMSetInstrParamAlignment(call, 2, both);
	return NULL;
}

static const struct rewriting table[] = {
	{ "llvm.uadd.with.overflow", unsigned_add }, { "llvm.sadd.with.overflow", signed_add },
	{ "llvm.usub.with.overflow", unsigned_sub }, { "llvm.ssub.with.overflow", signed_sub },
	{ "llvm.umul.with.overflow", unsigned_mul }, { "llvm.smul.with.overflow", signed_mul },
	{ "llvm.ushl.sat", unsigned_shl }, { "llvm.sshl.sat", signed_shl },
	{ "llvm.exp10", exp10_call }, { "llvm.ldexp", ldexp_call }, { "llvm.frexp", frexp_call },
	{ "llvm.sincos", sine_and_cosine }, { "llvm.lrint", round_to_integer }, { "llvm.llrint", round_to_integer },
	{ "llvm.canonicalize", times_one }, { "llvm.maximumnum", larger }, { "llvm.minimumnum", smaller },
	{ "llvm.memset", memset_call }, { "llvm.memcpy", copy_call }, { "llvm.memmove", copy_call },
	{ "llvm.ptrmask", masked_pointer }, { "llvm.ptr.annotation", rewrite_to_argument },
	{ "llvm.annotation", rewrite_to_argument }, { "llvm.var.annotation", rewrite_to_nothing },
	{ "llvm.stacksave", rewrite_to_nothing }, { "llvm.stackrestore", rewrite_to_nothing },
	{ "llvm.experimental.noalias.scope.decl", rewrite_to_nothing }, { "llvm.prefetch", rewrite_to_nothing },
};

/* LLVM 22's back end makes functions of these, behind the one that prints: then it refuses the format of printf (prep_prints). */
static const struct rewriting beside_printf[] = {
	{ "llvm.fshl", funnel_left }, { "llvm.fshr", funnel_right }, { "llvm.bswap", swap_bytes },
};

void
prep_intrinsics(LLVMModuleRef module)
{
	rewrite_calls(module, table, sizeof table / sizeof *table);
	if (prep_has_printf(module))
		rewrite_calls(module, beside_printf, sizeof beside_printf / sizeof *beside_printf);
}
