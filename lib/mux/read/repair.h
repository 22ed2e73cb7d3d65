/*
 * Instructions of other producers that llvm-spirv-15 reads wrongly, or not at all:
 * composites made of values that are not constant, conversions between integers (or
 * floats) of one size, OpAny and OpAll of integers, alignments that are not powers of two,
 * comparisons of pointers and of floats' bits, saturation of signed numbers, names of functions
 * that fill memory.
 */
#ifndef MUX_READ_REPAIR_H
#define MUX_READ_REPAIR_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/*
 * Writes such instructions as others that mean the same.  The *nword words have a
 * header and whole instructions; returns a copy in the arena, whose length it sets.
 */
uint32_t *repair_words(struct arena *arena, const uint32_t *word, size_t *nword);

#endif
