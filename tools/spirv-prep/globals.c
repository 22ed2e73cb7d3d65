#include "prep.h"

#include <string.h>

#include "base/diag.h"
#include "ir/irmodule.h"

/* Annotations would become decorations that consumers refuse, the others variables without a meaning. */
static const char *const markers[] = { "llvm.global.annotations", "llvm.used", "llvm.compiler.used" };
static const char *const constructors[] = { "llvm.global_ctors", "llvm.global_dtors" };

static void
delete_global(LLVMModuleRef module, const char *name)
{
	LLVMValueRef global = LLVMGetNamedGlobal(module, name);

	if (global && !LLVMGetFirstUse(global))
		LLVMDeleteGlobal(global);
}

/* True for a list of constructors that is not empty. */
static bool
has_elements(LLVMValueRef global)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(global);

	return LLVMGetTypeKind(type) == LLVMArrayTypeKind && LLVMGetArrayLength2(type) > 0;
}

static const char device_printf[] = "_Z18__spirv_ocl_printfPU3AS2cz";

/* Where the format of printf is: constant memory (OpenCL's), the generic address space (C's in device code), or neither. */
enum { NO_SPACE, CONSTANT_SPACE = 2, GENERIC_SPACE = 4 };

static unsigned
format_space(LLVMValueRef function)
{
	if (!LLVMIsDeclaration(function) || LLVMCountParams(function) != 1 ||
	    LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(function, 0))) != LLVMPointerTypeKind)
		return NO_SPACE;
	return LLVMGetPointerAddressSpace(LLVMTypeOf(LLVMGetParam(function, 0)));
}

/* The constant variable that a pointer points to the start of, else NULL. */
static LLVMValueRef
literal_of(LLVMValueRef pointer)
{
	while (LLVMIsAConstantExpr(pointer) &&
	       (LLVMGetConstOpcode(pointer) == LLVMAddrSpaceCast || LLVMGetConstOpcode(pointer) == LLVMBitCast))
		pointer = LLVMGetOperand(pointer, 0);
	if (!LLVMIsAGlobalVariable(pointer) || !LLVMIsGlobalConstant(pointer) || !LLVMGetInitializer(pointer))
		return NULL;
	return pointer;
}

/* The same literal in constant memory. */
static LLVMValueRef
constant_twin(LLVMModuleRef module, LLVMValueRef literal)
{
	LLVMValueRef twin = LLVMAddGlobalInAddressSpace(module, LLVMGlobalGetValueType(literal), "printf.format", CONSTANT_SPACE);

	LLVMSetInitializer(twin, LLVMGetInitializer(literal));
	LLVMSetGlobalConstant(twin, 1);
	LLVMSetLinkage(twin, LLVMInternalLinkage);
	LLVMSetAlignment(twin, 1);
	return twin;
}

/* Calls of C's printf become calls of OpenCL's, whose format is a literal. */
static int
replace_printf(LLVMModuleRef module, LLVMValueRef function)
{
	LLVMContextRef context = LLVMGetModuleContext(module);
	LLVMTypeRef param = LLVMPointerTypeInContext(context, CONSTANT_SPACE);
	LLVMTypeRef type = LLVMFunctionType(LLVMInt32TypeInContext(context), &param, 1, 1);
	LLVMValueRef device = LLVMGetNamedFunction(module, device_printf), call, literal, arg[64];
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
	LLVMUseRef use;
	unsigned n, i;

	if (!device)
		device = LLVMAddFunction(module, device_printf, type);
	LLVMSetFunctionCallConv(device, LLVMGetFunctionCallConv(function));
	while ((use = LLVMGetFirstUse(function))) {
		call = LLVMGetUser(use);
		n = LLVMIsACallInst(call) ? LLVMGetNumArgOperands(call) : 0;
		literal = n ? literal_of(LLVMGetOperand(call, 0)) : NULL;
		if (!literal || n > sizeof arg / sizeof *arg) {
			diag(DIAG_ERROR, n > sizeof arg / sizeof *arg ? "a call of printf has more than 64 arguments"
								      : "the format of printf is not a literal: SPIR-V needs one");
			LLVMDisposeBuilder(builder);
			return -1;
		}
		arg[0] = constant_twin(module, literal);
		for (i = 1; i < n; i++)
			arg[i] = LLVMGetOperand(call, i);
		LLVMPositionBuilderBefore(builder, call);
		literal = LLVMBuildCall2(builder, type, device, arg, n, "");
		LLVMSetInstructionCallConv(literal, LLVMGetFunctionCallConv(device));
		LLVMReplaceAllUsesWith(call, literal);
		LLVMInstructionEraseFromParent(call);
	}
	LLVMDisposeBuilder(builder);
	LLVMDeleteFunction(function);
	return 0;
}

