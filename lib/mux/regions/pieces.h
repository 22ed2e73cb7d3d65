/*
 * Pieces of long blocks.  The time that LLVM's vectorizer needs for a loop grows with the square of its
 * instructions.  A block of thousands that a chunk runs together becomes several, each a loop of its own over the
 * work-items of the chunk; what they keep goes from one to the next through memory.
 */
#ifndef MUX_PIECES_H
#define MUX_PIECES_H

#include "mux/analysis/flow.h"

/*
 * Splits the long blocks that work-items run together, where the fewest values are alive.  starts: set of the
 * blocks of LLVM that are new, with all that is not the block's beginning.  False: there were none.
 */
bool pieces_split(const struct flow *flow, struct ptrmap *starts);

#endif
