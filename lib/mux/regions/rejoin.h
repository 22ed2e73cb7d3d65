/*
 * Where the work-items of a sub-group part in a loop, those that come to its end wait there for those that are in the same
 * round: else one in its second round would meet another in its first.  Loops whose boundaries all work-items in them come
 * to, once a round, need no such place.
 */
#ifndef MUX_REJOIN_H
#define MUX_REJOIN_H

#include "mux/analysis/natural.h"
#include "mux/regions/regions.h"

/* Cuts such loops at their ends, at boundaries of sub-groups; true if there are any: flow is then out of date. */
bool rejoin_cut(const struct flow *flow, struct cut *cut);
/*
 * The natural loops of the function, an arena array of *n, and for each the blocks behind it that its edges lead to: an
 * arena array that ends in -1.
 */
struct natural *rejoin_loops(const struct flow *flow, int ***exits, int *n);

#endif