/* Gives printf the name that both producers translate to the instruction. */
static int
prep_printf(LLVMModuleRef module)
{
	LLVMValueRef function = LLVMGetNamedFunction(module, "printf");

	if (!function)
		return 0;
	if (format_space(function) == GENERIC_SPACE)
		return replace_printf(module, function);
	if (format_space(function) == CONSTANT_SPACE && !LLVMGetNamedFunction(module, device_printf))
		LLVMSetValueName2(function, device_printf, sizeof device_printf - 1);
	return 0;
}

bool
prep_has_printf(LLVMModuleRef module)
{
	return LLVMGetNamedFunction(module, device_printf) != NULL;
}

/* --- one function that prints ------------------------------------------------ */

/* The arguments of printf as they are passed to the function that prints: numbers of 64 bits. */
static bool
passes_as_number(LLVMTypeRef type)
{
	LLVMTypeKind kind = LLVMGetTypeKind(type);

	return kind == LLVMPointerTypeKind || kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind || kind == LLVMHalfTypeKind ||
		(kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) <= 64);
}

static LLVMTypeRef
number_of_width(LLVMTypeRef type, LLVMContextRef context)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMHalfTypeKind: return LLVMInt16TypeInContext(context);
	case LLVMFloatTypeKind: return LLVMInt32TypeInContext(context);
	case LLVMDoubleTypeKind: return LLVMInt64TypeInContext(context);
	default: return type;
	}
}

static LLVMValueRef
to_number(LLVMBuilderRef builder, LLVMContextRef context, LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value), number = LLVMInt64TypeInContext(context);

	if (LLVMGetTypeKind(type) == LLVMPointerTypeKind)
		return LLVMBuildPtrToInt(builder, value, number, "");
	if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
		value = LLVMBuildBitCast(builder, value, number_of_width(type, context), "");
	return LLVMBuildIntCast2(builder, value, number, 0, "");
}

static LLVMValueRef
from_number(LLVMBuilderRef builder, LLVMContextRef context, LLVMValueRef number, LLVMTypeRef type)
{
	LLVMTypeRef integer = number_of_width(type, context);

	if (LLVMGetTypeKind(type) == LLVMPointerTypeKind)
		return LLVMBuildIntToPtr(builder, number, type, "");
	number = LLVMBuildIntCast2(builder, number, integer, 0, "");
	return integer == type ? number : LLVMBuildBitCast(builder, number, type, "");
}

/* The most arguments that a call has; 0 when some call cannot go through the function. */
static unsigned
count_printed(LLVMValueRef print)
{
	unsigned most = 0, n, i;

	for (LLVMUseRef use = LLVMGetFirstUse(print); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef call = LLVMGetUser(use);

		n = LLVMIsACallInst(call) ? LLVMGetNumArgOperands(call) : 0;
		if (!n || !literal_of(LLVMGetOperand(call, 0)))
			return 0;
		for (i = 1; i < n; i++)
			if (!passes_as_number(LLVMTypeOf(LLVMGetOperand(call, i))))
				return 0;
		most = n > most ? n : most;
	}
	return most;
}

/* A case of the function that prints: the call with its format, constants (drivers look for literals) and the numbers that the function gets. */
static void
add_case(LLVMContextRef context, LLVMValueRef choice, LLVMValueRef print, LLVMValueRef call, unsigned which)
{
	LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(choice)), arg[64], result;
	LLVMBasicBlockRef block = LLVMAppendBasicBlockInContext(context, function, "");
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
	unsigned n = LLVMGetNumArgOperands(call), i;

	LLVMPositionBuilderAtEnd(builder, block);
	arg[0] = LLVMGetOperand(call, 0);
	for (i = 1; i < n; i++)
		arg[i] = LLVMIsConstant(LLVMGetOperand(call, i)) ? LLVMGetOperand(call, i)
			: from_number(builder, context, LLVMGetParam(function, i), LLVMTypeOf(LLVMGetOperand(call, i)));
	result = LLVMBuildCall2(builder, LLVMGlobalGetValueType(print), print, arg, n, "");
	LLVMSetInstructionCallConv(result, LLVMGetFunctionCallConv(print));
	LLVMBuildRet(builder, result);
	LLVMAddCase(choice, LLVMConstInt(LLVMInt32TypeInContext(context), which, 0), block);
	LLVMDisposeBuilder(builder);
}

