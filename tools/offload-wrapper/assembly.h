/*
 * A finished object as text that makes the same object again: for readers, and
 * for tools that need LLVM IR.
 */
#ifndef OFFLOAD_WRAPPER_ASSEMBLY_H
#define OFFLOAD_WRAPPER_ASSEMBLY_H

#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"

/* What the output is. */
enum emit { EMIT_OBJECT, EMIT_ASSEMBLY, EMIT_IR };

/* Larger objects are not written as text. */
enum { ASSEMBLY_LIMIT = 16 * 1024 * 1024 };

/*
 * Writes the relocatable object of this tool at data as assembler text for GNU
 * as and clang, or as a textual LLVM module for that host triple, which holds
 * it as module-level assembly.
 */
void assembly_write(FILE *out, struct arena *arena, const unsigned char *data, enum emit form, const char *triple);

#endif
