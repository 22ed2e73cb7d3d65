/*
 * Kernels that go through memory once and do little with what they load, as a copy or a triad: the memory decides
 * how long they take, and how it is asked.
 */
#ifndef MUX_STREAMING_H
#define MUX_STREAMING_H

#include "mux/analysis/flow.h"

/* The kernel has no loop, and no more sums and products than loads and stores. */
bool streaming_is(const struct flow *flow);

#endif
