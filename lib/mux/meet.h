/*
 * Barriers that work-items cannot meet: a test of local ids and constants
 * parts them, and those of one way wait at other barriers than those of the
 * other.  Who returns meets all barriers, and a test of anything else may give
 * all work-items the same answer: neither is an error.
 */
#ifndef MUX_MEET_H
#define MUX_MEET_H

#include "flow.h"

/* Reports the barrier, with its line, and returns -1. */
int meet_check(struct flow *flow);

#endif