/* Calls the function that prints instead. */
static void
replace_call(LLVMContextRef context, LLVMValueRef function, LLVMValueRef call, unsigned which)
{
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
	LLVMValueRef arg[64], result;
	unsigned n = LLVMGetNumArgOperands(call), i;

	LLVMPositionBuilderBefore(builder, call);
	arg[0] = LLVMConstInt(LLVMInt32TypeInContext(context), which, 0);
	for (i = 1; i < LLVMCountParams(function); i++)
		arg[i] = i < n && !LLVMIsConstant(LLVMGetOperand(call, i)) ? to_number(builder, context, LLVMGetOperand(call, i))
			: LLVMConstInt(LLVMInt64TypeInContext(context), 0, 0);
	result = LLVMBuildCall2(builder, LLVMGlobalGetValueType(function), function, arg, LLVMCountParams(function), "");
	LLVMSetInstructionCallConv(result, LLVMGetFunctionCallConv(function));
	LLVMReplaceAllUsesWith(call, result);
	LLVMInstructionEraseFromParent(call);
	LLVMDisposeBuilder(builder);
}

void
prep_prints(LLVMModuleRef module)
{
	LLVMContextRef context = LLVMGetModuleContext(module);
	LLVMValueRef print = LLVMGetNamedFunction(module, device_printf), function, choice, call;
	LLVMTypeRef param[64], result = LLVMInt32TypeInContext(context);
	LLVMBuilderRef builder;
	LLVMBasicBlockRef entry, none;
	LLVMUseRef use, next;
	unsigned n = print ? count_printed(print) : 0, which = 0;

	if (!n || n > sizeof param / sizeof *param)
		return;
	for (unsigned i = 0; i < n; i++)
		param[i] = i ? LLVMInt64TypeInContext(context) : result;
	function = LLVMAddFunction(module, "sycl_cc_print", LLVMFunctionType(result, param, n, 0));
	LLVMSetLinkage(function, LLVMInternalLinkage);
	LLVMSetFunctionCallConv(function, LLVMSPIRFUNCCallConv);
	entry = LLVMAppendBasicBlockInContext(context, function, "");
	none = LLVMAppendBasicBlockInContext(context, function, "");
	builder = LLVMCreateBuilderInContext(context);
	LLVMPositionBuilderAtEnd(builder, none);
	LLVMBuildRet(builder, LLVMConstInt(result, 0, 0));
	LLVMPositionBuilderAtEnd(builder, entry);
	choice = LLVMBuildSwitch(builder, LLVMGetParam(function, 0), none, 8);
	LLVMDisposeBuilder(builder);
	for (use = LLVMGetFirstUse(print); use; use = next) {
		next = LLVMGetNextUse(use);
		call = LLVMGetUser(use);
		if (LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)) == function)
			continue;
		add_case(context, choice, print, call, which);
		replace_call(context, function, call, which++);
	}
}

int
prep_globals(LLVMModuleRef module)
{
	size_t i;

	for (i = 0; i < sizeof constructors / sizeof *constructors; i++) {
		LLVMValueRef global = LLVMGetNamedGlobal(module, constructors[i]);

		if (global && has_elements(global)) {
			diag(DIAG_ERROR, "device code has a global variable with a constructor or destructor ('%s')",
			     constructors[i]);
			return -1;
		}
		delete_global(module, constructors[i]);
	}
	for (i = 0; i < sizeof markers / sizeof *markers; i++)
		delete_global(module, markers[i]);
	if (prep_printf(module))
		return -1;
	/* Without this named metadata kernels get the execution mode ContractionOff. */
	LLVMGetOrInsertNamedMetadata(module, "opencl.enable.FP_CONTRACT", strlen("opencl.enable.FP_CONTRACT"));
	return 0;
}
