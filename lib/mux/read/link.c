#include "mux/read/link.h"

#include <llvm-c/Comdat.h>
#include <llvm-c/Linker.h>

#include "base/diag.h"
#include "ir/irmodule.h"

/* post-link keeps only those functions visible that other images may call. */
bool
link_has_exports(LLVMModuleRef module)
{
	LLVMValueRef function;

	for (function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function))
		if (!LLVMIsDeclaration(function) && !irmodule_is_kernel(function) &&
		    LLVMGetLinkage(function) == LLVMExternalLinkage)
			return true;
	return false;
}

size_t
link_drop_importers(struct compilation *c)
{
	size_t n = 0, i;

	for (i = 0; i < c->nkernel; i++) {
		if (c->kernel[i].imports)
			LLVMDeleteFunction(c->kernel[i].function);
		else
			c->kernel[n++] = c->kernel[i];
	}
	i = c->nkernel - n;
	c->nkernel = n;
	return i;
}

void
link_keep_code(struct compilation *c)
{
	LLVMValueRef part[2], value, global;

	part[0] = const_int(c->i64, c->options->code_size);
	part[1] = LLVMConstStringInContext2(c->context, c->options->code, c->options->code_size, 1);
	value = LLVMConstStructInContext(c->context, part, 2, 0);
	global = LLVMAddGlobal(c->module, LLVMTypeOf(value), MUX_CODE_SYMBOL);
	LLVMSetInitializer(global, value);
	LLVMSetGlobalConstant(global, 1);
}

/* Drops the kernels of a module that is linked for its functions. */
static void
drop_kernels(LLVMModuleRef module)
{
	LLVMValueRef function, next;

	for (function = LLVMGetFirstFunction(module); function; function = next) {
		next = LLVMGetNextFunction(function);
		if (!irmodule_is_kernel(function))
			continue;
		LLVMReplaceAllUsesWith(function, LLVMGetPoison(LLVMTypeOf(function)));
		LLVMDeleteFunction(function);
	}
}

/* Both modules define it alike, since images have copies of shared functions: keeps the first. */
static void
yield_to(LLVMValueRef value, LLVMValueRef first)
{
	LLVMLinkage linkage = LLVMGetLinkage(value);

	if (LLVMIsDeclaration(value) || linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage ||
	    !first || LLVMIsDeclaration(first))
		return;
	LLVMSetComdat(value, NULL);
	LLVMSetLinkage(value, LLVMAvailableExternallyLinkage);
}

int
mux_join(LLVMModuleRef module, LLVMModuleRef other)
{
	LLVMSetTarget(other, LLVMGetTarget(module));
	LLVMSetDataLayout(other, LLVMGetDataLayoutStr(module));
	if (!LLVMLinkModules2(module, other))
		return 0;
	diag(DIAG_ERROR, "cannot link the device modules");
	return -1;
}

int
mux_link(LLVMModuleRef module, LLVMModuleRef other)
{
	LLVMValueRef value;

	drop_kernels(other);
	for (value = LLVMGetFirstFunction(other); value; value = LLVMGetNextFunction(value))
		yield_to(value, LLVMGetNamedFunction(module, irmodule_name(value)));
	for (value = LLVMGetFirstGlobal(other); value; value = LLVMGetNextGlobal(value))
		yield_to(value, LLVMGetNamedGlobal(module, irmodule_name(value)));
	return mux_join(module, other);
}
