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

/* OpenCL's printf, whose format is in constant memory. */
static bool
is_device_printf(LLVMValueRef function)
{
	return LLVMIsDeclaration(function) && LLVMCountParams(function) == 1 &&
	       LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(function, 0))) == LLVMPointerTypeKind &&
	       LLVMGetPointerAddressSpace(LLVMTypeOf(LLVMGetParam(function, 0))) == 2;
}

/* Gives printf the name that both producers translate to the instruction. */
static void
rename_printf(LLVMModuleRef module)
{
	static const char name[] = "_Z18__spirv_ocl_printfPU3AS2cz";
	LLVMValueRef function = LLVMGetNamedFunction(module, "printf");

	if (function && is_device_printf(function) && !LLVMGetNamedFunction(module, name))
		LLVMSetValueName2(function, name, sizeof name - 1);
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
	rename_printf(module);
	/* Without this named metadata kernels get the execution mode ContractionOff. */
	LLVMGetOrInsertNamedMetadata(module, "opencl.enable.FP_CONTRACT", strlen("opencl.enable.FP_CONTRACT"));
	return 0;
}
