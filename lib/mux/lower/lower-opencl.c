/*
 * Functions of OpenCL C that libclc lacks, or has for unsigned parameters only,
 * while SPIR-V's have no sign.
 */
#include <string.h>

#include "mux/lower/lower.h"

/* shuffle(x, mask), shuffle2(x, y, mask): of a mask's numbers the low bits count. */
static LLVMValueRef
lower_shuffle(struct compilation *c, LLVMValueRef call, bool two)
{
	LLVMValueRef x = LLVMGetOperand(call, 0), mask = LLVMGetOperand(call, two ? 2 : 1), value, at, other, part;
	unsigned n = LLVMGetVectorSize(LLVMTypeOf(x)), m = LLVMGetVectorSize(LLVMTypeOf(call)), i, size;
	LLVMBuilderRef b = c->builder;

	size = n == 3 ? 4 : n;
	value = LLVMGetUndef(LLVMTypeOf(call));
	for (i = 0; i < m; i++) {
		at = LLVMBuildExtractElement(b, mask, const_int(c->i32, i), "");
		at = LLVMBuildIntCast2(b, at, c->i32, 0, "");
		part = LLVMBuildExtractElement(b, x, LLVMBuildAnd(b, at, const_int(c->i32, size - 1), ""), "");
		if (two) {
			other = LLVMBuildAnd(b, at, const_int(c->i32, size - 1), "");
			other = LLVMBuildExtractElement(b, LLVMGetOperand(call, 1), other, "");
			at = LLVMBuildICmp(b, LLVMIntNE, LLVMBuildAnd(b, at, const_int(c->i32, size), ""), const_int(c->i32, 0), "");
			part = LLVMBuildSelect(b, at, other, part, "");
		}
		value = LLVMBuildInsertElement(b, value, part, const_int(c->i32, i), "");
	}
	return value;
}

/* A number that is none, with the argument's bits: the exponent and the first bit behind it are ones. */
static LLVMValueRef
lower_nan(struct compilation *c, LLVMValueRef call)
{
	LLVMValueRef bits = LLVMGetOperand(call, 0), quiet;
	LLVMTypeRef word = LLVMTypeOf(bits);
	bool vector = LLVMGetTypeKind(word) == LLVMVectorTypeKind;
	unsigned n = vector ? LLVMGetVectorSize(word) : 1, i;
	LLVMValueRef *part = arena_calloc(c->arena, n, sizeof(LLVMValueRef));
	LLVMTypeRef element = vector ? LLVMGetElementType(word) : word;
	unsigned size = LLVMGetIntTypeWidth(element);

	for (i = 0; i < n; i++)
		part[i] = const_int(element, size == 16 ? 0x7e00 : size == 32 ? 0x7fc00000 : 0x7ff8000000000000);
	quiet = vector ? LLVMConstVector(part, n) : part[0];
	return LLVMBuildBitCast(c->builder, LLVMBuildOr(c->builder, bits, quiet, ""), LLVMTypeOf(call), "");
}

LLVMValueRef
lower_opencl(struct compilation *c, LLVMValueRef call, const char *base)
{
	unsigned n = LLVMGetNumArgOperands(call);

	if (!strncmp(base, "__spirv_ocl_", 12))
		base += 12;
	if (!strcmp(base, "shuffle") && n == 2)
		return lower_shuffle(c, call, false);
	if (!strcmp(base, "shuffle2") && n == 3)
		return lower_shuffle(c, call, true);
	if (!strcmp(base, "nan") && n == 1)
		return lower_nan(c, call);
	/* Only a hint. */
	if (!strcmp(base, "prefetch"))
		return LLVMGetUndef(c->i32);
	return NULL;
}
