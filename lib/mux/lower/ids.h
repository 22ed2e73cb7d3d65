/*
 * Global ids that a kernel computes: group id times local size plus local id, as in CUDA.  Written as
 * queries they are what the later stages look for; and a kernel that asks for nothing else of its
 * group may run in larger ones (analysis/grouping.h).
 */
#ifndef MUX_IDS_H
#define MUX_IDS_H

#include "mux/compilation.h"

/* Such sums, of 64 bits or of the lower 32, become the global id without the offset. */
void ids_find(struct compilation *c, LLVMValueRef function);

#endif
