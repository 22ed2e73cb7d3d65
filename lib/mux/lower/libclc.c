#include "mux/lower/libclc.h"

#include <string.h>

#include "base/diag.h"
#include "base/path.h"
#include "ir/irmodule.h"

/* Drops declarations without uses, of what was lowered: libclc would define them. */
static void
drop_unused(struct compilation *c)
{
	LLVMValueRef function, next;

	for (function = LLVMGetFirstFunction(c->module); function; function = next) {
		next = LLVMGetNextFunction(function);
		if (LLVMIsDeclaration(function) && !LLVMGetFirstUse(function))
			LLVMDeleteFunction(function);
	}
}

/* The module uses a function that libclc may define, under a mangled name of OpenCL that has the text in it. */
static bool
needs_library(struct compilation *c, const char *text)
{
	LLVMValueRef function;

	for (function = LLVMGetFirstFunction(c->module); function; function = LLVMGetNextFunction(function))
		if (LLVMIsDeclaration(function) && LLVMGetFirstUse(function) &&
		    !strncmp(irmodule_name(function), "_Z", 2) && strstr(irmodule_name(function), text))
			return true;
	return false;
}

/* Functions of numbers are in a small library, which is opened in a sixth of the time; names of others have vectors in them. */
int
libclc_link(struct compilation *c)
{
	static const struct {
		const char *file, *in_names;
	} libraries[] = { { "mux/libclc-numbers.bc", "" }, { "mux/libclc-host.bc", "Dv" } };
	const char *path;
	size_t i;

	for (i = 0; i < sizeof libraries / sizeof *libraries; i++) {
		if (!needs_library(c, libraries[i].in_names))
			continue;
		path = path_shared(c->arena, "/proc/self/exe", libraries[i].file);
		if (!path) {
			diag(DIAG_ERROR, "cannot find 'share/%s'", libraries[i].file);
			return -1;
		}
		drop_unused(c);
		if (irmodule_link_used(c->module, path))
			return -1;
	}
	return 0;
}
