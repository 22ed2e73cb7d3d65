/*
 * Half: libclc has no maths of it.  What depends on how halves look is done
 * here, all else in float.
 */
#include <string.h>

#include "ir/irmodule.h"
#include "ir/irtype.h"
#include "mux/lower/lower.h"

static bool
is_half(LLVMTypeRef type)
{
	return LLVMGetTypeKind(irtype_scalar(type)) == LLVMHalfTypeKind;
}

/* The type with that element in place of its own. */
static LLVMTypeRef
with_element(LLVMTypeRef type, LLVMTypeRef element)
{
	return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMVectorType(element, LLVMGetVectorSize(type)) : element;
}

static LLVMTypeRef
bits_of(struct compilation *c, LLVMTypeRef type)
{
	return with_element(type, LLVMInt16TypeInContext(c->context));
}

/* As many times the number as the type has elements. */
static LLVMValueRef
splat(LLVMTypeRef type, uint64_t number)
{
	LLVMValueRef part[16], one = const_int(irtype_scalar(type), number);
	unsigned n, i;

	if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
		return one;
	n = LLVMGetVectorSize(type);
	for (i = 0; i < n && i < 16; i++)
		part[i] = one;
	return LLVMConstVector(part, i);
}

/* nextafter(x, y): one bit further to y.  The bits of negative halves grow the other way. */
static LLVMValueRef
lower_nextafter(struct compilation *c, LLVMValueRef x, LLVMValueRef y)
{
	LLVMTypeRef type = LLVMTypeOf(x), word = bits_of(c, type);
	LLVMValueRef zero = LLVMConstNull(type), bits, grows, step, least, value;
	LLVMBuilderRef b = c->builder;

	bits = LLVMBuildBitCast(b, x, word, "");
	grows = LLVMBuildXor(b, LLVMBuildFCmp(b, LLVMRealOLT, x, y, ""), LLVMBuildFCmp(b, LLVMRealOLT, x, zero, ""), "");
	step = LLVMBuildSelect(b, grows, splat(word, 1), LLVMConstAllOnes(word), "");
	least = LLVMBuildAnd(b, LLVMBuildBitCast(b, y, word, ""), splat(word, 0x8000), "");
	least = LLVMBuildOr(b, least, splat(word, 1), "");
	value = LLVMBuildSelect(b, LLVMBuildFCmp(b, LLVMRealOEQ, x, zero, ""), least, LLVMBuildAdd(b, bits, step, ""), "");
	value = LLVMBuildBitCast(b, value, type, "");
	value = LLVMBuildSelect(b, LLVMBuildFCmp(b, LLVMRealOEQ, x, y, ""), y, value, "");
	return LLVMBuildSelect(b, LLVMBuildFCmp(b, LLVMRealUNO, x, y, ""), LLVMBuildFAdd(b, x, y, ""), value, "");
}

static LLVMValueRef
lower_bitselect(struct compilation *c, LLVMValueRef call)
{
	LLVMTypeRef type = LLVMTypeOf(call), word = bits_of(c, type);
	LLVMValueRef part[3];
	unsigned i;

	for (i = 0; i < 3; i++)
		part[i] = LLVMBuildBitCast(c->builder, LLVMGetOperand(call, i), word, "");
	part[1] = LLVMBuildAnd(c->builder, part[1], part[2], "");
	part[0] = LLVMBuildAnd(c->builder, part[0], LLVMBuildNot(c->builder, part[2], ""), "");
	return LLVMBuildBitCast(c->builder, LLVMBuildOr(c->builder, part[0], part[1], ""), type, "");
}

/* select(x, y, which): a number that is not 0 takes y, elements of a vector below 0. */
static LLVMValueRef
lower_select(struct compilation *c, LLVMValueRef call)
{
	LLVMValueRef which = LLVMGetOperand(call, 2);
	LLVMTypeRef type = LLVMTypeOf(which);
	bool vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;

	which = LLVMBuildICmp(c->builder, vector ? LLVMIntSLT : LLVMIntNE, which, LLVMConstNull(type), "");
	return LLVMBuildSelect(c->builder, which, LLVMGetOperand(call, 1), LLVMGetOperand(call, 0), "");
}

