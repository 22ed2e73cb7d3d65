/*
 * How many work-items the chunks of a hard region have.
 */
#ifndef MUX_WIDTH_H
#define MUX_WIDTH_H

#include "mux/analysis/flow.h"

/*
 * The width of the chunks of a hard region, whose n blocks order lists.  Chunks of options->width fit into
 * registers.  A loop with the stride of the whole launch (i += get_global_size(0)) gets wide chunks, since
 * the accesses of a round are then contiguous memory.
 */
unsigned width_of_chunks(const struct flow *flow, const int *order, int n);

#endif
