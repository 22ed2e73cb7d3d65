/*
 * What a grid-stride loop reads in its next round is far from what it reads now, so the processor does
 * not fetch it ahead by itself.
 */
#ifndef MUX_PREFETCH_H
#define MUX_PREFETCH_H

#include "mux/emit/emit.h"

/*
 * Fetches what the lanes will load in the next round of the masked loop with that head: from addresses of
 * base[i], i being the slot of the head's queue.  next: its value in lane 0 then; count: how many lanes run.
 */
void prefetch_round(const struct hard *hard, int head, LLVMValueRef next, LLVMValueRef count);

#endif
