#include <llvm-c/Linker.h>
#include <string.h>

#include "base/diag.h"
#include "ir/irmodule.h"
#include "widths.h"

/*
 * What takes a loop or branches for integers of more than 64 bits: functions in
 * terms of such integers, which the module gets when it has such an instruction.
 */
static const struct function {
	const char *name, *text;
} functions[] = {
	{ "sycl_cc_divide", /* both halves of the quotient, of the rest: the back end refuses structures in structures */
	  "define spir_func { i64, i64, i64, i64 } @sycl_cc_divide(i128 %n, i128 %d) {\n"
	  "  %both = or i128 %n, %d\n"
	  "  %is_small = icmp ult i128 %both, 18446744073709551616\n"
	  "  br i1 %is_small, label %small, label %check\n"
	  "small:\n"
	  "  %n64 = trunc i128 %n to i64\n"
	  "  %d64 = trunc i128 %d to i64\n"
	  "  %q64 = udiv i64 %n64, %d64\n"
	  "  %r64 = urem i64 %n64, %d64\n"
	  "  %small0 = insertvalue { i64, i64, i64, i64 } zeroinitializer, i64 %q64, 0\n"
	  "  %small2 = insertvalue { i64, i64, i64, i64 } %small0, i64 %r64, 2\n"
	  "  ret { i64, i64, i64, i64 } %small2\n"
	  "check:\n"
	  "  %is_less = icmp ult i128 %n, %d\n"
	  "  br i1 %is_less, label %done, label %start\n"
	  "start:\n"
	  "  %nz = call i128 @llvm.ctlz.i128(i128 %n, i1 false)\n"
	  "  %dz = call i128 @llvm.ctlz.i128(i128 %d, i1 false)\n"
	  "  %places = sub i128 %dz, %nz\n"
	  "  %first = shl i128 %d, %places\n"
	  "  %steps = trunc i128 %places to i64\n"
	  "  br label %loop\n"
	  "loop:\n"
	  "  %q = phi i128 [ 0, %start ], [ %q2, %loop ]\n"
	  "  %r = phi i128 [ %n, %start ], [ %r2, %loop ]\n"
	  "  %t = phi i128 [ %first, %start ], [ %t2, %loop ]\n"
	  "  %k = phi i64 [ %steps, %start ], [ %k2, %loop ]\n"
	  "  %fits = icmp uge i128 %r, %t\n"
	  "  %rest = sub i128 %r, %t\n"
	  "  %r2 = select i1 %fits, i128 %rest, i128 %r\n"
	  "  %bit = zext i1 %fits to i128\n"
	  "  %q1 = shl i128 %q, 1\n"
	  "  %q2 = or i128 %q1, %bit\n"
	  "  %t2 = lshr i128 %t, 1\n"
	  "  %k2 = sub i64 %k, 1\n"
	  "  %is_last = icmp eq i64 %k, 0\n"
	  "  br i1 %is_last, label %done, label %loop\n"
	  "done:\n"
	  "  %q3 = phi i128 [ 0, %check ], [ %q2, %loop ]\n"
	  "  %r3 = phi i128 [ %n, %check ], [ %r2, %loop ]\n"
	  "  %q4 = lshr i128 %q3, 64\n"
	  "  %r4 = lshr i128 %r3, 64\n"
	  "  %ql = trunc i128 %q3 to i64\n"
	  "  %qh = trunc i128 %q4 to i64\n"
	  "  %rl = trunc i128 %r3 to i64\n"
	  "  %rh = trunc i128 %r4 to i64\n"
	  "  %done0 = insertvalue { i64, i64, i64, i64 } poison, i64 %ql, 0\n"
	  "  %done1 = insertvalue { i64, i64, i64, i64 } %done0, i64 %qh, 1\n"
	  "  %done2 = insertvalue { i64, i64, i64, i64 } %done1, i64 %rl, 2\n"
	  "  %done3 = insertvalue { i64, i64, i64, i64 } %done2, i64 %rh, 3\n"
	  "  ret { i64, i64, i64, i64 } %done3\n"
	  "}\n"
	  "declare i128 @llvm.ctlz.i128(i128, i1)\n" },

	{ "sycl_cc_multiply_high",
	  "define spir_func i128 @sycl_cc_multiply_high(i128 %x, i128 %y) {\n"
	  "  %xl = and i128 %x, 18446744073709551615\n"
	  "  %yl = and i128 %y, 18446744073709551615\n"
	  "  %xh = lshr i128 %x, 64\n"
	  "  %yh = lshr i128 %y, 64\n"
	  "  %ll = mul i128 %xl, %yl\n"
	  "  %lh = mul i128 %xl, %yh\n"
	  "  %hl = mul i128 %xh, %yl\n"
	  "  %hh = mul i128 %xh, %yh\n"
	  "  %carry = lshr i128 %ll, 64\n"
	  "  %m = add i128 %hl, %carry\n"
	  "  %ml = and i128 %m, 18446744073709551615\n"
	  "  %mh = lshr i128 %m, 64\n"
	  "  %o = add i128 %lh, %ml\n"
	  "  %oh = lshr i128 %o, 64\n"
	  "  %h = add i128 %hh, %mh\n"
	  "  %result = add i128 %h, %oh\n"
	  "  ret i128 %result\n"
	  "}\n" },

/* The highest 64 bits, the lowest of them set when a bit below is: rounded once.  Then a power of two. */
#define TO_FLOATING(type, bits, mantissa, bias) \
	"define spir_func " type " @sycl_cc_to_" type "(i128 %x) {\n" \
	"  %is_small = icmp ult i128 %x, 18446744073709551616\n" \
	"  br i1 %is_small, label %small, label %large\n" \
	"small:\n" \
	"  %word = trunc i128 %x to i64\n" \
	"  %exact = uitofp i64 %word to " type "\n" \
	"  ret " type " %exact\n" \
	"large:\n" \
	"  %n = call i128 @llvm.ctlz.i128(i128 %x, i1 false)\n" \
	"  %y = shl i128 %x, %n\n" \
	"  %above = lshr i128 %y, 64\n" \
	"  %top = trunc i128 %above to i64\n" \
	"  %below = trunc i128 %y to i64\n" \
	"  %is_more = icmp ne i64 %below, 0\n" \
	"  %more = zext i1 %is_more to i64\n" \
	"  %sticky = or i64 %top, %more\n" \
	"  %rounded = uitofp i64 %sticky to " type "\n" \
	"  %places = trunc i128 %n to " bits "\n" \
	"  %exponent = sub " bits " " bias ", %places\n" \
	"  %shifted = shl " bits " %exponent, " mantissa "\n" \
	"  %power = bitcast " bits " %shifted to " type "\n" \
	"  %result = fmul " type " %rounded, %power\n" \
	"  ret " type " %result\n" \
	"}\n" \
	"declare i128 @llvm.ctlz.i128(i128, i1)\n"
	{ "sycl_cc_to_float", TO_FLOATING("float", "i32", "23", "191") },
	{ "sycl_cc_to_double", TO_FLOATING("double", "i64", "52", "1087") },

/* Of a number not below 0; every step is exact. */
#define FROM_FLOATING(type) \
	"define spir_func i128 @sycl_cc_from_" type "(" type " %x) {\n" \
	"  %scaled = fmul " type " %x, 0x3BF0000000000000\n" \
	"  %high = fptoui " type " %scaled to i64\n" \
	"  %back = uitofp i64 %high to " type "\n" \
	"  %taken = fmul " type " %back, 0x43F0000000000000\n" \
	"  %rest = fsub " type " %x, %taken\n" \
	"  %low = fptoui " type " %rest to i64\n" \
	"  %high128 = zext i64 %high to i128\n" \
	"  %above = shl i128 %high128, 64\n" \
	"  %low128 = zext i64 %low to i128\n" \
	"  %result = or i128 %above, %low128\n" \
	"  ret i128 %result\n" \
	"}\n"
	{ "sycl_cc_from_float", FROM_FLOATING("float") },
	{ "sycl_cc_from_double", FROM_FLOATING("double") },
};

