/*
 * LLVM modules: reading, writing, running passes, in the one context of the
 * process.  Every LLVM input and output goes through here, because LLVM ends
 * the process by itself on link errors, full disks and damaged bitcode.
 */
#ifndef IR_IRMODULE_H
#define IR_IRMODULE_H

#include <llvm-c/Core.h>
#include <llvm-c/Error.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/mapfile.h"

/*
 * Makes the context, sets its diagnostic handler and catches LLVM's fatal
 * errors and crashes: they become one diagnosed error and status 1.  main()
 * calls it once, before any other function of lib/ir.
 */
void irmodule_init(void);
/* Disposes the context, so that leak checkers report nothing. */
void irmodule_finish(void);
LLVMContextRef irmodule_context(void);
/*
 * A context of its own for one module: in a shared context, types whose names
 * other modules use would be renamed.  Every function of lib/ir works in it until
 * irmodule_leave(), which frees the module's memory with the context.
 */
void irmodule_enter(void);
void irmodule_leave(void);

/*
 * Reads bitcode or textual IR, "-" is standard input.  Reports and returns
 * NULL.  A crash of LLVM's reader, or one that does not end, is reported as
 * "cannot read 'X': damaged bitcode" and ends the process with status 1.  The caller disposes the module.
 */
LLVMModuleRef irmodule_read(const char *path);
/* The bytes of a file, for callers that need them as they are. */
struct irmodule_file {
	const char *name;	/* for diagnostics; "<stdin>" for "-" */
	const char *text;	/* NUL follows */
	size_t len;
	struct mapfile file;
};

/* Reads or maps path, "-" is standard input.  Reports and returns -1. */
int irmodule_load(struct irmodule_file *file, const char *path);
/* The bytes are not needed for a while: drops the pages of a map until they are read again. */
void irmodule_rest(struct irmodule_file *file);
/* Frees the bytes; modules parsed from them stay valid. */
void irmodule_unload(struct irmodule_file *file);
bool irmodule_is_bitcode(const struct irmodule_file *file);
/*
 * The same from memory: bitcode or text of len bytes, text[len] must be NUL
 * when it is text.
 */
LLVMModuleRef irmodule_parse(const char *name, const char *text, size_t len);

/*
 * Links what the module uses of a library into it: a bitcode file, of whose functions and variables those with
 * linkage linkonce_odr or internal that are not used are not read.  Reports and returns -1.
 */
int irmodule_link_used(LLVMModuleRef module, const char *path);
/* The same from memory; of the file, name, text and len count. */
int irmodule_link_used_of(LLVMModuleRef module, const struct irmodule_file *file);

/*
 * Writes the module atomically, as bitcode or as text; "-" is standard output.
 * Reports and returns -1 on failure (a full disk included).
 */
int irmodule_write(LLVMModuleRef module, const char *path, bool as_text);

/* Runs the pass pipeline (the textual form of opt -passes).  Reports and returns -1 on failure. */
int irmodule_run_passes(LLVMModuleRef module, const char *pipeline);
/* What LLVMRunPasses() returned for the pipeline: 0, or -1 when it was an error, which is reported and freed. */
int irmodule_pass_result(LLVMErrorRef error, const char *pipeline);
/* Checks the module; reports the message of LLVM's verifier, under that name, and returns -1. */
int irmodule_verify(LLVMModuleRef module, const char *name);

/* Calling conventions of kernels, as LLVM numbers them. */
enum { IR_CC_PTX_KERNEL = 71, IR_CC_SPIR_FUNC = 75, IR_CC_SPIR_KERNEL = 76, IR_CC_AMDGPU_KERNEL = 91 };
/* A definition or declaration with the calling convention of a kernel. */
bool irmodule_is_kernel(LLVMValueRef function);
/*
 * An entry point: a defined kernel, or a defined function with the attribute
 * "sycl-module-id" whose name is not that of a SPIR-V or SYCL builtin.
 * (Optional kernel features, "Changes to the post-link tool".)
 */
bool irmodule_is_entry(LLVMValueRef function);
/* _Z<digits>__spirv_*, _Z<digits>__sycl_*, _Z<digits>__esimd_*, __builtin_*: named like a builtin of the device. */
bool irmodule_is_builtin_name(const char *name);

/* The value of a function's string attribute, NULL when it has none; *len may be NULL.  Points into LLVM. */
const char *irmodule_string_attribute(LLVMValueRef function, const char *name, size_t *len);
void irmodule_set_string_attribute(LLVMValueRef function, const char *name, const char *value);
/* Whether the linkage of a global value is internal or private. */
bool irmodule_is_local(LLVMValueRef value);
/* LLVMGetValueName2 without the length. */
const char *irmodule_name(LLVMValueRef value);
/*
 * The demangled name of a C++ symbol (arena), the name itself when it does not
 * demangle.  For kernels, symbols of type names that may end in '@' and a module
 * id, the type's name.
 */
const char *irmodule_demangle(struct arena *arena, const char *name);

#endif
