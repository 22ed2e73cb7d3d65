#include "assemble.h"

#include <dlfcn.h>
#include <stdbool.h>

#include "base/diag.h"
#include "base/outfile.h"

/*
 * Both libraries version their symbols, so one process can load both as long as
 * the second one's symbols are only looked up by dlsym().  The C interface of these
 * functions is the same in both.
 */
static const char library_name[] = "libLLVM-15.so.1";

struct older {
	void *(*context_create)(void);
	void *(*buffer)(const char *data, size_t len, const char *name, int terminated);
	int (*parse)(void *context, void *buffer, void **module, char **message);
	void *(*write)(void *module);
	const char *(*start)(void *buffer);
	size_t (*size)(void *buffer);
};

static bool
find(void *library, const char *name, void *function)
{
	void *found = dlsym(library, name);

	/* ISO C has no cast from object to function pointers; POSIX guarantees the same representation. */
	*(void **)function = found;
	return found != NULL;
}

/*
 * The older library must find its own symbols, not those of ours.  Sanitizers
 * refuse that flag; there the symbol versions must suffice.
 */
#ifdef __SANITIZE_ADDRESS__
enum { LOAD_FLAGS = RTLD_NOW | RTLD_LOCAL };
#else
enum { LOAD_FLAGS = RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND };
#endif

static int
open_library(struct older *llvm)
{
	void *library = dlopen(library_name, LOAD_FLAGS);

	if (library && find(library, "LLVMContextCreate", &llvm->context_create) &&
	    find(library, "LLVMCreateMemoryBufferWithMemoryRange", &llvm->buffer) &&
	    find(library, "LLVMParseIRInContext", &llvm->parse) &&
	    find(library, "LLVMWriteBitcodeToMemoryBuffer", &llvm->write) &&
	    find(library, "LLVMGetBufferStart", &llvm->start) && find(library, "LLVMGetBufferSize", &llvm->size))
		return 0;
	diag(DIAG_ERROR, "cannot load '%s', which llvm-spirv-15 comes with: %s", library_name, dlerror());
	return -1;
}

int
assemble_older(const char *text, size_t len, const char *path)
{
	struct older llvm;
	void *module = NULL, *bitcode;
	char *message = NULL;

	if (open_library(&llvm))
		return -1;
	if (llvm.parse(llvm.context_create(), llvm.buffer(text, len, "module", 1), &module, &message)) {
		diag(DIAG_ERROR, "LLVM 15 does not read the module: %s", message ? message : "no reason given");
		return -1;
	}
	/* The process ends soon: context and module are not disposed. */
	bitcode = llvm.write(module);
	return outfile_write(path, llvm.start(bitcode), llvm.size(bitcode));
}