/* The function of that name, which the module gets if it does not have it. */
static LLVMValueRef
function_named(LLVMModuleRef module, const char *name)
{
	LLVMValueRef function = LLVMGetNamedFunction(module, name);
	const struct function *it = functions;
	LLVMModuleRef more;

	if (function)
		return function;
	while (strcmp(it->name, name))
		it++;
	more = irmodule_parse(name, it->text, strlen(it->text));
	if (!more)
		bug("the text of '%s'", name);
	LLVMSetTarget(more, LLVMGetTarget(module));
	LLVMSetDataLayout(more, LLVMGetDataLayoutStr(module));
	if (LLVMLinkModules2(module, more))
		bug("linking '%s'", name);
	function = LLVMGetNamedFunction(module, name);
	LLVMSetLinkage(function, LLVMInternalLinkage);
	return function;
}

static LLVMValueRef
call_of(LLVMBuilderRef b, const char *name, LLVMValueRef *arg, unsigned n)
{
	LLVMModuleRef module = LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInsertBlock(b)));
	LLVMValueRef function = function_named(module, name);
	LLVMValueRef call = LLVMBuildCall2(b, LLVMGlobalGetValueType(function), function, arg, n, "");

	LLVMSetInstructionCallConv(call, IR_CC_SPIR_FUNC);
	return call;
}

