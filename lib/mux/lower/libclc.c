#include "mux/lower/libclc.h"

#include <string.h>

#include "base/diag.h"
#include "base/path.h"
#include "base/text.h"
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

/* The module uses a function that is not defined, whose name begins so and has the text in it. */
static bool
needs_library(struct compilation *c, const char *begin, const char *text)
{
	LLVMValueRef function;

	for (function = LLVMGetFirstFunction(c->module); function; function = LLVMGetNextFunction(function))
		if (LLVMIsDeclaration(function) && LLVMGetFirstUse(function) && text_starts(irmodule_name(function), begin) &&
		    strstr(irmodule_name(function), text))
			return true;
	return false;
}

static int
link_file(struct compilation *c, const char *file)
{
	const char *path = path_shared(c->arena, "/proc/self/exe", file);

	if (!path) {
		diag(DIAG_ERROR, "cannot find 'share/%s'", file);
		return -1;
	}
	drop_unused(c);
	return irmodule_link_used(c->module, path) ? -1 : 0;
}

int
libclc_link_images(struct compilation *c)
{
	return needs_library(c, "__mux_image_", "") ? link_file(c, "mux/images.bc") : 0;
}

/*
 * Mangled names are OpenCL's.  Functions of numbers are in a small library, which is opened in a sixth of the time;
 * names of others have vectors in them.
 */
int
libclc_link(struct compilation *c)
{
	if (needs_library(c, "_Z", "") && link_file(c, "mux/libclc-numbers.bc"))
		return -1;
	return needs_library(c, "_Z", "Dv") ? link_file(c, "mux/libclc-host.bc") : 0;
}
