/*
 * Loops that LLVM would take too long to make vectors of.  The time that its vectorizer needs grows with the square of their
 * instructions: 3 s for 11,000, 10 s for 20,000, for code that is eight times as fast.  Of integers that are added and
 * multiplied in a row it makes one sum, and looks through it for each of them: 24 s for a row of 6,000.  Long blocks that
 * work-items run together are split before (mux/regions/pieces.h).
 */
#ifndef MUX_HUGE_H
#define MUX_HUGE_H

#include "mux/compilation.h"

/* Before the module is optimized: loops of so many instructions, or with such a row, stay as they are. */
void huge_leave_alone(struct compilation *c);

#endif
