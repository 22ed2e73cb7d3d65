/*
 * What a grid-stride loop reads in its next rounds is far from what it reads now, so the processor does
 * not fetch it ahead by itself.
 */
#ifndef MUX_PREFETCH_H
#define MUX_PREFETCH_H

#include "mux/emit/emit.h"

/* A round of such a loop that is about to run. */
struct turn {
	LLVMValueRef first, step, limit;	/* the queue's slot in lane 0; what each round adds; lanes below it run */
	LLVMValueRef count;			/* how many lanes run */
};

/*
 * Fetches what the lanes will load two rounds later in the masked loop with that head: from addresses of base[i], i being
 * the slot of the head's queue; and, into the second cache, six rounds later.
 */
void prefetch_rounds(const struct hard *hard, int head, const struct turn *turn);

#endif
