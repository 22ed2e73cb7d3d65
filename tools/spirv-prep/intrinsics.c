#include "prep.h"

#include <stdio.h>
#include <string.h>

#include "ir/irmodule.h"

/* What takes the place of a call; NULL: leave the call alone. */
typedef LLVMValueRef rewrite(LLVMBuilderRef builder, LLVMValueRef call);

static LLVMValueRef
arg(LLVMValueRef call, unsigned i)
{
	return LLVMGetOperand(call, i);
}

static unsigned
width_of(LLVMValueRef value)
{
	return LLVMGetIntTypeWidth(scalar_of(LLVMTypeOf(value)));
}

static LLVMValueRef
is_negative(LLVMBuilderRef b, LLVMValueRef value)
{
	return LLVMBuildICmp(b, LLVMIntSLT, value, LLVMConstNull(LLVMTypeOf(value)), "");
}

/* { value, flag } as the type of the call. */
static LLVMValueRef
pair(LLVMBuilderRef b, LLVMValueRef call, LLVMValueRef first, LLVMValueRef second)
{
	LLVMValueRef whole = LLVMBuildInsertValue(b, LLVMGetPoison(LLVMTypeOf(call)), first, 0, "");

	return LLVMBuildInsertValue(b, whole, second, 1, "");
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

/* Overflow: both operands have the sign that the sum has not. */
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

/* The upper half of a product: by a wider one, for 64 bits by OpenCL's mul_hi. */
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

	return width == 8 || width == 16 || width == 32 || (width == 64 && LLVMGetTypeKind(type) == LLVMIntegerTypeKind);
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

/* --- floating point ------------------------------------------------------------------------------ */

/* The letter of a scalar type in mangled names, 0 when OpenCL's functions have no such argument. */
static const char *
letter_of(LLVMTypeRef type)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMFloatTypeKind: return "f";
	case LLVMDoubleTypeKind: return "d";
	case LLVMHalfTypeKind: return "Dh";
	default: return NULL;
	}
}

/* The mangled name of an OpenCL function of a float type, and then SUFFIX; false when there is none. */
static bool
mangle(char name[64], const char *function, LLVMTypeRef type, const char *suffix)
{
	const char *letter = letter_of(type);

	if (!letter)
		return false;
	snprintf(name, 64, "_Z%zu%s%s%s", strlen(function), function, letter, suffix);
	return true;
}

static LLVMValueRef
exp10_call(LLVMBuilderRef b, LLVMValueRef call)
{
	LLVMValueRef x = arg(call, 0);
	char name[64];

	return mangle(name, "exp10", LLVMTypeOf(x), "") ? build_builtin(b, name, LLVMTypeOf(x), &x, 1) : NULL;
}

static LLVMValueRef
ldexp_call(LLVMBuilderRef b, LLVMValueRef call)
{
	LLVMValueRef both[2] = { arg(call, 0), arg(call, 1) };
	char name[64];

	if (width_of(both[1]) != 32 || !mangle(name, "ldexp", LLVMTypeOf(both[0]), "i"))
		return NULL;
	return build_builtin(b, name, LLVMTypeOf(both[0]), both, 2);
}

/* A variable of the function, made in its first block. */
static LLVMValueRef
local_variable(LLVMBuilderRef b, LLVMTypeRef type)
{
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(LLVMGetInsertBlock(b)));
	LLVMBuilderRef first = builder_before(LLVMGetFirstInstruction(entry));
	LLVMValueRef variable = LLVMBuildAlloca(first, type, "");

	LLVMDisposeBuilder(first);
	return variable;
}

static LLVMValueRef
frexp_call(LLVMBuilderRef b, LLVMValueRef call)
{
	LLVMTypeRef type = LLVMTypeOf(arg(call, 0)), word = LLVMStructGetTypeAtIndex(LLVMTypeOf(call), 1);
	LLVMValueRef both[2] = { arg(call, 0), NULL }, mantissa;
	char name[64];

	if (LLVMGetTypeKind(word) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(word) != 32 || !mangle(name, "frexp", type, "Pi"))
		return NULL;
	both[1] = local_variable(b, word);
	mantissa = build_builtin(b, name, type, both, 2);
	return pair(b, call, mantissa, LLVMBuildLoad2(b, word, both[1], ""));
}

