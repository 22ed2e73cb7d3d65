/*
 * Soft boundaries: a hard region is cut again around its inner loops, so that
 * each piece between becomes one loop over a chunk of work-items that LLVM can
 * turn into vector code.  They carry no meaning, so where to put them is only
 * a question of speed:
 *
 *   uniform loops   all work-items enter and leave together: boundaries are
 *                   its head and where it leaves
 *   guards          a branch that only some take (if (i < n)) is voted upon:
 *                   when a chunk agrees, the loop behind it is uniform
 *   masked loops    work-items leave when they like; the chunk goes on while
 *                   any of them does
 */
#ifndef MUX_SOFT_H
#define MUX_SOFT_H

#include "regions.h"

/*
 * Describes the kernel (flow_build), marks barriers, finds what is uniform,
 * and sets guard, soft and mask_exit of the blocks.  May split blocks of the
 * function.  Reports and returns -1.
 */
int soft_find(struct flow *flow, const struct cut *cut, struct compilation *c, struct kernel *kernel);

/*
 * How many work-items the chunks of a hard region have, whose n blocks order
 * lists.  Chunks of options->width are made for registers.  A loop that goes
 * through memory in strides of the whole launch (i += get_global_size(0)) is
 * best done by many at once: their accesses are one stretch of memory then.
 */
unsigned soft_width(const struct flow *flow, const int *order, int n);

#endif
