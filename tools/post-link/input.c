#include "input.h"

#include <llvm-c/Linker.h>

#include "base/diag.h"
#include "ir/irmodule.h"
#include "post-link.h"

LLVMModuleRef
input_read(void)
{
	LLVMModuleRef module = irmodule_read(options.input[0]), next;
	size_t i;

	for (i = 1; module && i < options.ninput; i++) {
		next = irmodule_read(options.input[i]);
		if (!next)
			return NULL;
		if (LLVMLinkModules2(module, next)) {
			diag(DIAG_ERROR, "cannot link '%s'", options.input[i]);
			return NULL;
		}
	}
	return module;
}
