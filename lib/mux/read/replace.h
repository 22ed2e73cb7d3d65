/*
 * Valid instructions that llvm-spirv-15 does not read are written as others that mean the same:
 * OpCopyMemory, OpPtrDiff, OpSizeOf, OpCopyLogical, arithmetic with a carry, OpBitcast between
 * pointers and integers, formats of printf that are arrays, execution modes with ids, barriers of
 * two parts.  What says
 * nothing to a processor is left out: the sizes of lifetimes, attributes of parameters, texts of
 * sources.  So is what it takes for something else: a version above 1.4, a function that has the
 * name of an entry point.
 */
#ifndef MUX_READ_REPLACE_H
#define MUX_READ_REPLACE_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* The *nword words have a header and whole instructions; returns a copy in the arena, whose length it sets. */
uint32_t *replace_words(struct arena *arena, const uint32_t *word, size_t *nword);

#endif
