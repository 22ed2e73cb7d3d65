/*
 * Soft boundaries: a hard region is cut again around its inner loops, so that each
 * part becomes one loop over a chunk of work-items that LLVM can turn into vector
 * code.  They do not change results; their positions are only a matter of speed:
 *
 *   uniform loops   all work-items enter and leave together: boundaries are the
 *                   head and the exits
 *   guards          a divergent branch (if (i < n)) is decided for a chunk: bounds by
 *                   the ids at its ends, other tests by a vote; when the chunk agrees,
 *                   the loop after it is uniform
 *   masked loops    work-items leave one by one; the chunk iterates until all
 *                   have left
 *
 * A kernel with a loop that takes a lock, or that waits for what another work-item
 * writes, has none: its work-items run one after the other up to the next barrier.
 * Nor has one in which nothing differs between work-items, as in single tasks.
 */
#ifndef MUX_SOFT_H
#define MUX_SOFT_H

#include "mux/regions/regions.h"

/*
 * Describes the kernel (flow_build), marks barriers, finds uniform values, and
 * sets guard, soft and mask_exit of the blocks.  May split blocks of the
 * function.  Reports and returns -1.
 */
int soft_find(struct flow *flow, const struct cut *cut, struct compilation *c, struct kernel *kernel);

#endif
