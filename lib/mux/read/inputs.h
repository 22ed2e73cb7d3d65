/*
 * SPIR-V's builtin variables, as the one with the global id, are pointers that a module may use as any other:
 * choose one of two, give one to a function, ask for the part whose number is a variable.
 * llvm-spirv-15 reads loads of a whole variable alone: where there is another use, functions copy the
 * variables when they begin, and use the copies.  A variable that is there several times, as in modules that
 * were linked, stays once.
 */
#ifndef MUX_READ_INPUTS_H
#define MUX_READ_INPUTS_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* The *nword words have a header and whole instructions; returns them, or a copy in the arena, whose length it sets. */
const uint32_t *inputs_copy(struct arena *arena, const uint32_t *word, size_t *nword);

#endif
