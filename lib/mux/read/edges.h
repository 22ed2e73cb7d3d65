/*
 * SPIR-V in which a branch names a block twice (`case 1: case 5:`): its phis have
 * one entry for it.  llvm-spirv-15 takes that for two missing ones and gives up.
 */
#ifndef MUX_READ_EDGES_H
#define MUX_READ_EDGES_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/*
 * Puts a block of its own between a branch and each block that it names more than
 * once.  The *nword words have a header and whole instructions; returns them, or
 * a longer copy in the arena, whose length it sets.
 */
uint32_t *edges_split(struct arena *arena, uint32_t *word, size_t *nword);

#endif
