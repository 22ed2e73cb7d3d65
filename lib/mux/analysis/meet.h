/*
 * Barriers in divergent control flow: a test of local ids and constants divides the
 * work-items, and those of one branch wait at other barriers than those of the
 * other.  Not an error: work-items that return, and tests of other values, which may
 * be uniform.
 */
#ifndef MUX_MEET_H
#define MUX_MEET_H

#include "mux/analysis/flow.h"

/* Reports the barrier, with its line, and returns -1. */
int meet_check(struct flow *flow);

#endif
