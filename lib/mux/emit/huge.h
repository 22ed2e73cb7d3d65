/*
 * Loops that LLVM would take too long to make vectors of.  The time that its vectorizer needs grows with the square of
 * what depends on one another in an iteration, or faster: 3 s for 9,000 instructions, 25 s for 18,000.
 */
#ifndef MUX_HUGE_H
#define MUX_HUGE_H

#include "mux/compilation.h"

/* Before the module is optimized: loops of more instructions stay as they are. */
void huge_leave_alone(struct compilation *c);

#endif