/*
 * LLVM's passes make a product of 256 bits, of which a part is taken, of code for the
 * upper half of one of 128.  The product for such a part, *places being where it starts; else NULL.
 */
static LLVMValueRef
long_product(LLVMValueRef part, unsigned *places)
{
	LLVMValueRef product = LLVMGetOperand(part, 0), shift = NULL;
	unsigned i;

	*places = 0;
	if (LLVMIsAInstruction(product) && LLVMGetInstructionOpcode(product) == LLVMLShr) {
		shift = LLVMGetOperand(product, 1);
		product = LLVMGetOperand(product, 0);
	}
	if (!LLVMIsAInstruction(product) || LLVMGetInstructionOpcode(product) != LLVMMul || (shift && !LLVMIsAConstantInt(shift)) ||
	    LLVMGetTypeKind(LLVMTypeOf(product)) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(LLVMTypeOf(product)) != 256)
		return NULL;
	if (shift)
		*places = (unsigned)LLVMConstIntGetZExtValue(LLVMConstTrunc(shift, LLVMInt32TypeInContext(irmodule_context())));
	for (i = 0; i < 2; i++)
		if (!LLVMIsAZExtInst(LLVMGetOperand(product, i)) ||
		    LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(LLVMGetOperand(product, i), 0))) > 128)
			return NULL;
	return product;
}

static bool
is_wanted(LLVMValueRef inst)
{
	LLVMTypeRef type = LLVMTypeOf(inst);
	unsigned places;

	switch (LLVMGetInstructionOpcode(inst)) {
	case LLVMTrunc:
		return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) <= 128 && long_product(inst, &places);
	case LLVMUDiv: case LLVMURem: case LLVMSDiv: case LLVMSRem: case LLVMFPToUI: case LLVMFPToSI:
		break;
	case LLVMUIToFP: case LLVMSIToFP:
		type = LLVMTypeOf(LLVMGetOperand(inst, 0));
		break;
	default:
		return false;
	}
	return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && widths_is_wide(type);
}

static LLVMTypeRef
i128(void)
{
	return LLVMInt128TypeInContext(irmodule_context());
}

static LLVMValueRef
negated_if(LLVMBuilderRef b, LLVMValueRef condition, LLVMValueRef x)
{
	return LLVMBuildSelect(b, condition, LLVMBuildNeg(b, x, ""), x, "");
}

static LLVMValueRef
is_negative(LLVMBuilderRef b, LLVMValueRef x)
{
	return LLVMBuildICmp(b, LLVMIntSLT, x, LLVMConstNull(LLVMTypeOf(x)), "");
}

/* The quotient of signed numbers is negative when one is, the rest when the first is. */
static LLVMValueRef
division(LLVMBuilderRef b, LLVMValueRef inst, bool is_signed, bool is_rest)
{
	LLVMValueRef x[2], minus[2] = { NULL, NULL }, both, result;
	unsigned i;

	for (i = 0; i < 2; i++) {
		x[i] = LLVMBuildIntCast2(b, LLVMGetOperand(inst, i), i128(), is_signed, "");
		if (is_signed) {
			minus[i] = is_negative(b, x[i]);
			x[i] = negated_if(b, minus[i], x[i]);
		}
	}
	both = call_of(b, "sycl_cc_divide", x, 2);
	for (i = 0; i < 2; i++)
		x[i] = LLVMBuildZExt(b, LLVMBuildExtractValue(b, both, 2 * is_rest + i, ""), i128(), "");
	result = LLVMBuildOr(b, x[0], LLVMBuildShl(b, x[1], LLVMConstInt(i128(), 64, 0), ""), "");
	if (is_signed)
		result = negated_if(b, is_rest ? minus[0] : LLVMBuildXor(b, minus[0], minus[1], ""), result);
	return LLVMBuildIntCast2(b, result, LLVMTypeOf(inst), 0, "");
}

