#include <stdio.h>
#include <string.h>

#include "ir/irmodule.h"
#include "mux/lower/lower.h"

static const struct {
	const char *spirv;
	LLVMRealPredicate pred;
} relations[] = {
	{ "IsNan", LLVMRealUNO },	 { "Ordered", LLVMRealORD },	{ "Unordered", LLVMRealUNO },
	{ "LessOrGreater", LLVMRealONE },
};

/* Classes of numbers, as LLVM's is.fpclass counts them. */
static const struct {
	const char *spirv;
	unsigned mask;
} classes[] = {
	{ "IsInf", 0x204 }, { "IsFinite", 0x1f8 }, { "IsNormal", 0x108 },
};

static const struct {
	const char *spirv;
	bool is_unsigned;
} conversions[] = {
	{ "ConvertFToS", false }, { "ConvertFToU", false },    { "ConvertSToF", false }, { "ConvertUToF", true },
	{ "FConvert", false },	  { "SConvert", false },       { "UConvert", true },	 { "SatConvertSToU", false },
	{ "SatConvertUToS", true },
};

/* A truth, or a vector of them, as the call's type: i1, or a byte each. */
static LLVMValueRef
truth(struct compilation *c, LLVMValueRef call, LLVMValueRef value)
{
	return LLVMTypeOf(call) == LLVMTypeOf(value) ? value : LLVMBuildZExt(c->builder, value, LLVMTypeOf(call), "");
}

static LLVMValueRef
is_of_class(struct compilation *c, LLVMValueRef value, unsigned mask)
{
	LLVMTypeRef type = LLVMTypeOf(value);
	unsigned id = LLVMLookupIntrinsicID("llvm.is.fpclass", 15);
	LLVMValueRef arg[2] = { value, const_int(c->i32, mask) };
	LLVMTypeRef function_type = LLVMIntrinsicGetType(c->context, id, &type, 1);

	return LLVMBuildCall2(c->builder, function_type, LLVMGetIntrinsicDeclaration(c->module, id, &type, 1), arg, 2, "");
}

static LLVMValueRef
sign_bit(struct compilation *c, LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value), element = type, word;
	bool vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;

	if (vector)
		element = LLVMGetElementType(type);
	word = LLVMIntTypeInContext(c->context, (unsigned)LLVMSizeOfTypeInBits(c->layout, element));
	if (vector)
		word = LLVMVectorType(word, LLVMGetVectorSize(type));
	value = LLVMBuildBitCast(c->builder, value, word, "");
	return LLVMBuildICmp(c->builder, LLVMIntSLT, value, LLVMConstNull(word), "");
}

/* Integer parameters that are unsigned have lost their sign in the name, or not: "i" and "j" become "j". */
static char *
unsigned_letters(struct arena *arena, const char *params)
{
	static const char from[] = "aslixc", to[] = "htmjyh";
	char *text = arena_strdup(arena, params), *p, *at;

	for (p = text; *p; p++)
		if ((at = strchr(from, *p)))
			*p = to[at - from];
	return text;
}

/* ConvertFToS_Rint_sat(float) is convert_int_sat(float). */
static LLVMValueRef
lower_conversion(struct compilation *c, LLVMValueRef call, const char *to, const char *params, bool is_unsigned)
{
	LLVMValueRef value = LLVMGetOperand(call, 0);
	const char *base = arena_printf(c->arena, "convert_%s", to), *name;
	LLVMTypeRef type = LLVMGlobalGetValueType(call_target(call));

	if (!strncmp(to, "half", 4))
		return lower_to_half(c, value, is_unsigned, base);
	if (is_unsigned)
		params = unsigned_letters(c->arena, params);
	name = arena_printf(c->arena, "_Z%zu%s%s", strlen(base), base, params);
	return LLVMBuildCall2(c->builder, type, declare_function(c, name, type), &value, 1, "");
}

/*
 * GroupAsyncCopy(scope, to, from, elements, stride, event), with the addresses as
 * parameters "iPU3AS3iPU3AS1i...", as libclc's function.  Elements of two bytes are
 * shorts; SPIR-V's integers have no sign.
 */
static LLVMValueRef
lower_copy(struct compilation *c, LLVMValueRef call, const char *params)
{
	LLVMValueRef stride = LLVMGetOperand(call, 4), arg[5];
	bool all = LLVMIsAConstantInt(stride) && LLVMConstIntGetZExtValue(stride) == 1, vector;
	LLVMTypeRef type[5] = { c->ptr, c->ptr, c->i64, all ? c->ptr : c->i64, c->ptr };
	const char *base = all ? "async_work_group_copy" : "async_work_group_strided_copy", *name;
	char element[8] = "";
	unsigned n = 0;

	/* LLVM's back end may say pointers to an array of them, "PU3AS1Pi". */
	if ((sscanf(params, "%*[ij]PU3AS%*[13]%*[P]%7[^P]", element) != 1 &&
	     sscanf(params, "%*[ij]PU3AS%*[13]%7[^P]", element) != 1) ||
	    (params[6] != '1' && params[6] != '3'))
		return NULL;
	if (!strcmp(element, "Dh"))
		strcpy(element, "s");
	vector = element[0] == 'D';
	name = arena_printf(c->arena, "_Z%zu%sPU3AS%c%sPU3AS%cK%sm%s9ocl_event", strlen(base), base, params[6], element,
			    params[6] == '1' ? '3' : '1', vector ? "S_" : element, all ? "" : "m");
	arg[n++] = LLVMGetOperand(call, 1);
	arg[n++] = LLVMGetOperand(call, 2);
	arg[n++] = LLVMBuildIntCast2(c->builder, LLVMGetOperand(call, 3), c->i64, 0, "");
	if (!all)
		arg[n++] = LLVMBuildIntCast2(c->builder, stride, c->i64, 0, "");
	arg[n++] = LLVMGetOperand(call, 5);
	return LLVMBuildCall2(c->builder, LLVMFunctionType(c->ptr, type, n, 0),
			      declare_function(c, name, LLVMFunctionType(c->ptr, type, n, 0)), arg, n, "");
}

