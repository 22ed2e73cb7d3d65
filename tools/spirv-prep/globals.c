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
