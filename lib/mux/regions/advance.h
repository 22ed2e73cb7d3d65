/*
 * What masked loops count: slots that advance by the same step in each round, whose values are then known
 * from the round's number, and loops that lanes leave in the order of their ids.
 */
#ifndef MUX_ADVANCE_H
#define MUX_ADVANCE_H

#include "mux/analysis/flow.h"

/* Sets what slots advance by (advances_at, start, step) and the queues of the heads of masked loops, which are marked. */
void advance_find(struct flow *flow);

/* The value is the slot's at the loop's head: loaded there, before the block stores to it. */
bool advance_is_value_at_head(const struct flow *flow, const struct slot *slot, LLVMValueRef value, int head);

/* The value grows by one from each work-item of a row to the next, modulo its width. */
bool advance_grows_by_one(const struct flow *flow, LLVMValueRef value);

#endif
