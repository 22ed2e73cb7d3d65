/*
 * Loops in which each round waits for the one before: x = x * x + c.  A chunk whose values fill one vector or two
 * leaves the processor idle meanwhile.  Where vectors have 256 bits or more, and there are registers for it, the first
 * chunks of a row have two or four times as many work-items, whose vectors do not wait for each other.
 */
#ifndef MUX_ROUNDS_H
#define MUX_ROUNDS_H

#include "mux/analysis/flow.h"

/*
 * How many work-items the first chunks of a hard region have, whose n blocks order lists, while there are as many; 0: no
 * more than width_of_chunks() says.  known has what is added to some instructions from each work-item of a chunk to the next.
 */
unsigned rounds_width(const struct flow *flow, const int *order, int n, const struct ptrmap *known);

#endif