/* Calls an intrinsic of one integer, or of a vector of them; its result gets the call's width. */
static LLVMValueRef
call_bits(struct compilation *c, LLVMValueRef call, LLVMValueRef value, const char *intrinsic)
{
	LLVMTypeRef type = LLVMTypeOf(value);
	unsigned id = LLVMLookupIntrinsicID(intrinsic, strlen(intrinsic));
	LLVMTypeRef function_type = LLVMIntrinsicGetType(c->context, id, &type, 1);

	value = LLVMBuildCall2(c->builder, function_type, LLVMGetIntrinsicDeclaration(c->module, id, &type, 1), &value, 1, "");
	return LLVMBuildIntCast2(c->builder, value, LLVMTypeOf(call), false, "");
}

/* Whether all elements of a vector of truths are not 0, or any of them. */
static LLVMValueRef
reduce_truths(struct compilation *c, LLVMValueRef call, LLVMValueRef value, const char *intrinsic)
{
	LLVMValueRef set = LLVMBuildICmp(c->builder, LLVMIntNE, value, LLVMConstNull(LLVMTypeOf(value)), "");
	LLVMTypeRef type = LLVMTypeOf(set);
	unsigned id = LLVMLookupIntrinsicID(intrinsic, strlen(intrinsic));

	if (LLVMGetTypeKind(type) == LLVMVectorTypeKind)
		set = LLVMBuildCall2(c->builder, LLVMIntrinsicGetType(c->context, id, &type, 1),
				     LLVMGetIntrinsicDeclaration(c->module, id, &type, 1), &set, 1, "");
	return truth(c, call, set);
}

/* Of more elements than OpenCL C's function takes; NULL for others. */
static LLVMValueRef
long_dot(struct compilation *c, LLVMValueRef call, LLVMValueRef a, LLVMValueRef b)
{
	enum { OF_LIBRARY = 4 };
	LLVMTypeRef type = LLVMTypeOf(a);
	LLVMValueRef product, part, sum = NULL;
	unsigned i;

	if (LLVMGetTypeKind(type) != LLVMVectorTypeKind || LLVMGetVectorSize(type) <= OF_LIBRARY || LLVMTypeOf(b) != type ||
	    LLVMGetElementType(type) != LLVMTypeOf(call))
		return NULL;
	product = LLVMBuildFMul(c->builder, a, b, "");
	for (i = 0; i < LLVMGetVectorSize(type); i++) {
		part = LLVMBuildExtractElement(c->builder, product, const_int(c->i32, i), "");
		sum = i ? LLVMBuildFAdd(c->builder, sum, part, "") : part;
	}
	return sum;
}

LLVMValueRef
lower_spirv(struct compilation *c, LLVMValueRef call, const struct mangled *name)
{
	unsigned n = LLVMGetNumArgOperands(call);
	const char *base = name->base;
	LLVMValueRef value, other;
	size_t len, i;

	if (strncmp(base, "__spirv_", 8) || n == 0)
		return NULL;
	base += 8;
	value = LLVMGetOperand(call, 0);
	other = LLVMGetOperand(call, n > 1 ? 1 : 0);
	for (i = 0; i < sizeof relations / sizeof *relations; i++)
		if (!strcmp(base, relations[i].spirv))
			return truth(c, call, LLVMBuildFCmp(c->builder, relations[i].pred, value, other, ""));
	for (i = 0; i < sizeof classes / sizeof *classes; i++)
		if (!strcmp(base, classes[i].spirv))
			return truth(c, call, is_of_class(c, value, classes[i].mask));
	if (!strcmp(base, "GroupAsyncCopy") && n == 6)
		return lower_copy(c, call, name->params);
	if (!strcmp(base, "Dot") && n == 2)
		return long_dot(c, call, value, other);
	if (!strcmp(base, "Any"))
		return reduce_truths(c, call, value, "llvm.vector.reduce.or");
	if (!strcmp(base, "All"))
		return reduce_truths(c, call, value, "llvm.vector.reduce.and");
	/* A conversion to the same type, with a rounding mode. */
	if (!strncmp(base, "Bitcast_R", 9) && LLVMTypeOf(value) == LLVMTypeOf(call))
		return value;
	if (!strcmp(base, "SignBitSet"))
		return truth(c, call, sign_bit(c, value));
	if (!strcmp(base, "BitCount"))
		return call_bits(c, call, value, "llvm.ctpop");
	if (!strcmp(base, "BitReverse"))
		return call_bits(c, call, value, "llvm.bitreverse");
	for (i = 0; i < sizeof conversions / sizeof *conversions; i++) {
		len = strlen(conversions[i].spirv);
		if (strncmp(base, conversions[i].spirv, len) != 0 || strncmp(base + len, "_R", 2) != 0)
			continue;
		base += len + 2;
		/* Not all producers decorate these as saturated.  Integers are not rounded. */
		if (!strncmp(conversions[i].spirv, "Sat", 3))
			base = arena_printf(c->arena, "%.*s_sat", (int)strcspn(base, "_"), base);
		return lower_conversion(c, call, base, name->params, conversions[i].is_unsigned);
	}
	return NULL;
}