/* One argument of a type: the intrinsic of that name. */
static LLVMValueRef
unary(LLVMBuilderRef b, const char *name, LLVMValueRef x)
{
	LLVMTypeRef type = LLVMTypeOf(x);

	return build_intrinsic(b, name, &type, 1, &x, 1);
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
	LLVMValueRef one = LLVMConstReal(scalar_of(type), 1.0);

	return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? NULL : LLVMBuildFMul(b, arg(call, 0), one, "");
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

static LLVMValueRef
first_argument(LLVMBuilderRef b, LLVMValueRef call)
{
	(void)b;
	return arg(call, 0);
}

/* Calls that can be forgotten; a result nobody should look at is null. */
static LLVMValueRef
nothing(LLVMBuilderRef b, LLVMValueRef call)
{
	(void)b;
	return LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind ? call : LLVMConstNull(LLVMTypeOf(call));
}

static const struct {
	const char *name;
	rewrite *rewrite;
} table[] = {
	{ "llvm.uadd.with.overflow", unsigned_add }, { "llvm.sadd.with.overflow", signed_add },
	{ "llvm.usub.with.overflow", unsigned_sub }, { "llvm.ssub.with.overflow", signed_sub },
	{ "llvm.umul.with.overflow", unsigned_mul }, { "llvm.smul.with.overflow", signed_mul },
	{ "llvm.ushl.sat", unsigned_shl }, { "llvm.sshl.sat", signed_shl },
	{ "llvm.exp10", exp10_call }, { "llvm.ldexp", ldexp_call }, { "llvm.frexp", frexp_call },
	{ "llvm.sincos", sine_and_cosine }, { "llvm.lrint", round_to_integer }, { "llvm.llrint", round_to_integer },
	{ "llvm.canonicalize", times_one }, { "llvm.maximumnum", larger }, { "llvm.minimumnum", smaller },
	{ "llvm.ptrmask", masked_pointer }, { "llvm.ptr.annotation", first_argument },
	{ "llvm.annotation", first_argument }, { "llvm.var.annotation", nothing },
	{ "llvm.stacksave", nothing }, { "llvm.stackrestore", nothing },
	{ "llvm.experimental.noalias.scope.decl", nothing },
};

/* Dynamic allocations need what the target may not have; then the stack must stay as it is. */
static bool
has_dynamic_alloca(LLVMValueRef function)
{
	LLVMBasicBlockRef block;
	LLVMValueRef inst;

	for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (inst = LLVMGetFirstInstruction(block); inst; inst = LLVMGetNextInstruction(inst))
			if (LLVMGetInstructionOpcode(inst) == LLVMAlloca && !LLVMIsAConstantInt(LLVMGetOperand(inst, 0)))
				return true;
	return false;
}

static void
rewrite_call(LLVMValueRef call, rewrite *how)
{
	LLVMBuilderRef builder;
	LLVMValueRef by;

	if (!strncmp(irmodule_name(LLVMGetCalledValue(call)), "llvm.stack", 10) &&
	    has_dynamic_alloca(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call))))
		return;
	builder = builder_before(call);
	by = how(builder, call);
	LLVMDisposeBuilder(builder);
	if (by == call)
		LLVMInstructionEraseFromParent(call);
	else if (by)
		replace_instruction(call, by);
}

static void
rewrite_calls(LLVMValueRef function, rewrite *how)
{
	LLVMUseRef use, next;

	for (use = LLVMGetFirstUse(function); use; use = next) {
		LLVMValueRef user = LLVMGetUser(use);

		next = LLVMGetNextUse(use);
		if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) == function)
			rewrite_call(user, how);
	}
	if (!LLVMGetFirstUse(function))
		LLVMDeleteFunction(function);
}

void
prep_intrinsics(LLVMModuleRef module)
{
	LLVMValueRef function, next;
	size_t i;

	for (function = LLVMGetFirstFunction(module); function; function = next) {
		const char *name = irmodule_name(function);

		next = LLVMGetNextFunction(function);
		for (i = 0; i < sizeof table / sizeof *table; i++) {
			size_t len = strlen(table[i].name);

			if (!strncmp(name, table[i].name, len) && (name[len] == '.' || !name[len])) {
				rewrite_calls(function, table[i].rewrite);
				break;
			}
		}
	}
}
