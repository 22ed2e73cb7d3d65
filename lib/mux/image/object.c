#include "mux/image/object.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>

#include "base/diag.h"
#include "base/mapfile.h"
#include "base/outfile.h"
#include "mux/spawn.h"

static void
initialize_x86(void)
{
	LLVMInitializeX86TargetInfo();
	LLVMInitializeX86Target();
	LLVMInitializeX86TargetMC();
	LLVMInitializeX86AsmPrinter();
}

int
object_target(struct compilation *c)
{
	static const char triple[] = "x86_64-pc-linux-gnu";
	bool native = !strcmp(c->options->cpu, "native");
	char *host = native ? LLVMGetHostCPUName() : NULL, *features = native ? LLVMGetHostCPUFeatures() : NULL;
	char *message = NULL;
	LLVMTargetRef target;

	initialize_x86();
	if (LLVMGetTargetFromTriple(triple, &target, &message)) {
		diag(DIAG_ERROR, "LLVM has no code generator for '%s': %s", triple, message);
		LLVMDisposeMessage(message);
		return -1;
	}
	c->machine = LLVMCreateTargetMachine(target, triple, native ? host : c->options->cpu, native ? features : "",
					     LLVMCodeGenLevelAggressive, LLVMRelocPIC, LLVMCodeModelDefault);
	LLVMDisposeMessage(host);
	LLVMDisposeMessage(features);
	c->layout = LLVMCreateTargetDataLayout(c->machine);
	LLVMSetTarget(c->module, triple);
	LLVMSetModuleDataLayout(c->module, c->layout);
	return 0;
}

/* The path of that library in this process, NULL when it is not loaded. */
static const char *
library_path(struct arena *arena, const char *name)
{
	void *handle = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
	const char *path = NULL;
	struct link_map *map;

	if (!handle)
		return NULL;
	if (dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0 && map->l_name && *map->l_name)
		path = arena_strdup(arena, map->l_name);
	dlclose(handle);
	return path;
}

/* ld.lld -shared, whose variables are its own; libraries are there for what code generation calls: maths, memcpy, 128-bit division. */
static int
link_objects(struct compilation *c, const char *const *object, size_t nobject, const char *out)
{
	static const char *const libraries[] = { "libm.so.6", "libc.so.6", "libgcc_s.so.1" };
	static const char *const options[] = { "ld.lld-" LLVM_VERSION, "-shared", "-Bsymbolic", "--build-id=none", "--hash-style=gnu", "-z", "defs",
					       "-z", "noexecstack", "-o" };
	enum { NLIBRARY = sizeof libraries / sizeof *libraries, NOPTION = sizeof options / sizeof *options };
	const char **argv = arena_calloc(c->arena, NOPTION + nobject + NLIBRARY + 3, sizeof *argv);
	size_t n = NOPTION, i;

	memcpy(argv, options, sizeof options);
	argv[n++] = out;
	for (i = 0; i < nobject; i++)
		argv[n++] = object[i];
	argv[n++] = "--as-needed";
	for (i = 0; i < NLIBRARY; i++) {
		argv[n] = library_path(c->arena, libraries[i]);
		n += argv[n] != NULL;
	}
	return spawn_run(c->arena, argv);
}

int
object_write(struct compilation *c, const char *path)
{
	LLVMMemoryBufferRef object;
	char *message = NULL;
	int failed;

	if (LLVMTargetMachineEmitToMemoryBuffer(c->machine, c->module, LLVMObjectFile, &message, &object)) {
		diag(DIAG_ERROR, "no code for this module: %s", message);
		LLVMDisposeMessage(message);
		return -1;
	}
	failed = outfile_write(path, LLVMGetBufferStart(object), LLVMGetBufferSize(object));
	LLVMDisposeMemoryBuffer(object);
	return failed;
}

int
object_link(struct compilation *c, const char *const *object, size_t n, const char *path)
{
	struct mapfile image;
	const char *out;
	int failed;

	if (!spawn_folder(c->arena))
		return -1;
	out = spawn_path(c->arena, "kernels.so");
	if (link_objects(c, object, n, out) || mapfile_open(&image, out))
		return -1;
	failed = outfile_write(path, image.data, image.size);
	mapfile_close(&image);
	return failed;
}
