/*
 * OpenCL C's functions of parts of integers: extended bit operations, integer dot
 * products, and the clock.
 */
#include <string.h>

#include "mux/lower/lower.h"

/* A call of an intrinsic that has one type for all. */
static LLVMValueRef
call_intrinsic(struct compilation *c, const char *name, LLVMTypeRef type, LLVMValueRef *arg, unsigned n)
{
	unsigned id = LLVMLookupIntrinsicID(name, strlen(name));

	return LLVMBuildCall2(c->builder, LLVMIntrinsicGetType(c->context, id, &type, type != NULL),
			      LLVMGetIntrinsicDeclaration(c->module, id, &type, type != NULL), arg, n, "");
}

/* An integer of 32 bits as the type, which may be a vector. */
static LLVMValueRef
splat(struct compilation *c, LLVMTypeRef type, LLVMValueRef value)
{
	bool vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
	LLVMValueRef all = LLVMGetUndef(type);
	unsigned i;

	value = LLVMBuildIntCast2(c->builder, value, vector ? LLVMGetElementType(type) : type, 0, "");
	if (!vector)
		return value;
	for (i = 0; i < LLVMGetVectorSize(type); i++)
		all = LLVMBuildInsertElement(c->builder, all, value, const_int(c->i32, i), "");
	return all;
}

static unsigned
width(LLVMTypeRef type)
{
	return LLVMGetIntTypeWidth(LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetElementType(type) : type);
}

/* bits - number, which are not more; as no shift may be by all bits, the callers leave out number == 0. */
static LLVMValueRef
rest(struct compilation *c, LLVMTypeRef type, LLVMValueRef number)
{
	return splat(c, type, LLVMBuildSub(c->builder, const_int(c->i32, width(type)), number, ""));
}

/* The number of bits is 0: then the value is known, and what is computed is not. */
static LLVMValueRef
unless_empty(struct compilation *c, LLVMValueRef number, LLVMValueRef known, LLVMValueRef computed)
{
	LLVMValueRef empty = LLVMBuildICmp(c->builder, LLVMIntEQ, number, const_int(c->i32, 0), "");

	return LLVMBuildSelect(c->builder, empty, known, computed, "");
}

/* bitfield_insert(base, insert, offset, number) */
static LLVMValueRef
insert_bits(struct compilation *c, LLVMValueRef call)
{
	LLVMValueRef base = LLVMGetOperand(call, 0), offset = LLVMBuildIntCast2(c->builder, LLVMGetOperand(call, 2), c->i32, 0, "");
	LLVMValueRef number = LLVMBuildIntCast2(c->builder, LLVMGetOperand(call, 3), c->i32, 0, ""), mask, value;
	LLVMTypeRef type = LLVMTypeOf(base);
	LLVMBuilderRef b = c->builder;

	mask = LLVMBuildLShr(b, LLVMConstAllOnes(type), rest(c, type, number), "");
	mask = LLVMBuildShl(b, mask, splat(c, type, offset), "");
	value = LLVMBuildShl(b, LLVMGetOperand(call, 1), splat(c, type, offset), "");
	value = LLVMBuildOr(b, LLVMBuildAnd(b, value, mask, ""), LLVMBuildAnd(b, base, LLVMBuildNot(b, mask, ""), ""), "");
	return unless_empty(c, number, base, value);
}

/* bitfield_extract_*(base, offset, number) */
static LLVMValueRef
extract_bits(struct compilation *c, LLVMValueRef call, bool is_signed)
{
	LLVMValueRef offset = LLVMBuildIntCast2(c->builder, LLVMGetOperand(call, 1), c->i32, 0, "");
	LLVMValueRef number = LLVMBuildIntCast2(c->builder, LLVMGetOperand(call, 2), c->i32, 0, ""), value = LLVMGetOperand(call, 0);
	LLVMTypeRef type = LLVMTypeOf(value);

	value = LLVMBuildShl(c->builder, value, rest(c, type, LLVMBuildAdd(c->builder, offset, number, "")), "");
	value = (is_signed ? LLVMBuildAShr : LLVMBuildLShr)(c->builder, value, rest(c, type, number), "");
	return unless_empty(c, number, LLVMConstNull(type), value);
}

/* A vector of four bytes, or a number that holds them, as four of 32 bits. */
static LLVMValueRef
widen(struct compilation *c, LLVMValueRef bytes, bool is_signed)
{
	LLVMTypeRef i8 = LLVMInt8TypeInContext(c->context), i32x4 = LLVMVectorType(c->i32, 4);

	bytes = LLVMBuildBitCast(c->builder, bytes, LLVMVectorType(i8, 4), "");
	return is_signed ? LLVMBuildSExt(c->builder, bytes, i32x4, "") : LLVMBuildZExt(c->builder, bytes, i32x4, "");
}

/* The sum of the products of bytes, to which acc_sat adds the third argument and saturates. */
static LLVMValueRef
dot(struct compilation *c, LLVMValueRef call, bool is_signed[2], bool adds)
{
	LLVMValueRef x = widen(c, LLVMGetOperand(call, 0), is_signed[0]), y = widen(c, LLVMGetOperand(call, 1), is_signed[1]);
	LLVMValueRef product = LLVMBuildMul(c->builder, x, y, ""), arg[2];

	arg[0] = call_intrinsic(c, "llvm.vector.reduce.add", LLVMTypeOf(product), &product, 1);
	if (!adds)
		return arg[0];
	arg[1] = LLVMGetOperand(call, 2);
	return call_intrinsic(c, is_signed[0] || is_signed[1] ? "llvm.sadd.sat" : "llvm.uadd.sat", c->i32, arg, 2);
}

