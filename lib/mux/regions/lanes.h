/*
 * Numbers of work-items of a sub-group that the compiler can compute: get_local_id ^ 16,
 * min(get_local_id + 1, 31), 3.  A shuffle by them is one of known vectors.
 */
#ifndef MUX_LANES_H
#define MUX_LANES_H

#include "mux/compilation.h"

/*
 * What the integer value is in each of the first n work-items of a sub-group of n, in lane[],
 * n where it is n or more.  false, when it depends on more than their ids in the sub-group.
 * Allocas that are stored to once count as what is stored.
 */
bool lanes_of(struct compilation *c, LLVMValueRef value, uint32_t n, uint8_t *lane);

#endif
