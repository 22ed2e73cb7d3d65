/*
 * Vector loads and stores (vload4, vstore_half2_rtz ...) become instructions,
 * for all types, address spaces and spellings.  So do conversions to half.
 */
#include <stdlib.h>
#include <string.h>

#include "ir/irtype.h"
#include "mux/lower/lower.h"

/* Rounding modes, with SPIR-V's numbers. */
enum rounding { TO_EVEN, TO_ZERO, UP, DOWN };

/* The type with that element and the length of shape. */
static LLVMTypeRef
type_like(LLVMTypeRef shape, LLVMTypeRef element)
{
	if (LLVMGetTypeKind(shape) != LLVMVectorTypeKind)
		return element;
	return LLVMVectorType(element, LLVMGetVectorSize(shape));
}

static unsigned
length_of(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetVectorSize(type) : 1;
}

/* "_rtz" at the end of a name. */
static enum rounding
rounding_of(const char *base)
{
	static const char *const suffix[] = { "_rte", "_rtz", "_rtp", "_rtn" };
	size_t len = strlen(base), i;

	for (i = 0; i < 4; i++)
		if (len > 4 && !strcmp(base + len - 4, suffix[i]))
			return (enum rounding)i;
	return TO_EVEN;
}

/*
 * Rounds to the nearest half, then moves to the next one in the direction of the
 * mode.  The bits of positive halves grow with their value, those of negative ones
 * with their magnitude.
 */
static LLVMValueRef
round_to_half(struct compilation *c, LLVMValueRef value, enum rounding rounding)
{
	LLVMTypeRef type = LLVMTypeOf(value), half = type_like(type, LLVMHalfTypeInContext(c->context));
	LLVMTypeRef word = type_like(type, LLVMInt16TypeInContext(c->context));
	LLVMValueRef near = LLVMBuildFPTrunc(c->builder, value, half, ""), bits, back, negative, wrong, step, zero, one, minus;
	LLVMBuilderRef b = c->builder;

	if (rounding == TO_EVEN)
		return near;
	zero = LLVMConstNull(word);
	minus = LLVMConstAllOnes(word);
	one = LLVMConstNeg(minus);
	bits = LLVMBuildBitCast(b, near, word, "");
	back = LLVMBuildFPExt(b, near, type, "");
	negative = LLVMBuildFCmp(b, LLVMRealOLT, value, LLVMConstNull(type), "");
	if (rounding == TO_ZERO) {
		wrong = LLVMBuildSelect(b, negative, LLVMBuildFCmp(b, LLVMRealOLT, back, value, ""),
					LLVMBuildFCmp(b, LLVMRealOGT, back, value, ""), "");
		step = minus;
	} else {
		wrong = LLVMBuildFCmp(b, rounding == UP ? LLVMRealOLT : LLVMRealOGT, back, value, "");
		step = LLVMBuildSelect(b, negative, rounding == UP ? minus : one, rounding == UP ? one : minus, "");
	}
	bits = LLVMBuildAdd(b, bits, LLVMBuildSelect(b, wrong, step, zero, ""), "");
	return LLVMBuildBitCast(b, bits, half, "");
}

/* The address of vector number index; each takes the room of stride elements. */
static LLVMValueRef
vector_address(struct compilation *c, LLVMTypeRef element, LLVMValueRef index, LLVMValueRef base, unsigned stride)
{
	index = LLVMBuildIntCast2(c->builder, index, c->i64, 0, "");
	index = LLVMBuildMul(c->builder, index, const_int(c->i64, stride), "");
	return LLVMBuildGEP2(c->builder, element, base, &index, 1, "");
}

/* vloada and vstorea: three elements take the room of four, and the whole is aligned. */
static unsigned
stride_of(unsigned n, bool aligned)
{
	return aligned && n == 3 ? 4 : n;
}

static unsigned
align_of(struct compilation *c, LLVMTypeRef element, unsigned n, bool aligned)
{
	return (unsigned)LLVMABISizeOfType(c->layout, element) * (aligned ? stride_of(n, true) : 1);
}

/* vload...(index, base): the result has the element's type, or is a float made of halves. */
static LLVMValueRef
lower_load(struct compilation *c, LLVMValueRef call, const char *base)
{
	LLVMTypeRef type = LLVMTypeOf(call), element = irtype_scalar(type), in_memory;
	bool half = strstr(base, "_half") != NULL, aligned = base[5] == 'a';
	unsigned n = length_of(type);
	LLVMValueRef load;

	if (half)
		element = LLVMHalfTypeInContext(c->context);
	in_memory = type_like(type, element);
	load = LLVMBuildLoad2(c->builder, in_memory,
			      vector_address(c, element, LLVMGetOperand(call, 0), LLVMGetOperand(call, 1),
					     stride_of(n, aligned)), "");
	LLVMSetAlignment(load, align_of(c, element, n, aligned));
	return in_memory == type ? load : LLVMBuildFPExt(c->builder, load, type, "");
}

/* vstore...(value, index, base), SPIR-V's _r with the rounding mode as last argument. */
static LLVMValueRef
lower_store(struct compilation *c, LLVMValueRef call, const char *base)
{
	LLVMValueRef value = LLVMGetOperand(call, 0), mode = LLVMGetNumArgOperands(call) > 3 ? LLVMGetOperand(call, 3) : NULL;
	bool half = strstr(base, "_half") != NULL, aligned = base[6] == 'a';
	enum rounding rounding = rounding_of(base);
	LLVMTypeRef element;
	unsigned n = length_of(LLVMTypeOf(value));
	LLVMValueRef store;

	if (mode && LLVMIsAConstantInt(mode))
		rounding = (enum rounding)(LLVMConstIntGetZExtValue(mode) & 3);
	if (half)
		value = round_to_half(c, value, rounding);
	element = irtype_scalar(LLVMTypeOf(value));
	store = LLVMBuildStore(c->builder, value,
			       vector_address(c, element, LLVMGetOperand(call, 1), LLVMGetOperand(call, 2),
					      stride_of(n, aligned)));
	LLVMSetAlignment(store, align_of(c, element, n, aligned));
	return store;
}

LLVMValueRef
lower_vector(struct compilation *c, LLVMValueRef call, const char *base)
{
	unsigned n = LLVMGetNumArgOperands(call);

	if (!strncmp(base, "__spirv_ocl_", 12))
		base += 12;
	if (!strncmp(base, "vload", 5) && n >= 2 && LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, 1))) == LLVMPointerTypeKind)
		return lower_load(c, call, base);
	if (!strncmp(base, "vstore", 6) && n >= 3 && LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, 2))) == LLVMPointerTypeKind)
		return lower_store(c, call, base);
	return NULL;
}

/* Through float: integers from 2^24 on, which it rounds, are too large for half anyway. */
LLVMValueRef
lower_to_half(struct compilation *c, LLVMValueRef value, bool is_unsigned, const char *base)
{
	LLVMTypeRef type = LLVMTypeOf(value), wide = type_like(type, LLVMFloatTypeInContext(c->context));

	if (LLVMGetTypeKind(irtype_scalar(type)) == LLVMHalfTypeKind)
		return value;
	if (LLVMGetTypeKind(irtype_scalar(type)) == LLVMIntegerTypeKind)
		value = is_unsigned ? LLVMBuildUIToFP(c->builder, value, wide, "") : LLVMBuildSIToFP(c->builder, value, wide, "");
	return round_to_half(c, value, rounding_of(base));
}