/* Half has less range than 64 bits; other types than float and double are not for SPIR-V. */
static const char *
floating_function(LLVMTypeRef type, const char *of_float, const char *of_double)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMFloatTypeKind: return of_float;
	case LLVMDoubleTypeKind: return of_double;
	default: return NULL;
	}
}

static LLVMValueRef
to_floating(LLVMBuilderRef b, LLVMValueRef inst, bool is_signed)
{
	const char *name = floating_function(LLVMTypeOf(inst), "sycl_cc_to_float", "sycl_cc_to_double");
	LLVMValueRef x, minus, result;

	if (!name)
		return NULL;
	x = LLVMBuildIntCast2(b, LLVMGetOperand(inst, 0), i128(), is_signed, "");
	if (!is_signed)
		return call_of(b, name, &x, 1);
	minus = is_negative(b, x);
	x = negated_if(b, minus, x);
	result = call_of(b, name, &x, 1);
	return LLVMBuildSelect(b, minus, LLVMBuildFNeg(b, result, ""), result, "");
}

static LLVMValueRef
from_floating(LLVMBuilderRef b, LLVMValueRef inst, bool is_signed)
{
	LLVMValueRef x = LLVMGetOperand(inst, 0), minus, result;
	const char *name;

	if (LLVMGetTypeKind(LLVMTypeOf(x)) == LLVMHalfTypeKind)
		x = LLVMBuildFPExt(b, x, LLVMFloatTypeInContext(irmodule_context()), "");
	name = floating_function(LLVMTypeOf(x), "sycl_cc_from_float", "sycl_cc_from_double");
	if (!name)
		return NULL;
	minus = LLVMBuildFCmp(b, LLVMRealOLT, x, LLVMConstNull(LLVMTypeOf(x)), "");
	if (is_signed)
		x = LLVMBuildSelect(b, minus, LLVMBuildFNeg(b, x, ""), x, "");
	result = call_of(b, name, &x, 1);
	if (is_signed)
		result = negated_if(b, minus, result);
	return LLVMBuildIntCast2(b, result, LLVMTypeOf(inst), 0, "");
}

/* The bits from places on of a product of 256; nothing is above it. */
static LLVMValueRef
part_of_product(LLVMBuilderRef b, LLVMValueRef inst)
{
	unsigned places, i;
	LLVMValueRef product = long_product(inst, &places), x[2], high, part;

	for (i = 0; i < 2; i++)
		x[i] = LLVMBuildIntCast2(b, LLVMGetOperand(LLVMGetOperand(product, i), 0), i128(), 0, "");
	high = places ? call_of(b, "sycl_cc_multiply_high", x, 2) : LLVMConstNull(i128());
	part = places < 128 ? LLVMBuildMul(b, x[0], x[1], "") : high;
	if (places % 128)
		part = LLVMBuildLShr(b, part, LLVMConstInt(i128(), places % 128, 0), "");
	if (places % 128 && places < 128)
		part = LLVMBuildOr(b, part, LLVMBuildShl(b, high, LLVMConstInt(i128(), 128 - places, 0), ""), "");
	return LLVMBuildIntCast2(b, part, LLVMTypeOf(inst), 0, "");
}

static LLVMValueRef
call_for(LLVMBuilderRef b, LLVMValueRef inst)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(inst);

	switch (opcode) {
	case LLVMTrunc:
		return part_of_product(b, inst);
	case LLVMUDiv: case LLVMURem:
		return division(b, inst, false, opcode == LLVMURem);
	case LLVMSDiv: case LLVMSRem:
		return division(b, inst, true, opcode == LLVMSRem);
	case LLVMUIToFP: case LLVMSIToFP:
		return to_floating(b, inst, opcode == LLVMSIToFP);
	default:
		return from_floating(b, inst, opcode == LLVMFPToSI);
	}
}

static void
replace(LLVMValueRef inst)
{
	LLVMBuilderRef b = builder_before(inst);
	LLVMValueRef by = call_for(b, inst);

	LLVMDisposeBuilder(b);
	if (by)
		replace_instruction(inst, by);
}

/* What took part in a product of 256 bits and has no use. */
static bool
is_left(LLVMValueRef inst)
{
	LLVMTypeRef type = LLVMTypeOf(inst);

	return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) > 128 && !LLVMGetFirstUse(inst);
}

void
wide_call_functions(LLVMModuleRef module)
{
	if (instructions_do(module, is_wanted, replace))
		while (instructions_do(module, is_left, LLVMInstructionEraseFromParent))
			;
}
