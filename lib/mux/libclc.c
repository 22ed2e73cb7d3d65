#include "libclc.h"

#include <llvm-c/BitWriter.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/outfile.h"
#include "builtin.h"
#include "ir/irmodule.h"
#include "spawn.h"


/* The folder that holds the folder of this program, n levels up; NULL when unknown. */
static const char *
program_root(struct arena *arena, int levels)
{
	char path[4096];
	ssize_t len = readlink("/proc/self/exe", path, sizeof path - 1);
	char *slash;

	if (len < 0)
		return NULL;
	path[len] = '\0';
	for (; levels >= 0; levels--) {
		slash = strrchr(path, '/');
		if (!slash)
			return NULL;
		*slash = '\0';
	}
	return arena_strdup(arena, path);
}

static const char *
find_library(struct arena *arena)
{
	const char *roots[3] = { getenv("SYCL_CC_ROOT"), program_root(arena, 1), program_root(arena, 2) };
	const char *path;
	size_t root;

	for (root = 0; root < 3; root++) {
		if (!roots[root])
			continue;
		path = arena_printf(arena, "%s/share/mux/libclc-host.bc", roots[root]);
		if (access(path, R_OK) == 0)
			return path;
		path = arena_printf(arena, "%s/share/sycl-cc/mux/libclc-host.bc", roots[root]);
		if (access(path, R_OK) == 0)
			return path;
	}
	diag(DIAG_ERROR, "cannot find 'share/mux/libclc-host.bc' beside '%s'", roots[1] ? roots[1] : "/");
	return NULL;
}

/* Something is undefined that libclc may define: it has the mangled names of OpenCL only. */
static bool
needs_library(struct compilation *c)
{
	LLVMValueRef function;

	for (function = LLVMGetFirstFunction(c->module); function; function = LLVMGetNextFunction(function))
		if (LLVMIsDeclaration(function) && LLVMGetFirstUse(function) &&
		    !strncmp(irmodule_name(function), "_Z", 2))
			return true;
	return false;
}

/* llvm-link --only-needed reads no function of the library that is not needed: 50 ms instead of 500. */
int
libclc_link(struct compilation *c)
{
	const char *library, *in, *out;
	LLVMMemoryBufferRef buffer;
	int failed;

	if (!needs_library(c))
		return 0;
	library = find_library(c->arena);
	if (!library || !spawn_folder(c->arena))
		return -1;
	in = spawn_path(c->arena, "module.bc");
	out = spawn_path(c->arena, "linked.bc");
	buffer = LLVMWriteBitcodeToMemoryBuffer(c->module);
	failed = outfile_write(in, LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer));
	LLVMDisposeMemoryBuffer(buffer);
	if (failed || spawn_run(c->arena, (const char *const[]){ "llvm-link-22", "--only-needed", "--suppress-warnings",
								 in, library, "-o", out, NULL }))
		return -1;
	LLVMDisposeModule(c->module);
	c->module = irmodule_read(out);
	return c->module ? 0 : -1;
}