/* In double the product is exact; what the sum then loses does not change the half next to it.  In float it does. */
static LLVMValueRef
lower_fma(struct compilation *c, LLVMValueRef call)
{
	LLVMTypeRef type = LLVMTypeOf(call), wide = with_element(type, LLVMDoubleTypeInContext(c->context));
	LLVMBuilderRef b = c->builder;
	LLVMValueRef part[3];
	unsigned i;

	for (i = 0; i < 3; i++)
		part[i] = LLVMBuildFPExt(b, LLVMGetOperand(call, i), wide, "");
	return LLVMBuildFPTrunc(b, LLVMBuildFAdd(b, LLVMBuildFMul(b, part[0], part[1], ""), part[2], ""), type, "");
}

/* isnormal(x): a half that is denormal is a normal float. */
static LLVMValueRef
lower_isnormal(struct compilation *c, LLVMValueRef call)
{
	LLVMValueRef x = LLVMGetOperand(call, 0), exponent, is_normal, most;
	LLVMTypeRef word = bits_of(c, LLVMTypeOf(x));
	LLVMBuilderRef b = c->builder;

	exponent = LLVMBuildAnd(b, LLVMBuildBitCast(b, x, word, ""), splat(word, 0x7c00), "");
	most = LLVMBuildICmp(b, LLVMIntNE, exponent, splat(word, 0x7c00), "");
	is_normal = LLVMBuildAnd(b, LLVMBuildICmp(b, LLVMIntNE, exponent, LLVMConstNull(word), ""), most, "");
	if (LLVMGetTypeKind(word) == LLVMVectorTypeKind)
		return LLVMBuildSExt(b, is_normal, LLVMTypeOf(call), "");
	return LLVMTypeOf(is_normal) == LLVMTypeOf(call) ? is_normal : LLVMBuildZExt(b, is_normal, LLVMTypeOf(call), "");
}

LLVMValueRef
lower_half(struct compilation *c, LLVMValueRef call, const char *base, const char *params)
{
	LLVMTypeRef type = LLVMTypeOf(call);
	unsigned n = LLVMGetNumArgOperands(call);

	if (!strcmp(base, "isnormal") && n == 1 && is_half(LLVMTypeOf(LLVMGetOperand(call, 0))))
		return lower_isnormal(c, call);
	if (!is_half(type))
		return NULL;
	if (!strncmp(base, "__spirv_ocl_", 12))
		base += 12;
	if (!strncmp(base, "convert_half", 12) && n == 1)
		return lower_to_half(c, LLVMGetOperand(call, 0), strchr("hjmty", params[strspn(params, "Dv0123456789_")]) != NULL, base);
	if (!strcmp(base, "nextafter") && n == 2)
		return lower_nextafter(c, LLVMGetOperand(call, 0), LLVMGetOperand(call, 1));
	if (!strcmp(base, "bitselect") && n == 3)
		return lower_bitselect(c, call);
	if (!strcmp(base, "select") && n == 3)
		return lower_select(c, call);
	if (!strcmp(base, "fma") && n == 3)
		return lower_fma(c, call);
	return NULL;
}

/* --- in float ---------------------------------------------------------------- */

/* The type with half replaced by float. */
static LLVMTypeRef
promoted(struct compilation *c, LLVMTypeRef type)
{
	return is_half(type) ? with_element(type, LLVMFloatTypeInContext(c->context)) : type;
}

/* Its name says the type of the result: convert_short4. */
static bool
is_conversion(const char *name)
{
	return strstr(name, "convert_") != NULL;
}

/* What the function in float answers: relations of vectors have elements as wide as their operands'. */
static LLVMTypeRef
promoted_result(struct compilation *c, const char *name, LLVMTypeRef type)
{
	if (is_conversion(name))
		return promoted(c, type);
	if (LLVMGetTypeKind(type) == LLVMVectorTypeKind && LLVMGetElementType(type) == LLVMInt16TypeInContext(c->context))
		return with_element(type, c->i32);
	return promoted(c, type);
}

/* The name with half replaced by another type's letter. */
static const char *
without_half(struct arena *arena, const char *name, char letter)
{
	char *text = arena_strdup(arena, name), *at;

	while ((at = strstr(text, "Dh"))) {
		*at = letter;
		memmove(at + 1, at + 2, strlen(at + 2) + 1);
	}
	return text;
}

