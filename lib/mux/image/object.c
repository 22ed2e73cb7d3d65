#include "mux/image/object.h"

#include <dlfcn.h>
#include <link.h>
#include <llvm-c/Support.h>
#include <string.h>

#include "base/diag.h"
#include "base/mapfile.h"
#include "base/outfile.h"
#include "mux/image/processor.h"
#include "mux/image/rounding.h"
#include "mux/spawn.h"

static void
initialize_llvm(void)
{
	LLVMInitializeX86TargetInfo();
	LLVMInitializeX86Target();
	LLVMInitializeX86TargetMC();
	LLVMInitializeX86AsmPrinter();
	LLVMInitializeAArch64TargetInfo();
	LLVMInitializeAArch64Target();
	LLVMInitializeAArch64TargetMC();
	LLVMInitializeAArch64AsmPrinter();
}

/* features, which may be NULL, and the processor's tuning. */
static const char *
feature_string(struct compilation *c, const char *cpu, const char *features)
{
	const char *tuning = processor_tuning(cpu);

	features = features ? features : "";
	return arena_printf(c->arena, "%s%s%s", features, *features && *tuning ? "," : "", tuning);
}

/*
 * x86-64 adds a base, an index and a constant in each access.  LLVM's loop strength reduction makes pointers
 * and counters of them all the same, more than there are registers.
 */
static void
set_loop_addresses(const struct processor *processor)
{
	const char *argv[] = { "mux-aot", strncmp(processor->triple, "x86_64", 6) ? "-disable-lsr=0" : "-disable-lsr=1" };

	LLVMParseCommandLineOptions(2, argv, NULL);
}

int
object_target(struct compilation *c)
{
	const struct processor *processor = processor_find(c->options->cpu);
	bool native = !strcmp(c->options->cpu, "native");
	char *host = native ? LLVMGetHostCPUName() : NULL, *features = native ? LLVMGetHostCPUFeatures() : NULL;
	const char *cpu;
	char *message = NULL;
	LLVMTargetRef target;

	if (!processor) {
		diag(DIAG_ERROR, "unknown processor '%s'", c->options->cpu);
		return -1;
	}
	initialize_llvm();
	if (LLVMGetTargetFromTriple(processor->triple, &target, &message)) {
		diag(DIAG_ERROR, "LLVM has no code generator for '%s': %s", processor->triple, message);
		LLVMDisposeMessage(message);
		return -1;
	}
	cpu = native ? host : processor_cpu(processor);
	c->machine = LLVMCreateTargetMachine(target, processor->triple, cpu, feature_string(c, cpu, features), LLVMCodeGenLevelAggressive,
					     LLVMRelocPIC, LLVMCodeModelDefault);
	c->slow_scatters = processor_scatters_slowly(cpu);
	c->streams_in_halves = processor_streams_in_halves(cpu);
	c->vector_bits = processor_vector_bits(cpu);
	c->masks_structures = processor_masks_structures(processor);
	set_loop_addresses(processor);
	LLVMDisposeMessage(host);
	LLVMDisposeMessage(features);
	c->layout = LLVMCreateTargetDataLayout(c->machine);
	c->foreign = !processor_is_here(processor);
	LLVMSetTarget(c->module, processor->triple);
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

/*
 * ld.lld -shared, whose variables are its own; libraries are there for what code generation calls: maths, memcpy,
 * 128-bit division.  For other processors there are none here: who loads the image has them.
 */
static int
link_objects(struct compilation *c, const char *const *object, size_t nobject, const char *out)
{
	static const char *const libraries[] = { "libm.so.6", "libc.so.6", "libgcc_s.so.1" };
	static const char *const options[] = { "ld.lld-" LLVM_VERSION, "-shared", "-Bsymbolic", "--build-id=none", "--hash-style=gnu",
					       "-z", "noexecstack", "-o" };
	enum { NLIBRARY = sizeof libraries / sizeof *libraries, NOPTION = sizeof options / sizeof *options };
	const char **argv = arena_calloc(c->arena, NOPTION + nobject + NLIBRARY + 5, sizeof *argv);
	size_t n = NOPTION, i;

	memcpy(argv, options, sizeof options);
	argv[n++] = out;
	for (i = 0; i < nobject; i++)
		argv[n++] = object[i];
	if (!c->foreign) {
		argv[n++] = "-z";
		argv[n++] = "defs";
		argv[n++] = "--as-needed";
	}
	for (i = 0; i < NLIBRARY && !c->foreign; i++) {
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

	rounding_repair(c);
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