/*
 * SPIR-V's products of integers, SDotKHR(x, y), SUDotAccSatKHR(x, y, sum), of vectors or, with the format
 * as last argument, of numbers that hold four bytes: computed as wide as the result.
 */
static LLVMValueRef
lower_spirv_dot(struct compilation *c, LLVMValueRef call, const char *base)
{
	bool x_signed = *base == 'S', y_signed = x_signed && base[1] != 'U', adds;
	LLVMValueRef value[2] = { LLVMGetOperand(call, 0), LLVMGetOperand(call, 1) }, product, arg[2];
	LLVMTypeRef type = LLVMTypeOf(call), wide;
	unsigned i;

	base += base[1] == 'U' ? 2 : 1;
	adds = !strncmp(base, "DotAccSat", 9);
	if (strncmp(base, "Dot", 3) || LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetNumArgOperands(call) < 2U + adds)
		return NULL;
	for (i = 0; i < 2; i++) {
		if (LLVMGetTypeKind(LLVMTypeOf(value[i])) != LLVMVectorTypeKind)
			value[i] = LLVMBuildBitCast(c->builder, value[i], LLVMVectorType(LLVMInt8TypeInContext(c->context), 4), "");
		wide = LLVMVectorType(type, LLVMGetVectorSize(LLVMTypeOf(value[i])));
		value[i] = LLVMBuildIntCast2(c->builder, value[i], wide, i ? y_signed : x_signed, "");
	}
	product = LLVMBuildMul(c->builder, value[0], value[1], "");
	arg[0] = call_intrinsic(c, "llvm.vector.reduce.add", LLVMTypeOf(product), &product, 1);
	arg[1] = adds ? LLVMGetOperand(call, 2) : NULL;
	return adds ? call_intrinsic(c, x_signed ? "llvm.sadd.sat" : "llvm.uadd.sat", type, arg, 2) : arg[0];
}

/* dot(uchar4, char4), dot_4x8packed_us_int, dot_acc_sat...: NULL for other functions, dot of floats among them. */
static LLVMValueRef
lower_dot(struct compilation *c, LLVMValueRef call, const char *base, const char *params)
{
	bool adds = !strncmp(base, "dot_acc_sat", 11), is_signed[2];
	const char *signs = base + (adds ? 11 : 3);

	if (LLVMGetNumArgOperands(call) != 2U + adds)
		return NULL;
	if (!*signs && !strncmp(params, "Dv4_", 4) && params[4] && strchr("hc", params[4])) {
		is_signed[0] = params[4] == 'c';
		is_signed[1] = params[5] == 'S' ? is_signed[0] : !is_signed[0];
	} else if (!strncmp(signs, "_4x8packed_", 11) && signs[11] && signs[12] && strchr("su", signs[11]) && strchr("su", signs[12])) {
		is_signed[0] = signs[11] == 's';
		is_signed[1] = signs[12] == 's';
	} else {
		return NULL;
	}
	return dot(c, call, is_signed, adds);
}

/* clock_read_SCOPE(), clock_read_hilo_SCOPE(), SYCL's clock(): x86's counter, the timer of others, which lets no program read that. */
static LLVMValueRef
read_clock(struct compilation *c, LLVMValueRef call)
{
	bool x86 = !strncmp(LLVMGetTarget(c->module), "x86_64", 6);
	LLVMValueRef now = call_intrinsic(c, x86 ? "llvm.readcyclecounter" : "llvm.readsteadycounter", NULL, NULL, 0);

	return LLVMBuildBitCast(c->builder, now, LLVMTypeOf(call), "");
}

LLVMValueRef
lower_bits(struct compilation *c, LLVMValueRef call, const struct mangled *name)
{
	unsigned n = LLVMGetNumArgOperands(call);
	LLVMValueRef value = n ? LLVMGetOperand(call, 0) : NULL;
	const char *base = name->base;

	if (n == 1 && !strcmp(base, "bit_reverse"))
		return call_intrinsic(c, "llvm.bitreverse", LLVMTypeOf(value), &value, 1);
	if (n == 4 && (!strcmp(base, "bitfield_insert") || !strcmp(base, "__spirv_BitFieldInsert")))
		return insert_bits(c, call);
	if (n == 3 && (!strcmp(base, "bitfield_extract_signed") || !strcmp(base, "__spirv_BitFieldSExtract")))
		return extract_bits(c, call, true);
	if (n == 3 && (!strcmp(base, "bitfield_extract_unsigned") || !strcmp(base, "__spirv_BitFieldUExtract")))
		return extract_bits(c, call, false);
	if (!strncmp(base, "dot", 3))
		return lower_dot(c, call, base, name->params);
	if (n >= 2 && (!strncmp(base, "__spirv_SDot", 12) || !strncmp(base, "__spirv_UDot", 12) || !strncmp(base, "__spirv_SUDot", 13)))
		return lower_spirv_dot(c, call, base + 8);
	if ((!n && !strncmp(base, "clock_read_", 11))
		|| (n == 1 && (!strcmp(base, "__spirv_ReadClockKHR") || !strcmp(base, "__sycl_cc_read_clock"))))
		return read_clock(c, call);
	return NULL;
}
