/*
 * A function of SPIR-V may be several kernels, under several names, of which llvm-spirv-15 keeps the last one.
 */
#ifndef MUX_READ_ENTRIES_H
#define MUX_READ_ENTRIES_H

#include <llvm-c/Core.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* Adds the kernels that the *nword words of SPIR-V have and the module lacks: each calls the one that is there. */
void entries_add(struct arena *arena, LLVMModuleRef module, const uint32_t *word, size_t nword);

/*
 * Adds a kernel of that name with the parameters, attributes, metadata and calling convention of the function,
 * which it calls.  Returns the call.
 */
LLVMValueRef entries_wrap(struct arena *arena, LLVMModuleRef module, LLVMValueRef function, const char *name);

#endif
