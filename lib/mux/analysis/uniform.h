/*
 * Which values, slots and branches are the same for all work-items.  Optimistic:
 * assumes that every value is uniform, then marks those that depend on ids, private
 * addresses, atomics and unknown calls as divergent.  A load from a uniform address
 * is uniform: device code may not race.
 */
#ifndef MUX_UNIFORM_H
#define MUX_UNIFORM_H

#include "mux/analysis/flow.h"

/*
 * Sets flow->divergent, block.divergent and slot.uniform.  Branches of guard
 * blocks count as uniform, frozen slots as divergent.
 */
void uniform_find(struct flow *flow);
/* The block ends in a branch whose condition differs between work-items. */
bool uniform_branch_is_divergent(const struct flow *flow, int block);

#endif
