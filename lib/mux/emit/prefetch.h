/*
 * What a grid-stride loop reads in its next rounds is far from what it reads now, so the processor does
 * not fetch it ahead by itself.
 */
#ifndef MUX_PREFETCH_H
#define MUX_PREFETCH_H

#include "mux/emit/emit.h"

/*
 * Fetches what the lanes will load two rounds later in the masked loop with that head: from addresses of base[i], i being
 * the slot of the head's queue.  first: its value in lane 0 now; step: what each round adds; count: how many lanes run.
 */
void prefetch_rounds(const struct hard *hard, int head, LLVMValueRef first, LLVMValueRef step, LLVMValueRef count);

#endif