/* These write a half to where their last parameter points. */
static bool
writes_half(struct compilation *c, const char *name)
{
	static const char *const writers[] = { "fract", "modf", "sincos" };
	struct mangled mangled;
	size_t i;

	if (!mangled_split(c->arena, name, &mangled))
		return false;
	for (i = 0; i < sizeof writers / sizeof *writers; i++)
		if (!strcmp(mangled.base, writers[i]))
			return true;
	return false;
}

static LLVMValueRef
entry_variable(struct compilation *c, LLVMValueRef call, LLVMTypeRef type)
{
	LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)), variable;

	LLVMPositionBuilderBefore(c->builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
	variable = LLVMBuildAlloca(c->builder, type, "");
	LLVMPositionBuilderBefore(c->builder, call);
	return variable;
}

/* fract is less than 1: what float gives may round to 1. */
static LLVMValueRef
below_one(struct compilation *c, LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value), word = bits_of(c, type);
	LLVMValueRef bits = LLVMBuildBitCast(c->builder, value, word, ""), is_one;

	is_one = LLVMBuildICmp(c->builder, LLVMIntEQ, bits, splat(word, 0x3c00), "");
	bits = LLVMBuildSelect(c->builder, is_one, splat(word, 0x3bff), bits, "");
	return LLVMBuildBitCast(c->builder, bits, type, "");
}

static LLVMValueRef
call_in_float(struct compilation *c, LLVMValueRef call, LLVMValueRef function, bool writes)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(function), result = LLVMTypeOf(call);
	unsigned n = LLVMGetNumArgOperands(call), i;
	LLVMValueRef *arg = arena_calloc(c->arena, n, sizeof(LLVMValueRef)), value, to = NULL, written;
	LLVMBuilderRef b = c->builder;

	LLVMPositionBuilderBefore(b, call);
	for (i = 0; i < n; i++) {
		arg[i] = LLVMGetOperand(call, i);
		if (is_half(LLVMTypeOf(arg[i])))
			arg[i] = LLVMBuildFPExt(b, arg[i], promoted(c, LLVMTypeOf(arg[i])), "");
	}
	if (writes) {
		to = arg[n - 1];
		arg[n - 1] = entry_variable(c, call, promoted(c, result));
	}
	value = LLVMBuildCall2(b, type, function, arg, n, "");
	if (writes) {
		written = LLVMBuildLoad2(b, promoted(c, result), arg[n - 1], "");
		LLVMBuildStore(b, LLVMBuildFPTrunc(b, written, result, ""), to);
	}
	if (is_half(result)) {
		value = LLVMBuildFPTrunc(b, value, result, "");
		return strstr(irmodule_name(function), "5fract") ? below_one(c, value) : value;
	}
	return LLVMTypeOf(value) == result ? value : LLVMBuildTrunc(b, value, result, "");
}

/* Nothing of half is passed but addresses: async copies, prefetch.  Any type of two bytes will do. */
static bool
passes_only_addresses(LLVMTypeRef type, const LLVMTypeRef *param, unsigned n)
{
	unsigned i;

	for (i = 0; i < n; i++)
		if (is_half(param[i]))
			return false;
	return !is_half(LLVMGetReturnType(type));
}

void
promote_half(struct compilation *c, LLVMValueRef function)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(function), param[8];
	unsigned n = LLVMCountParamTypes(type), i;
	const char *name = irmodule_name(function);
	bool writes = writes_half(c, name);
	LLVMUseRef use, next;
	LLVMValueRef wide, call;

	if (strncmp(name, "_Z", 2) || !strstr(name, "Dh") || n > 8)
		return;
	LLVMGetParamTypes(type, param);
	if (passes_only_addresses(type, param, n)) {
		LLVMReplaceAllUsesWith(function, declare_function(c, without_half(c->arena, name, 's'), type));
		return;
	}
	for (i = 0; i < n; i++)
		param[i] = promoted(c, param[i]);
	wide = declare_function(c, without_half(c->arena, name, 'f'),
				LLVMFunctionType(promoted_result(c, name, LLVMGetReturnType(type)), param, n, 0));
	for (use = LLVMGetFirstUse(function); use; use = next) {
		next = LLVMGetNextUse(use);
		call = LLVMGetUser(use);
		if (!LLVMIsACallInst(call) || call_target(call) != function)
			continue;
		LLVMReplaceAllUsesWith(call, call_in_float(c, call, wide, writes));
		LLVMInstructionEraseFromParent(call);
	}
}
