/*
 * SPIR-V as input: a filter replaces what llvm-spirv-15 cannot read, and that
 * program translates the rest into a module.
 */
#ifndef MUX_SPIRV_H
#define MUX_SPIRV_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/* The bytes start like SPIR-V. */
bool spirv_is(const void *data, size_t size);

/* The module in size bytes of SPIR-V; name is for messages.  Reports and returns NULL. */
LLVMModuleRef spirv_read(struct arena *arena, const char *name, const void *data, size_t size);

#endif
