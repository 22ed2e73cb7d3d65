/*
 * Variables that are smaller in SPIR-V of LLVM's back end than they were: where it has no
 * other hint it declares a variable by an element that is read, by a byte at worst.
 */
#ifndef MUX_READ_EXTENTS_H
#define MUX_READ_EXTENTS_H

#include <llvm-c/Core.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/*
 * Private variables: OpLifetimeStart has the size.  The *nword words have a header and
 * whole instructions; returns them, or a longer copy in the arena, whose length it sets.
 */
uint32_t *extents_of_private(struct arena *arena, uint32_t *word, size_t *nword);

/*
 * Local variables, of which nothing has the size: those that are used as what is larger
 * become EXTENTS_LOCAL bytes.  The module has address spaces.
 */
enum { EXTENTS_LOCAL = 64 * 1024 };
void extents_of_local(struct arena *arena, LLVMModuleRef module);

#endif
